import type { PanelCore } from "../core.ts";
import { languageOf } from "./greet.ts";

const labels: Readonly<Record<string, string>> = {
  ar: "اسأل عن هذا",
  de: "Dazu fragen",
  es: "Preguntar sobre esto",
  fr: "Poser une question à ce sujet",
  it: "Chiedi informazioni",
  ja: "これについて質問",
  nl: "Vraag hierover stellen",
  pl: "Zapytaj o to",
  pt: "Perguntar sobre isto",
  tr: "Bunun hakkında sor",
  zh: "询问此内容",
};

/** How many words are worth a question: one or two are selected to be copied, or by a double click. */
const leastWords = 3;
/** The longest quote, in UTF-16 units. */
const longest = 500;
/** Milliseconds without a change after which a selection by keyboard, or by a finger, counts as made. */
const calm = 250;
/** Pixels between the selected text and the button, and around the button. */
const gap = 8;

/**
 * A button beside text that the visitor has selected in the page, which puts it into the composer as a quote.
 *
 * @param quote receives the text, each line beginning with "> "
 * @returns call this to have it, or not
 */
export function askAboutSelection(
  { tag, document, dock, signal }: PanelCore,
  quote: (text: string) => void,
): (isOn: boolean) => void {
  const button = document.createElement("button");
  button.className = "ask";
  let lasting: AbortController | undefined;
  let text = "";
  /** What was asked about, or what the visitor wants no button for, as long as it is selected. */
  let settled = "";
  let timer: ReturnType<typeof setTimeout>;
  let isPressed = false;

  function hide(): void {
    button.remove();
  }

  function settle(): void {
    settled = text;
    hide();
  }

  function update(): void {
    const selection = document.getSelection();
    text = readSelection(document, selection);
    if (text !== settled) settled = "";
    if (!selection || settled || countWords(text) < leastWords) return hide();
    const lang = languageOf({ tag, document });
    button.lang = labels[lang.slice(0, 2)] ? lang : "en";
    button.textContent = labels[lang.slice(0, 2)] ?? "Ask about this";
    dock.append(button);
    place(selection.getRangeAt(0));
  }

  /** Below the end of the text, or above its beginning if there is no space; with the text out of view, nowhere. */
  function place(range: Range): void {
    const { top, bottom, right } = range.getBoundingClientRect();
    if (bottom < 0 || top > innerHeight) return hide();
    const { offsetWidth: width, offsetHeight: height } = button;
    const below = bottom + gap;
    const y = below + height + gap <= innerHeight ? below : Math.max(gap, top - gap - height);
    const x = Math.max(gap, Math.min(right - width / 2, innerWidth - width - gap));
    button.style.translate = `${x}px ${Math.min(y, innerHeight - height - gap)}px`;
  }

  function wait(): void {
    clearTimeout(timer);
    if (document.getSelection()?.isCollapsed) settled = "";
    // It is growing: the button would be in the way.
    if (!isPressed) timer = setTimeout(update, calm);
  }

  function press(): void {
    settle();
    quote(asQuote(text));
  }

  function begin(until: AbortSignal): void {
    const options = { signal: until, passive: true };
    document.addEventListener("selectionchange", wait, options);
    document.addEventListener(
      "pointerdown",
      (event) => {
        isPressed = !event.composedPath().includes(button);
      },
      options,
    );
    for (const type of ["pointerup", "pointercancel"])
      document.addEventListener(
        type,
        () => {
          isPressed = false;
          wait();
        },
        options,
      );
    document.addEventListener("scroll", () => button.isConnected && update(), { ...options, capture: true });
    // Otherwise it would be the last thing in the page that Tab reaches.
    document.addEventListener(
      "keydown",
      (event) => {
        if (!button.isConnected) return;
        const isFocused = event.composedPath().includes(button);
        if (event.key === "Escape") settle();
        else if (event.key === "Tab" && !event.shiftKey && !isFocused) {
          event.preventDefault();
          button.focus();
        }
      },
      { signal: until },
    );
  }

  // A press must not end the selection before it is read.
  button.onpointerdown = (event) => event.preventDefault();
  button.onclick = press;
  signal.addEventListener("abort", () => lasting?.abort());

  return (isOn) => {
    clearTimeout(timer);
    lasting?.abort();
    lasting = undefined;
    hide();
    if (!isOn) return;
    lasting = new AbortController();
    begin(lasting.signal);
    wait();
  };
}

/** The selected text of the page; empty if it is in a field, or in something that the visitor writes. */
function readSelection(document: Document, selection: Selection | null): string {
  if (!selection?.rangeCount || selection.isCollapsed) return "";
  if (document.activeElement?.matches("input,textarea,select")) return "";
  const { commonAncestorContainer: node } = selection.getRangeAt(0);
  const element = node instanceof HTMLElement ? node : node.parentElement;
  if (!element || element.isContentEditable || element.closest("service-chat")) return "";
  return selection.toString().trim();
}

/** How many words a text has, in any language. */
function countWords(text: string): number {
  let count = 0;
  // What is longer has more.
  for (const { isWordLike } of new Intl.Segmenter(undefined, { granularity: "word" }).segment(
    text.slice(0, longest),
  ))
    count += Number(isWordLike);
  return count;
}

/** As in a mail: each line with "> ", cut after a word if it is long, and an empty line for the question. */
function asQuote(text: string): string {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)
    .join("\n");
  const cut =
    lines.length > longest
      ? `${lines
          .slice(0, longest)
          .replace(/\s\S*$/, "")
          .trimEnd()}…`
      : lines;
  return `${cut.toWellFormed().replace(/^/gm, "> ")}\n\n`;
}
