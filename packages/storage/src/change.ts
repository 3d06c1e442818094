import type { Kysely } from "kysely";
import type { Tables } from "./schema/tables.ts";

/**
 * Runs a write to agents or keys in one transaction. `mark` is to be called in it when something changed: it moves the
 * mark by which others see that what they remember of agents and keys is out of date.
 */
export type Change = <Result>(
  work: (transaction: Kysely<Tables>, mark: () => Promise<void>) => Promise<Result>,
) => Promise<Result>;
