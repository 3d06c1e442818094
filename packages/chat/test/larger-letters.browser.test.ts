import { describe, expect, test } from "vitest";
import { noChromium } from "../../../test/support/chromium.ts";
import type { galleryStates } from "../gallery/states.ts";
import { visitState } from "../gallery/visit-state.ts";
import { chatGroups, setGallery } from "./set-gallery.ts";

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

describe.skipIf(noChromium)(`fonts of twice the size${noChromium ? ` (${noChromium})` : ""}`, () => {
  const gallery = setGallery({ viewport: { width: 320, height: 640 } });

  /** Draws a state with the font size that the visitor has set in the browser. */
  async function visit(state: (typeof galleryStates)[number], standard: number) {
    const settings = await gallery.page.context().newCDPSession(gallery.page);
    await settings.send("Page.setFontSizes", { fontSizes: { standard, fixed: standard } });
    const frame = await visitState(gallery.page, { origin: gallery.origin, state });
    const drawn = {
      letters: await frame.evaluate<Record<string, number>>(letters),
      misfits: await frame.evaluate<string[]>(misfits),
    };
    await settings.detach();
    return drawn;
  }

  test.each(chatGroups)(
    "$title: all fonts grow, and in 320 pixels nothing is out of view",
    async ({ states }) => {
      for (const state of states) {
        const plain = await visit(state, 16);
        const large = await visit(state, 32);
        // What depends on the network may be in only one of the two.
        const inBoth = Object.entries(plain.letters).filter(([each]) => each in large.letters);
        expect(inBoth.length, state.name).toBeGreaterThan(1);
        const expected = Object.fromEntries(inBoth.map(([each, size]) => [each, size * 2]));
        expect(large.letters, state.name).toMatchObject(expected);
        expect(large.misfits, state.name).toEqual([]);
      }
    },
    300_000,
  );
});
