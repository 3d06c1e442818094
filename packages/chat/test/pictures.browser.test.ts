import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { noChromium } from "../../../test/support/chromium.ts";
import { openPainter, type Painter } from "../gallery/open-painter.ts";
import { startGallery, type Gallery } from "../gallery/start-gallery.ts";
import { galleryStates } from "../gallery/states.ts";
import { countDifferences, fingerprintOfFonts, toWebp } from "../gallery/work-on-pictures.ts";

/*
 * A picture of each state is kept, and compared with what is drawn now. Letters are drawn otherwise with other fonts, so
 * only machines compare that draw them as the one on which the pictures were made.
 */

const folder = join(import.meta.dirname, "pictures");
const markFile = join(folder, "fonts.txt");
const isUpdate = process.env["UPDATE_PICTURES"] === "1";
/** Drawing all states takes more than a minute: `npm run check` asks for it, `npm test` does not. */
const isAsked = isUpdate || process.env["COMPARE_PICTURES"] === "1";
const reason = isAsked ? noChromium : "COMPARE_PICTURES=1 compares them";
/** So many pixels may be others: a caret, the edge of a shadow. A line that moved by one is a few thousand. */
const tolerance = 120;
/**
 * What comes to rest at its end, but a part of a pixel higher or lower each time, so that its letters are drawn otherwise:
 * some earlier messages are drawn while the rest is fetched. What is unfolded stays where it was pressed, which on a crowded
 * machine is before all of it has come.
 */
const unsteady: readonly string[] = ["long-conversation", "earlier-version-unfolded"];
const looks = [
  { name: "light", look: "" },
  { name: "dark-arabic-320", look: "theme=dark&lang=ar&size=320" },
] as const;

describe.skipIf(reason)(`pictures of the gallery${reason ? ` (${reason})` : ""}`, () => {
  let gallery: Gallery;
  let painter: Painter;
  let fonts: string;

  beforeAll(async () => {
    gallery = await startGallery();
    painter = await openPainter({ origin: gallery.origin, scale: 1 });
    await painter.page.goto(`${gallery.origin}/shop?only=bubble`);
    fonts = await fingerprintOfFonts(painter.page);
  });

  afterAll(async () => {
    await painter?.[Symbol.asyncDispose]();
    gallery?.[Symbol.dispose]();
  });

  test.for(looks)(
    "are as those that were taken up with UPDATE_PICTURES=1: $name",
    { timeout: 600_000 },
    async ({ name, look }, { skip }) => {
      const stored = join(folder, name);
      const mark = await readFile(markFile, "utf8").catch(() => "");
      skip(!isUpdate && mark.trim() !== fonts, "letters are drawn otherwise on this machine");
      if (isUpdate) await rm(stored, { recursive: true, force: true });
      await mkdir(stored, { recursive: true });
      const other = await mkdtemp(join(tmpdir(), "servicechat-pictures-"));
      const found: string[] = [];
      for (const state of galleryStates.filter(({ name: each }) => !unsteady.includes(each))) {
        const drawn = await painter.draw(state, look);
        const file = join(stored, `${state.name}.webp`);
        const small = await toWebp(painter.page, drawn);
        if (isUpdate) await writeFile(file, small);
        const pixels = existsSync(file)
          ? await countDifferences(painter.page, await readFile(file), small)
          : Infinity;
        if (pixels <= tolerance) continue;
        const now = join(other, `${name}-${state.name}.png`);
        await writeFile(now, drawn);
        found.push(`${state.name}: ${pixels} pixels are others, see ${now}`);
      }
      if (isUpdate) await writeFile(markFile, `${fonts}\n`);
      expect(found, "look at them, and take up what is right with UPDATE_PICTURES=1").toEqual([]);
      await rm(other, { recursive: true });
    },
  );
});
