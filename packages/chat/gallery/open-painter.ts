import type { Page } from "playwright-core";
import { drawStill } from "../../../test/support/draw-still.ts";
import { launchChromium } from "../../../test/support/launch-chromium.ts";
import { readLook, sizeOf } from "./page/look.ts";
import type { GalleryState } from "./state.ts";
import { visitState } from "./visit-state.ts";

/** Draws states of the gallery. */
export interface Painter extends AsyncDisposable {
  /** The page that they are drawn on. */
  readonly page: Page;
  /**
   * A PNG of a state.
   *
   * @param look What the gallery's switches say, as a query.
   * @throws when the state is not reached
   */
  draw(state: GalleryState, look: string): Promise<Buffer>;
}

/** When all pictures are taken, so that they say the same time. */
const now = new Date("2026-11-21T10:30:00.000Z");

/**
 * Opens a browser to draw in. Nothing moves in it, and it is always the same moment in the same place.
 *
 * @param scale How many pixels make one of CSS.
 */
export async function openPainter({ origin, scale }: { origin: string; scale: number }): Promise<Painter> {
  const browser = await launchChromium();
  const page = await browser.newPage({
    deviceScaleFactor: scale,
    reducedMotion: "reduce",
    locale: "en-GB",
    timezoneId: "Europe/Berlin",
  });
  await page.clock.setFixedTime(now);
  return {
    page,
    async draw(state, look) {
      const [width, height] = sizeOf(state, readLook(new URLSearchParams(look)));
      await page.setViewportSize({ width, height });
      await visitState(page, { origin, state, look });
      return drawStill(page);
    },
    [Symbol.asyncDispose]: () => browser.close(),
  };
}
