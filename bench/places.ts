/** Where a service of the bench stores its data and connects to other nodes. Empty: its own SQLite file and memory. */
export interface Places {
  /** A SQLite file to open. */
  readonly file?: string;
  readonly postgresUrl?: string;
  readonly redis?: { readonly url: string; readonly prefix: string };
  /** Whether operators can use it. */
  readonly hasConsole?: boolean;
}
