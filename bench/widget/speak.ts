import { words } from "../../test/support/model-server.ts";
import { longAnswer } from "../long-answer.ts";

/** Milliseconds between two pieces: 200 words a second, like the fastest models. */
export const everyMs = 5;

/** The pieces of the long answer: its words, each with the space before it. */
export const pieces: readonly string[] = words(longAnswer());

/**
 * Yields the long answer piece by piece, with pauses. A late piece shortens the next pause, so it always takes as long.
 */
export function* speak(): Generator<string | { readonly wait: number }> {
  const begun = performance.now();
  for (const [number, piece] of pieces.entries()) {
    const wait = begun + number * everyMs - performance.now();
    if (wait > 0) yield { wait };
    yield piece;
  }
}
