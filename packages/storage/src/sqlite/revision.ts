import type { Connection } from "./open-connection.ts";

/** Tells whether agents or keys may have changed. */
export interface Revision {
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
