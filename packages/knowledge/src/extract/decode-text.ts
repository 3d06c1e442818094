import { ReadingError } from "./reading-error.ts";

/**
 * Reads bytes as UTF-8, without a byte order mark.
 *
 * @throws ReadingError when they are anything else: guessing would store garbled words
 */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes).replace(/\r\n?/g, "\n");
  } catch (cause) {
    throw new ReadingError("The file is not valid UTF-8. Save it as UTF-8 and sync again.", { cause });
  }
}
