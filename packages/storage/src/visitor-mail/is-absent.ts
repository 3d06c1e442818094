import { sql, type RawBuilder } from "kysely";
import type { VisitorMailRules } from "./visitor-mail-store.ts";

/**
 * Whether a row of `handoffs` is of a visitor who is away and has not been told what a person did since. The first three
 * conditions are those of the index of such rows, word for word.
 */
export function isAbsent({
  now,
  awayMs,
  maxMessageAgeMs,
}: Pick<VisitorMailRules, "now" | "awayMs" | "maxMessageAgeMs">): RawBuilder<boolean> {
  return sql<boolean>`(email is not null and person_at >= coalesce(seen_at, since)
    and (mailed_at is null or person_at >= mailed_at)
    and person_at >= ${now - maxMessageAgeMs} and coalesce(present_at, since) <= ${now - awayMs})`;
}
