import { sql, type RawBuilder } from "kysely";

const dayMs = 86_400_000;

/** Whether a row of `mailed_addresses` is more than a day old, and counts no more. */
export const isMailedLongAgo = (now: number): RawBuilder<boolean> => sql<boolean>`at <= ${now - dayMs}`;
