import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { noChromium } from "../../../test/support/chromium.ts";
import { launchChromium } from "../../../test/support/launch-chromium.ts";
import { startGallery, type Gallery } from "../gallery/start-gallery.ts";

/** The gallery, and a page of one browser to view it, for the tests of a suite. There are no animations. */
export function setGallery({ viewport }: Pick<BrowserContextOptions, "viewport"> = {}) {
  let gallery: Gallery;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    if (noChromium) return;
    gallery = await startGallery();
    browser = await launchChromium();
    page = await browser.newPage({ reducedMotion: "reduce", ...(viewport && { viewport }) });
  });

  afterAll(async () => {
    await browser?.close();
    gallery?.[Symbol.dispose]();
  });

  return {
    get origin() {
      return gallery.origin;
    },
    get page() {
      return page;
    },
  };
}
