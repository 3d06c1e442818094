import type { AgentRecord } from "@servicechat/storage";

/** One fault of a sync: the rest went on. */
export interface SyncFault {
  readonly location: string;
  readonly reason: string;
}

export interface SyncReport {
  readonly read: number;
  readonly unchanged: number;
  readonly removed: number;
  readonly passages: number;
  readonly faults: readonly SyncFault[];
}

/** One step of a sync, for a progress line. `total` grows while sources are still being listed. */
export interface SyncStep {
  readonly done: number;
  readonly total: number;
  readonly location: string;
}

export interface Passage {
  readonly title: string;
  readonly headings: readonly string[];
  readonly text: string;
  /** Absolute, with the fragment of the section; `null` when the document has no public address. */
  readonly url: string | null;
  readonly score: number;
}

/** Sources in, passages out. */
export interface Knowledge {
  /** Reads what changed, removes what is gone. A file that cannot be read is reported, and the rest goes on. */
  sync(
    agent: AgentRecord,
    options?: { onStep?: (step: SyncStep) => void; signal?: AbortSignal },
  ): Promise<SyncReport>;
  /** The passages that answer a question best, best first; empty when nothing matches. */
  search(agentId: string, query: string, limit: number): Promise<readonly Passage[]>;
}
