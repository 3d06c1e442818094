import type { Kysely } from "kysely";
import type { Tables } from "./schema/tables.ts";

/**
 * Runs a write to agents or keys in one transaction. Call `bumpRevision` in it if something changed: it increments the revision
 * by which others notice that their caches of agents and keys are outdated.
 */
export type Change = <Result>(
  work: (transaction: Kysely<Tables>, bumpRevision: () => Promise<void>) => Promise<Result>,
) => Promise<Result>;
