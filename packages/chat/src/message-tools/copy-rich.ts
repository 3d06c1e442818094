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
