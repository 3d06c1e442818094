import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openPainter } from "./open-painter.ts";
import { galleryStates } from "./states.ts";

/** What to draw. */
interface Wanted {
  readonly origin: string;
  readonly folder: string;
  /** The gallery's switches, as a query. */
  readonly look: string;
  /** Names of states; empty means all. */
  readonly names: readonly string[];
  readonly report: (line: string) => void;
}

/** Saves a picture of each state, for looking at. */
export async function savePictures({ origin, folder, look, names, report }: Wanted): Promise<void> {
  await mkdir(folder, { recursive: true });
  await using painter = await openPainter({ origin, scale: 2 });
  painter.page.on("pageerror", (error) => report(String(error)));
  for (const state of galleryStates.filter(({ name }) => names.length === 0 || names.includes(name))) {
    try {
      await writeFile(join(folder, `${state.name}.png`), await painter.draw(state, look));
    } catch (error) {
      report(String(error));
    }
  }
}
