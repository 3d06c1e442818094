import { createExtractor } from "./create-extractor.ts";
import type { ExtractedDocument } from "./extract-document.ts";
import type { ReaderLimits } from "./reader-limits.ts";
import { ReadingError } from "./reading-error.ts";
import { createTurns } from "./take-turns.ts";

/** A file whose text is wanted. */
export interface ReadableFile {
  readonly kind: "pdf" | "docx";
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Whose it is: files of one owner wait for each other, and never keep those of another waiting for all of them. */
  readonly owner: string;
  /** Stands for where it came from: files of one address wait for each other too, whatever owners they have. */
  readonly address: string;
}

/**
 * The content of a file, including headings and page numbers; `undefined` if it cannot be read.
 *
 * @param patience aborted when it is no longer worth waiting for the file's turn; a started read finishes
 * @throws ReadersBusy if its turn did not come before that
 */
export type ReadText = (file: ReadableFile, patience: AbortSignal) => Promise<string | undefined>;

/** Too many files came before this one, so it was not read. It can be read later. */
export class ReadersBusy extends Error {
  constructor() {
    super("Too many files are waiting to be read.");
    this.name = "ReadersBusy";
  }
}

/** The limits for one file: a visitor is waiting for it, and others after it. */
const usual: ReaderLimits = { maxSeconds: 20, maxMegabytes: 256 };
/** Files that are read at once, of different owners. */
const maxAtOnce = 2;

/** Reads the text of single files, owner by owner, each in a separate process, since strangers send them. */
export function createTextReader(limits = usual): ReadText {
  const turns = createTurns(maxAtOnce);
  // Before the other turn: in the line of its key, and beside it, an address stands once.
  const turnsOfAddresses = createTurns(Infinity);
  return async (file, patience) => {
    using turnOfAddress = await turnsOfAddresses.take(file.address, patience);
    using turn = turnOfAddress && (await turns.take(file.owner, patience));
    if (!turn) throw new ReadersBusy();
    return await readText(file, limits);
  };
}

async function readText(
  { kind, name, bytes }: ReadableFile,
  limits: ReaderLimits,
): Promise<string | undefined> {
  await using extractor = createExtractor(limits);
  try {
    return textOf(await extractor.extract({ kind, name, bytes }));
  } catch (error) {
    if (error instanceof ReadingError) return undefined;
    throw error;
  }
}

/** Passages one after another, each new heading above what stands under it. */
function textOf({ passages }: ExtractedDocument): string {
  let above = "";
  return passages
    .map(({ headings, text }) => {
      const heading = headings.slice(1).join(" › ");
      const isNew = heading !== "" && heading !== above;
      above = heading;
      return isNew ? `${heading}\n\n${text}` : text;
    })
    .join("\n\n");
}
