import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { launchChromium } from "../../../test/support/launch-chromium.ts";
import { sizes } from "./page/look.ts";
import { galleryStates } from "./states.ts";
import { visitState } from "./visit-state.ts";

/** What to draw. */
export interface Wanted {
  readonly origin: string;
  readonly folder: string;
  /** What the gallery's switches say, as a query. */
  readonly look: string;
  /** Names of states; none: all. */
  readonly names: readonly string[];
  readonly report: (line: string) => void;
}

/** Saves a picture of each state, to look at. */
export async function savePictures({ origin, folder, look, names, report }: Wanted): Promise<void> {
  await mkdir(folder, { recursive: true });
  const [width, height] = sizes[new URLSearchParams(look).get("size") ?? "panel"] ?? [400, 640];
  await using browser = await launchChromium();
  const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: 2 });
  page.on("pageerror", (error) => report(String(error)));
  for (const state of galleryStates.filter(({ name }) => names.length === 0 || names.includes(name))) {
    await visitState(page, { origin, state, look }).catch((error: unknown) => report(String(error)));
    await page.screenshot({ path: join(folder, `${state.name}.png`), animations: "disabled" });
  }
}
