import type { AgentDefinition } from "@servicechat/contract/agent-file";
import type { AgentRecord } from "@servicechat/storage";
import { revisionOf } from "../paging/revision-of.ts";

/** The fields of an agent that operators may see. */
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

/** The visible fields of an agent, without secrets: definitions name the variables that contain them. */
export function agentView(agent: AgentRecord): AgentView {
  const { id, definition, baseDirectory, version, createdAt, updatedAt } = agent;
  const revision = revisionOf([version, definition, baseDirectory]);
  return { id, definition, baseDirectory, version, createdAt, updatedAt, revision };
}
