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
  readonly now: () => number;
}
