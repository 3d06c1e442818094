import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { noChromium } from "./chromium.ts";
import { countDifferences, fingerprintOfFonts, toWebp } from "./work-on-pictures.ts";

/*
 * Pictures are stored, and compared with what is drawn now. Text looks different with other fonts, so only machines
 * compare that render it like the one on which the pictures were made.
 */

const isUpdate = process.env["UPDATE_PICTURES"] === "1";
/** Drawing takes minutes: `npm run check` does it, `npm test` does not. */
const isAsked = isUpdate || process.env["COMPARE_PICTURES"] === "1";
/** How many pixels may differ: a caret, the edge of a shadow. A line that moved by one pixel is a few thousand. */
const tolerance = 120;

/** Why no pictures are compared; `undefined` if they are. */
export const noPictures = isAsked ? noChromium : "COMPARE_PICTURES=1 compares them";

/** What to do if they differ. */
export const advice = "look at them, and take up what is right with UPDATE_PICTURES=1";

/** Whether this machine renders text as in the pictures of a folder, so that they can be compared or recreated. */
export async function drawsAlike(page: Page, folder: string): Promise<boolean> {
  if (isUpdate) return true;
  const mark = await readFile(join(folder, "fonts.txt"), "utf8").catch(() => "");
  return mark.trim() === (await fingerprintOfFonts(page));
}

/** A comparison. */
interface Compared {
  /** Where the pictures of all looks are stored. */
  readonly folder: string;
  /** What they have in common, such as `light`. */
  readonly look: string;
  readonly names: readonly string[];
  /** Resolves to a PNG. */
  readonly draw: (name: string) => Promise<Buffer>;
}

/**
 * Compares pictures with the stored ones, or stores them.
 *
 * @param page Processes pictures; it may be the one that is drawn on
 * @returns what differs, and where to look at it
 */
export async function comparePictures(
  page: Page,
  { folder, look, names, draw }: Compared,
): Promise<readonly string[]> {
  const stored = join(folder, look);
  if (isUpdate) await rm(stored, { recursive: true, force: true });
  await mkdir(stored, { recursive: true });
  const other = await mkdtemp(join(tmpdir(), "servicechat-pictures-"));
  const found: string[] = [];
  for (const name of names) {
    const drawn = await draw(name);
    const file = join(stored, `${name}.webp`);
    const small = await toWebp(page, drawn);
    if (isUpdate) await writeFile(file, small);
    const pixels = existsSync(file) ? await countDifferences(page, await readFile(file), small) : Infinity;
    if (pixels <= tolerance) continue;
    const now = join(other, `${look}-${name}.png`);
    await writeFile(now, drawn);
    found.push(`${name}: ${pixels} pixels are others, see ${now}`);
  }
  if (isUpdate) await writeFile(join(folder, "fonts.txt"), `${await fingerprintOfFonts(page)}\n`);
  if (found.length === 0) await rm(other, { recursive: true });
  return found;
}
