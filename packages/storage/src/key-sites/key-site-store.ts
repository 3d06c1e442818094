import type { AgentScope } from "../agent-scope/agent-scope.ts";

/** Requests of one key from one site. */
export interface SiteRequests {
  readonly keyId: string;
  /** As the browser sent it, well-formed and at most 269 characters long. */
  readonly origin: string;
  readonly admitted: number;
  readonly refused: number;
  /** Time of the last of them. */
  readonly lastAt: number;
}

/** The counts of sites that have no separate row. */
export type OtherSites = Omit<SiteRequests, "keyId" | "origin">;

/** Sites that sent a key's requests, with how many were admitted and refused. */
export interface KeySiteStore {
  /**
   * Adds to what was counted, in this process and others. A key has at most 100 sites; those that come later are counted
   * together, but a site that is admitted takes the row of one that never was.
   */
  add(counted: readonly SiteRequests[]): Promise<void>;
  /**
   * The sites of a key, the most recent first, and all others together, `null` if there were none.
   *
   * @returns `undefined` if there is no such key, or the scope does not cover its agent
   */
  list(query: {
    readonly scope: AgentScope;
    readonly keyId: string;
  }): Promise<{ readonly sites: readonly SiteRequests[]; readonly others: OtherSites | null } | undefined>;
}
