import type { AgentDefinition } from "@servicechat/contract/agent-file";
import type { AgentRecord } from "@servicechat/storage";
import { revisionOf } from "../lists/revision-of.ts";

/** What an operator may know of an agent. */
export interface AgentView {
  readonly id: string;
  readonly definition: AgentDefinition;
  /** Folder that relative `files` patterns start from. */
  readonly baseDirectory: string;
  /** Grows with every change. */
  readonly version: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Another one whenever the agent has changed. */
  readonly revision: string;
}

/** What is shown of an agent. No secret is in it: definitions name the variables that hold them. */
export function agentView(agent: AgentRecord): AgentView {
  const { id, definition, baseDirectory, version, createdAt, updatedAt } = agent;
  const revision = revisionOf([version, definition, baseDirectory]);
  return { id, definition, baseDirectory, version, createdAt, updatedAt, revision };
}
