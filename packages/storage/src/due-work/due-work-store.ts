import type { VisitorMailRules } from "../visitor-mail/visitor-mail-store.ts";

/** Work of notifications that may be due. */
export type DueWork = "alerts" | "visitorMail" | "webhooks";

/** What makes work due. */
export interface DueWorkQuery extends Pick<VisitorMailRules, "now" | "awayMs" | "maxMessageAgeMs"> {
  /** As for alerts. */
  readonly missedSince: number;
  readonly addressSince: number;
}

/**
 * Looks for work of all kinds in one statement: services that have nothing to do ask every second, each node for
 * itself.
 */
export interface DueWorkStore {
  /** What may be due at the moment: nothing is, of a kind that is missing. */
  find(query: DueWorkQuery): Promise<ReadonlySet<DueWork>>;
}
