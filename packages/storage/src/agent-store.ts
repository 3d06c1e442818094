import type { AgentDefinition } from "@servicechat/contract/agent-file";

/** An agent as it was applied last. */
export interface AgentRecord {
  readonly id: string;
  readonly definition: AgentDefinition;
  /** Folder that relative `files` patterns start from. */
  readonly baseDirectory: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Agents. Any change of one moves the storage's revision. */
export interface AgentStore {
  /** Creates or replaces. `unchanged` when the stored definition and folder are equal already: nothing is written. */
  put(agent: {
    id: string;
    definition: AgentDefinition;
    baseDirectory: string;
    at: number;
  }): Promise<"created" | "updated" | "unchanged">;
  find(id: string): Promise<AgentRecord | undefined>;
  /** All of them, by id. */
  list(): Promise<readonly AgentRecord[]>;
  /** Removes the agent with its keys, sessions and knowledge. `false` when there was none. */
  delete(id: string): Promise<boolean>;
}
