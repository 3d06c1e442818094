import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { textOf, type ReplyEntry } from "../conversation/conversation.ts";
import { enTools } from "../words/en-tools.ts";
import { useChat } from "../context/chat-context.ts";
import { icon } from "../screens/icon.tsx";
import { withWords } from "../words/service-words.ts";

/** How long a copy is confirmed, in milliseconds. */
const shownFor = 2000;

/** Copies an answer with its sources: as drawn, for documents and mails, and as Markdown, for plain text. */
export function CopyAnswer({ reply }: { reply: ReplyEntry }): JSX.Element {
  const { chat, lazy, words: known } = useChat();
  const words = withWords(enTools, known);
  const button = useRef<HTMLButtonElement>(null);
  const [copied, setCopied] = useState(false);

  async function copy(): Promise<void> {
    const drawn = button.current?.closest("article")?.querySelectorAll<HTMLElement>(".markdown, .sources");
    const text =
      lazy.answerView.module.peek()?.copyText(reply, chat.conversation.peek(), known) ?? textOf(reply);
    const done = await copyRich(text, [...(drawn ?? [])]);
    setCopied(done);
    if (done) setTimeout(() => setCopied(false), shownFor);
  }

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
        {icon(copied ? "check" : "copy", 16)}
      </button>
      <span class="unseen" role="status">
        {copied && words.copied}
      </span>
    </>
  );
}

/** What belongs to the screen and not to the text. */
const controls = "button, figcaption, .unseen, .row-host, [aria-hidden]";
/** The attributes that are useful elsewhere. */
const kept = new Set(["href", "start", "type", "checked", "disabled", "colspan", "rowspan", "dir"]);

/**
 * Copies a text together with its rendering, for programs that accept more than text. If the page around the frame does
 * not allow access to the clipboard, the rendering is selected instead, for copying manually.
 *
 * @returns whether it was copied
 */
async function copyRich(text: string, drawn: readonly HTMLElement[]): Promise<boolean> {
  try {
    const html = drawn.map(asHtml).join("");
    const blob = (type: string, content: string) => ({ [type]: new Blob([content], { type }) });
    await navigator.clipboard.write([
      new ClipboardItem({ ...blob("text/plain", text), ...blob("text/html", html) }),
    ]);
    return true;
  } catch {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      return select(drawn); // as without https, where there is no clipboard at all
    }
  }
}

function select(drawn: readonly HTMLElement[]): false {
  const [first, last] = [drawn[0], drawn.at(-1)];
  if (first && last) getSelection()?.setBaseAndExtent(first, 0, last, last.childNodes.length);
  return false;
}

/**
 * Plain HTML of the rendering: no controls except the numbers of sources, no classes, code without colours, real
 * headings.
 */
function asHtml(drawn: HTMLElement): string {
  const copy = drawn.cloneNode(true) as HTMLElement;
  for (const cite of copy.querySelectorAll("button.cite")) cite.replaceWith(`[${cite.textContent}]`);
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
