/** A server that tests may use, or why there is none. */
export type KeptServer =
  | {
      readonly url: string;
      /** Completes "PostgreSQL: ...". */
      readonly which: string;
      readonly missing?: undefined;
    }
  | {
      readonly url?: undefined;
      /** Completes "PostgreSQL: ...". */
      readonly missing: string;
    };

/** The servers of one test run. */
export interface KeptServers {
  /** The prefix of its databases and keys, so that they can be cleaned up. No other run has the same. */
  readonly run: string;
  readonly postgres: KeptServer;
  readonly redis: KeptServer;
}
