import { escapeIdentifier } from "pg";
import type { RunStatement } from "./maintenance.ts";

/** Makes an index unless it is there. Nobody who reads or writes waits for it; one that was broken off is made again. */
export async function ensureIndex(
  run: RunStatement,
  { name, definition }: { readonly name: string; readonly definition: string },
): Promise<void> {
  const [found] = await run<{ valid: boolean }>(
    "select indisvalid as valid from pg_index where indexrelid = to_regclass($1)",
    [escapeIdentifier(name)],
  );
  if (found?.valid) return;
  if (found) await run(`drop index concurrently if exists ${escapeIdentifier(name)}`);
  await run(`create index concurrently ${escapeIdentifier(name)} ${definition}`);
}
