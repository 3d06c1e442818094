import type { JSX, RefObject } from "preact";
import { useRef, useState } from "preact/hooks";
import { textOf, type ReplyEntry } from "../conversation/conversation.ts";
import { enTools } from "../words/en-tools.ts";
import { useChat } from "../context/chat-context.ts";
import { icon } from "../screens/icon.tsx";
import { withWords } from "../words/service-words.ts";

/** How long a copy is confirmed, in milliseconds. */
const shownFor = 2000;

/** Copying of one answer. */
interface Copying {
  /** The button in the row of the answer, by which what is drawn is found. */
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly isDone: boolean;
  /** As drawn, for documents and mails, and without markup for plain text. */
  readonly copy: () => Promise<void>;
  /** As text with its markup. */
  readonly copyMarkdown: () => Promise<void>;
}

/** Copies an answer with its sources. */
export function useCopying(reply: ReplyEntry): Copying {
  const { chat, lazy, words } = useChat();
  const button = useRef<HTMLButtonElement>(null);
  const [isDone, setDone] = useState(false);

  async function run(kind: "answerMarkdown" | "answerPlainText"): Promise<void> {
    const found = button.current?.closest("article")?.querySelectorAll<HTMLElement>(".markdown, .sources");
    const drawn = [...(found ?? [])];
    const text =
      lazy.answerView.module.peek()?.[kind](reply, chat.conversation.peek(), words) ?? textOf(reply);
    const done = kind === "answerPlainText" ? await copyRich(text, drawn) : await copyText(text, drawn);
    setDone(done);
    if (done) setTimeout(() => setDone(false), shownFor);
  }

  return {
    button,
    isDone,
    copy: () => run("answerPlainText"),
    copyMarkdown: () => run("answerMarkdown"),
  };
}

/** Copies the answer, and confirms every copy of it. */
export function CopyAnswer({ button, isDone, copy }: Copying): JSX.Element {
  const words = withWords(enTools, useChat().words);
  return (
    <>
      <button
        ref={button}
        type="button"
        class="tool-button"
        aria-label={words.copyAnswer}
        title={words.copyAnswer}
        onClick={() => void copy()}
      >
        {icon(isDone ? "check" : "copy", 16)}
      </button>
      <span class="unseen" role="status">
        {isDone && words.copied}
      </span>
    </>
  );
}

/** What belongs to the screen and not to the text. */
const controls = "button, figcaption, .unseen, .row-host, [aria-hidden]";
/** The attributes that are useful elsewhere. */
const kept = new Set(["href", "start", "type", "checked", "disabled", "colspan", "rowspan", "dir"]);

/** Copies a text together with its rendering, for programs that accept more than text. @returns whether it was copied */
async function copyRich(text: string, drawn: readonly HTMLElement[]): Promise<boolean> {
  try {
    const html = drawn.map(asHtml).join("");
    const blob = (type: string, content: string) => ({ [type]: new Blob([content], { type }) });
    await navigator.clipboard.write([
      new ClipboardItem({ ...blob("text/plain", text), ...blob("text/html", html) }),
    ]);
    return true;
  } catch {
    return copyText(text, drawn);
  }
}

/**
 * Copies a text. If the page around the frame does not allow access to the clipboard, the rendering is selected instead,
 * for copying manually.
 *
 * @returns whether it was copied
 */
async function copyText(text: string, drawn: readonly HTMLElement[]): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return select(drawn); // as without https, where there is no clipboard at all
  }
}

function select(drawn: readonly HTMLElement[]): false {
  const [first, last] = [drawn[0], drawn.at(-1)];
  if (first && last) getSelection()?.setBaseAndExtent(first, 0, last, last.childNodes.length);
  return false;
}

/**
 * Plain HTML of the rendering: no controls except the numbers of sources, which become links, no classes, code without
 * colours, real headings.
 */
function asHtml(drawn: HTMLElement): string {
  const copy = drawn.cloneNode(true) as HTMLElement;
  for (const cite of copy.querySelectorAll("button.cite")) cite.replaceWith(citation(cite, drawn));
  for (const control of copy.querySelectorAll(controls)) control.remove();
  // The spans of highlighted code have no meaning elsewhere.
  for (const code of copy.querySelectorAll("pre code")) code.replaceChildren(code.textContent);
  for (const heading of copy.querySelectorAll("[role=heading]")) {
    const plain = document.createElement(`h${heading.getAttribute("aria-level") ?? 3}`);
    plain.append(...heading.childNodes);
    heading.replaceWith(plain);
  }
  for (const element of [copy, ...copy.querySelectorAll("*")])
    for (const name of element.getAttributeNames()) if (!kept.has(name)) element.removeAttribute(name);
  return new XMLSerializer().serializeToString(copy);
}

/** The number of a source, as a link to it if the list below has one. */
function citation({ textContent }: Element, drawn: HTMLElement): Node | string {
  const number = `[${textContent}]`;
  const list = drawn.closest("article")?.querySelectorAll(".sources li") ?? [];
  const entry = [...list].find((each) => each.getAttribute("value") === textContent);
  const href = entry?.querySelector("a")?.getAttribute("href");
  if (!href) return number;
  const link = document.createElement("a");
  link.href = href;
  link.append(number);
  return link;
}
