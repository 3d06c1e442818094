import { sql, type RawBuilder } from "kysely";

/** The value of a word by its weight, D, C, B, A: in a heading (A) four times as much as in the text (D). */
export const headingsOverText = sql.lit("{0.25, 0.25, 1, 1}");

/** Turns PostgreSQL's rank of one word, found once in a text, into 1. */
export const once = sql.lit(6.58);

/** How soon it counts for less that a word is there again: BM25's k1. */
export const saturation = sql.lit(1.2);

/** By how much a text of such a length, 1 being the usual one, has to have a word more often: BM25 with b = 0.75. */
export function lengthShare(length: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(0.25 + 0.75 * ${length})`;
}
