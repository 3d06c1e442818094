/** Where a service of the bench remembers and meets others. Empty: a SQLite file of its own, and its own memory. */
export interface Places {
  /** A SQLite file to open. */
  readonly file?: string;
  readonly postgresUrl?: string;
  readonly redis?: { readonly url: string; readonly prefix: string };
  /** Whether operators can ask it. */
  readonly hasConsole?: boolean;
}
