import type { AgentDefinition } from "@servicechat/contract/agent-file";
import type { AgentToApply, ApplyAgentResult } from "../agent-versions/agent-version-store.ts";
import type { AuditEntry } from "../audit/audit-store.ts";
import type { ErasureProgress } from "../erasure/create-agent-eraser.ts";

/** An agent as it was last applied. */
export interface AgentRecord {
  readonly id: string;
  readonly definition: AgentDefinition;
  /** Folder that relative `files` patterns start from. */
  readonly baseDirectory: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Its current version; 0 for a draft. */
  readonly version: number;
}

/** Agents. Every change moves the storage's revision. */
export interface AgentStore {
  /** Creates or replaces an agent and creates a version, unless nothing would change. */
  apply(agent: AgentToApply): Promise<ApplyAgentResult>;
  /**
   * The same for an agent that does not come from a file, but from the service itself. `unchanged` if the stored
   * definition and folder are already equal: nothing is written.
   */
  put(agent: {
    id: string;
    definition: AgentDefinition;
    baseDirectory: string;
    at: number;
  }): Promise<"created" | "updated" | "unchanged">;
  /** A draft too, by the id that it answers under. */
  find(id: string): Promise<AgentRecord | undefined>;
  /** All that are live, by id. */
  list(): Promise<readonly AgentRecord[]>;
  /**
   * Removes the agent with its versions, drafts, keys, sessions and knowledge. From the first moment on it is gone for
   * everybody; its rows are deleted in short steps, between which visitors come first. Where a process ends in between,
   * the same call, the next expiry or an agent of the same id continues. `false` if there was none.
   *
   * @param options.onProgress Called after each chat
   */
  delete(
    id: string,
    options?: {
      readonly audit?: AuditEntry;
      readonly onProgress?: ((progress: ErasureProgress) => void) | undefined;
    },
  ): Promise<boolean>;
}
