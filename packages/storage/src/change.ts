import type { Kysely } from "kysely";
import type { Tables } from "./schema/tables.ts";

/**
 * Runs a write to agents or keys in one transaction. Call `bumpRevision` in it if something changed: it increments the revision
 * by which others notice that their caches of agents and keys are outdated.
 */
export type Change = <Result>(
  work: (transaction: Kysely<Tables>, bumpRevision: () => Promise<void>) => Promise<Result>,
) => Promise<Result>;

/** Runs a write in a transaction, after all earlier ones of every node and before all later ones. */
export type WriteInOrder = <Result>(
  work: (transaction: Kysely<Tables>) => Promise<Result>,
) => Promise<Result>;

/**
 * Moves the storage's revision first, whose row PostgreSQL locks until the transaction ends: so two writes that are right
 * one by one cannot be wrong together, such as the removal of each of the last two owners. SQLite has one writer anyway.
 */
export function createWriteInOrder(change: Change): WriteInOrder {
  return (work) =>
    change(async (transaction, bumpRevision) => {
      await bumpRevision();
      return work(transaction);
    });
}
