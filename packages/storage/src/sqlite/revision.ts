import type { Kysely } from "kysely";
import type { Change } from "../change.ts";
import type { Tables } from "../schema/tables.ts";
import type { Connection } from "./open-connection.ts";

/** Tells whether agents or keys may have changed. */
interface Revision {
  read(): number;
  /** To be called after each write of our own. */
  advance(): void;
}

/** SQLite counts the commits of other connections; our own are counted here. Both only grow, so their sum changes with either. */
export function createRevision({ connection }: { readonly connection: Connection }): Revision {
  const dataVersion = connection.prepare<{ data_version: number }>("pragma data_version");
  let own = 0;

  return {
    read: () => own + (dataVersion.get()?.data_version ?? 0),
    advance() {
      own += 1;
    },
  };
}

/** Counts each of our own writes to agents and keys once it is committed. */
export function createChange({
  database,
  revision,
}: {
  readonly database: Kysely<Tables>;
  readonly revision: Revision;
}): Change {
  return async (work) => {
    let changed = false;
    const bumpRevision = async () => {
      changed = true;
    };
    try {
      return await database.transaction().execute((transaction) => work(transaction, bumpRevision));
    } finally {
      // Also after a failure: it is committed when the disk does not take it.
      if (changed) revision.advance();
    }
  };
}
