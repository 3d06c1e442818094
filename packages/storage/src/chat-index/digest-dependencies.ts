import type { Kysely } from "kysely";
import type { Tables } from "../schema/tables.ts";

/** The parts in which the two databases differ when the lists of chats are updated. */
export interface DigestDependencies {
  /** Its transactions need not wait for the disk: whatever is lost with one is made again. */
  readonly database: Kysely<Tables>;
  /** Lets nobody else digest until the transaction ends: so revisions become visible in their order. */
  readonly beginDigest: (transaction: Kysely<Tables>) => Promise<void>;
  /** Which of these sessions are there, kept from being erased until the transaction ends. Waits for nobody. */
  readonly keepSessions: (
    transaction: Kysely<Tables>,
    ids: readonly string[],
  ) => Promise<ReadonlySet<string>>;
  /** Ids of some facts of replies that no count contains yet, kept for the transaction. Waits for nobody. */
  readonly keepUncounted: (transaction: Kysely<Tables>, limit: number) => Promise<readonly number[]>;
  /** A small part of the work that the index of words has put off. Resolves to whether there may be more. */
  readonly mergeWords: () => Promise<boolean>;
  /** Changes taken in one transaction: few enough that a visitor's message waits only milliseconds behind them. */
  readonly batch: number;
  readonly now: () => number;
}
