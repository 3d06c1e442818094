import type { CDPSession, Frame } from "playwright-core";

/** What fonts of twice the size do to a state in a view of 320 pixels. */
export interface Letters {
  /** How many kinds of elements with text were compared. */
  readonly compared: number;
  /** The kinds whose font did not grow, with both sizes. */
  readonly unchanged: readonly string[];
  /** Elements that are out of view with the larger fonts. */
  readonly misfits: readonly string[];
}

/** The font sizes of each element with text, in CSS pixels, by its description. */
const letters = `Object.fromEntries([...document.querySelectorAll("body *")]
  .filter((each) => [...each.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim() !== ""))
  .map((each) => [each.tagName + " " + each.className, parseFloat(getComputedStyle(each).fontSize)]))`;

/** Elements that extend out of the view or their container where they cannot be scrolled to. */
const misfits = `[...document.querySelectorAll("body *:not(.unseen, .unseen *, svg *, pre *, .table *, math *)")]
  .filter((each) => {
    const { left, right, width } = each.getBoundingClientRect();
    const isWide = each.matches(".scroller, .offers, dialog, form, .tool-rows") && each.scrollWidth > each.clientWidth + 1;
    return isWide || (width > 0 && (left < -1 || right > innerWidth + 1));
  })
  .map((each) => each.outerHTML.slice(0, 100))`;

/** Sets the font size that the visitor has chosen in the browser, in CSS pixels. */
export async function setFontSize(protocol: CDPSession, standard: number): Promise<void> {
  await protocol.send("Page.setFontSizes", { fontSizes: { standard, fixed: standard } });
}

/** Reads a state that was reached with fonts of 32 pixels, and again with the usual 16, which remain. */
export async function readLetters(protocol: CDPSession, frame: Frame): Promise<Letters> {
  const large = await frame.evaluate<Record<string, number>>(letters);
  const outOfView = await frame.evaluate<string[]>(misfits);
  await setFontSize(protocol, 16);
  const plain = await frame.evaluate<Record<string, number>>(letters);
  // What depends on the network may be in only one of the two.
  const inBoth = Object.entries(plain).filter(([each]) => each in large);
  return {
    compared: inBoth.length,
    unchanged: inBoth.flatMap(([each, size]) =>
      large[each] === size * 2 ? [] : [`${each}: ${size} and ${large[each]}`],
    ),
    misfits: outOfView,
  };
}
