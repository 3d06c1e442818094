import type { AgentRecord } from "@servicechat/storage";

/** One fault of a sync: the rest went on. */
export interface SyncFault {
  /** The file, relative to the agent's folder, or the pattern that led nowhere. */
  readonly location: string;
  /** A sentence for the operator. */
  readonly reason: string;
}

export interface SyncReport {
  /** Files that were new or changed. */
  readonly read: number;
  readonly unchanged: number;
  /** Documents that were forgotten, because their file is gone or can no longer be read. */
  readonly removed: number;
  /** Passages written by this sync; those of unchanged files are not counted. */
  readonly passages: number;
  readonly faults: readonly SyncFault[];
}

/** One step of a sync, for a progress line. `total` grows while sources are still being listed. */
export interface SyncStep {
  /** Files that are finished, `location` included. */
  readonly done: number;
  readonly total: number;
  readonly location: string;
}

export interface SyncOptions {
  readonly onStep?: (step: SyncStep) => void;
  /** Aborting it rejects the sync with its reason; what was read until then stays. */
  readonly signal?: AbortSignal;
}

export interface Passage {
  readonly title: string;
  /** Headings from the document's title down. */
  readonly headings: readonly string[];
  /** Markdown. */
  readonly text: string;
  /** Absolute, with the fragment of the section; `null` when the document has no public address. */
  readonly url: string | null;
  /** From 0 to 1: how much of the question the passage covers. Below about 0.35 it is hardly an answer. */
  readonly score: number;
}

/** Sources in, passages out. */
export interface Knowledge {
  /** Reads what changed, removes what is gone. A file that cannot be read is reported, and the rest goes on. */
  sync(agent: AgentRecord, options?: SyncOptions): Promise<SyncReport>;
  /** The passages that answer a question best, best first; empty when nothing matches. */
  search(agentId: string, query: string, limit: number): Promise<readonly Passage[]>;
}
