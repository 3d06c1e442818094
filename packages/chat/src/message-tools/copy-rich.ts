/** What belongs to the screen and not to the text. */
const controls = "button, figcaption, .unseen, .row-host, [aria-hidden]";
/** What a reader elsewhere can use of an element. */
const kept = new Set(["href", "start", "type", "checked", "disabled", "colspan", "rowspan", "dir"]);

/**
 * Copies a text, with what is drawn of it beside it for programs that take more than text. Where the page around the
 * frame does not lend its clipboard, what is drawn is selected instead, to be copied by hand.
 *
 * @returns whether it was copied
 */
export async function copyRich(text: string, drawn: readonly HTMLElement[]): Promise<boolean> {
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

/** Plain HTML of what is drawn: no controls but the numbers of sources, no classes, code without its colours, headings that others know as such. */
function asHtml(drawn: HTMLElement): string {
  const copy = drawn.cloneNode(true) as HTMLElement;
  for (const cite of copy.querySelectorAll("button.cite")) cite.replaceWith(`[${cite.textContent}]`);
  for (const control of copy.querySelectorAll(controls)) control.remove();
  // Colours of code are spans without meaning elsewhere.
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
