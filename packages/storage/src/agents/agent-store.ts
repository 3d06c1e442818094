import type { AgentDefinition } from "@servicechat/contract/agent-file";
import type { AgentToApply, ApplyAgentResult } from "../agent-versions/agent-version-store.ts";
import type { AuditEntry } from "../audit/audit-store.ts";

/** An agent as it was applied last. */
export interface AgentRecord {
  readonly id: string;
  readonly definition: AgentDefinition;
  /** Folder that relative `files` patterns start from. */
  readonly baseDirectory: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** The version that it is in; 0 while it was only written by a release without versions. */
  readonly version: number;
}

/** Agents. Any change of one moves the storage's revision. */
export interface AgentStore {
  /** Creates or replaces, and makes a version, unless nothing would change. */
  apply(agent: AgentToApply): Promise<ApplyAgentResult>;
  /**
   * The same for an agent that comes from no file, by the service itself. `unchanged` when the stored definition and folder
   * are equal already: nothing is written.
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
  /** Removes the agent with its versions, drafts, keys, sessions and knowledge. `false` when there was none. */
  delete(id: string, audit?: AuditEntry): Promise<boolean>;
}
