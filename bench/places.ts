/** Where a service of the bench stores its data and connects to other nodes. Empty: its own SQLite file and memory. */
export interface Places {
  /** A SQLite file to open. */
  readonly file?: string;
  readonly postgresUrl?: string;
  /** Nodes with the same secret belong together. */
  readonly redis?: { readonly url: string; readonly secret: string };
}
