import type { Page } from "./extract-html.ts";

type PageElement = NonNullable<ReturnType<Page["querySelector"]>>;

const hidden =
  '[hidden], [aria-hidden="true"], [style*="display"], [style*="visibility"], [style*="DISPLAY"], [style*="VISIBILITY"]';
const isNotShown = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)\b[^;]*/gi;

/** Elements that hold text of a page. Others that are hidden are pictures, marks and controls. */
const blocks = new Set(
  "address article blockquote dd details div dl dt fieldset figure li main ol p pre section span table tbody td tr ul".split(
    " ",
  ),
);
/** What appears over a page or beside it is not its text, although a click may show it. */
const besides =
  'nav, header, footer, aside, form, dialog, menu, template, [aria-modal="true"], [role="dialog"], [role="alertdialog"], ' +
  '[role="alert"], [role="status"], [role="menu"], [role="menubar"], [role="navigation"], [role="search"], [role="tooltip"], ' +
  '[role="banner"], [role="contentinfo"], [role="listbox"]';
const besidesByName =
  /(?:^|[-_\s])(?:modal|popup|pop-up|popover|overlay|lightbox|cookies?|consent|gdpr|banner|toast|tooltip|dropdown|drop-down|megamenu|menu|navbar|offcanvas|drawer|sidebar|search|newsletter|honeypot|sr-only|screen-reader-text|visually-hidden|preload|loader|spinner)(?:$|[-_\s])/i;
/** In a line of text, as behind "read more". */
const minWordsOfSpan = 3;

/**
 * Shows what one click would show: the closed parts of accordions and tabs, and texts behind "read more". What covers a page
 * or stands beside it, such as menus and requests for consent, stays hidden.
 */
export function reveal(document: Page): void {
  for (const element of document.querySelectorAll(hidden)) {
    if (!isTextOfPage(element)) continue;
    element.removeAttribute("hidden");
    element.removeAttribute("aria-hidden");
    const style = element.getAttribute("style");
    if (style !== null) element.setAttribute("style", style.replace(isNotShown, ""));
  }
}

function isTextOfPage(element: PageElement): boolean {
  const name = element.localName.toLowerCase();
  if (!blocks.has(name)) return false;
  const text = element.textContent?.trim() ?? "";
  if (!/[\p{L}\p{N}]/u.test(text)) return false;
  if (name === "span" && text.split(/\s+/).length < minWordsOfSpan) return false;
  if (element.closest(besides)) return false;
  return !besidesByName.test(`${element.getAttribute("class") ?? ""} ${element.id}`);
}
