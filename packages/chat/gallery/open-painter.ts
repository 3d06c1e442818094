import type { Page } from "playwright-core";
import { drawStill } from "../../../test/support/draw-still.ts";
import { launchChromium } from "../../../test/support/launch-chromium.ts";
import { readLook, sizeOf } from "./page/look.ts";
import type { GalleryState } from "./state.ts";
import { visitState } from "./visit-state.ts";

/** Draws states of the gallery. */
export interface Painter extends AsyncDisposable {
  /** The page on which they are drawn. */
  readonly page: Page;
  /**
   * A PNG of a state.
   *
   * @param look the gallery's switches, as a query.
   * @throws if the state is not reached
   */
  draw(state: GalleryState, look: string): Promise<Buffer>;
}

/** The time of all pictures, so that they show the same times. */
const now = new Date("2026-11-21T10:30:00.000Z");

/**
 * Opens a browser for drawing, without animations, at a fixed time and place.
 *
 * @param scale how many pixels correspond to one CSS pixel.
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
