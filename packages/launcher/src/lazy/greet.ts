import type { PanelCore } from "../core.ts";
import { readNote, writeNote } from "./tab-notes.ts";

/** Records that the visitor was greeted in this tab. */
const note = "servicechat:greeted";
const closing: Readonly<Record<string, string>> = {
  ar: "إغلاق",
  de: "Schließen",
  es: "Cerrar",
  fr: "Fermer",
  it: "Chiudi",
  ja: "閉じる",
  nl: "Sluiten",
  pl: "Zamknij",
  pt: "Fechar",
  tr: "Kapat",
  zh: "关闭",
};

/** The language of what the launcher itself says: the tag's, the page's or the browser's. */
export const languageOf = ({ tag, document }: Pick<PanelCore, "tag" | "document">): string =>
  tag.data["lang"] || document.documentElement.lang || navigator.language;

/**
 * Shows `data-greeting` beside the bubble, `data-greeting-after` seconds after the bubble appeared: once per tab, and
 * only to those who have not opened the chat. Its style sheet hides it on phones, where it would cover the content.
 */
export function greet({ tag, document, dock, bubble, api, signal }: PanelCore): void {
  const { greeting, greetingAfter = "" } = tag.data;
  if (!greeting || readNote(note)) return;
  const lang = languageOf({ tag, document });
  const card = document.createElement("p");
  const seconds = parseFloat(greetingAfter);
  const timer = setTimeout(show, (seconds >= 0 ? seconds : 5) * 1000);

  function end(): void {
    card.remove();
    clearTimeout(timer);
  }

  function show(): void {
    if (bubble.hidden || api.isOpen()) return;
    if (document.hidden) return document.addEventListener("visibilitychange", show, { once: true, signal });
    writeNote(note, "1");
    card.role = "status";
    dock.append(card);
    // Screen readers announce changes only in an element that they already know.
    setTimeout(
      () =>
        card.append(
          button(greeting ?? "", () => api.open()),
          button("×", end, closing[lang.slice(0, 2)] ?? "Close"),
        ),
      100,
    );
  }

  function button(text: string, press: () => void, label: string | null = null): HTMLButtonElement {
    const element = document.createElement("button");
    element.textContent = text;
    element.ariaLabel = label;
    element.dir = "auto";
    element.onclick = press;
    return element;
  }

  api.on("open", end);
  signal.addEventListener("abort", end);
}
