import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { noChromium } from "./chromium.ts";
import { countDifferences, fingerprintOfFonts, toWebp } from "./work-on-pictures.ts";

/*
 * Pictures are kept, and compared with what is drawn now. Letters are drawn otherwise with other fonts, so only machines
 * compare that draw them as the one on which the pictures were made.
 */

const isUpdate = process.env["UPDATE_PICTURES"] === "1";
/** Drawing takes minutes: `npm run check` asks for it, `npm test` does not. */
const isAsked = isUpdate || process.env["COMPARE_PICTURES"] === "1";
/** So many pixels may be others: a caret, the edge of a shadow. A line that moved by one is a few thousand. */
const tolerance = 120;

/** Why no pictures are compared; `undefined` where they are. */
export const noPictures = isAsked ? noChromium : "COMPARE_PICTURES=1 compares them";

/** What is done when they are not as they were. */
export const advice = "look at them, and take up what is right with UPDATE_PICTURES=1";

/** Whether letters are drawn on this machine as in the pictures of a folder, so that these can be compared or are made anew. */
export async function drawsAlike(page: Page, folder: string): Promise<boolean> {
  if (isUpdate) return true;
  const mark = await readFile(join(folder, "fonts.txt"), "utf8").catch(() => "");
  return mark.trim() === (await fingerprintOfFonts(page));
}

/** What is compared. */
interface Compared {
  /** Where the pictures of all looks are kept. */
  readonly folder: string;
  /** What they have in common, such as `light`. */
  readonly look: string;
  readonly names: readonly string[];
  /** Resolves to a PNG. */
  readonly draw: (name: string) => Promise<Buffer>;
}

/**
 * Compares pictures with those that are kept, or keeps them.
 *
 * @param page Works on pictures; it may be the one that is drawn on
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
