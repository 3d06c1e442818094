import type { AgentDefinition } from "@servicechat/contract/agent-file";
import type { AuditEntry } from "../audit/audit-store.ts";
import type { NewKey } from "../keys/key-store.ts";

/** How an agent would be if its file were applied. */
export interface AgentDraft {
  readonly definition: AgentDefinition;
  /** Folder that relative `files` patterns start from. */
  readonly baseDirectory: string;
}

/** A draft to be reached with a key. */
export interface NewPreview extends AgentDraft {
  /** The agent that it is a draft of. */
  readonly agentId: string;
  /** Unlike every other: short, without a colon. */
  readonly name: string;
  readonly key: Omit<NewKey, "agentId" | "revokedAt">;
  /** When key and draft end. */
  readonly endsAt: number;
  /** Maximum number of drafts of one agent at a time; the oldest are deleted. */
  readonly limit: number;
  readonly audit?: AuditEntry;
}

/** Another draft for a key. */
export interface ReplacedDraft extends AgentDraft {
  readonly agentId: string;
  readonly keyId: string;
  /** Proves that the caller has the key. */
  readonly secretHash: string;
  readonly at: number;
}

/**
 * Drafts of agents that answer before anybody else sees them, each to its own key, until that ends. Chats with a draft
 * are stored like all others, under a separate agent id, and deleted with the draft; no list or count includes them.
 * Every change moves the storage's revision.
 */
export interface PreviewStore {
  /** `false` if the agent does not exist. */
  create(preview: NewPreview): Promise<boolean>;
  /**
   * Puts another draft behind a key. @returns when both end; `undefined` if no preview of the agent has this key any
   * longer
   */
  replace(draft: ReplacedDraft): Promise<number | undefined>;
}
