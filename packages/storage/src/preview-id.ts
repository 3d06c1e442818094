import { sql, type RawBuilder } from "kysely";

/** The prefix of previews; no agent's own id has it, since it contains a colon. */
const prefix = "preview:";

/** The id under which a draft of an agent answers, and under which all that is said to it is kept. */
export function previewId(agentId: string, name: string): string {
  return `${prefix}${agentId}:${name}`;
}

/** Whether an agent's id is that of a draft: it is in no operator's scope, and no list shows its chats. */
export function isPreview(agentId: string): boolean {
  return agentId.startsWith(prefix);
}

/** Whether a row is of an agent that is live. @param column of the agent's id */
export function isOfLiveAgent(column: string): RawBuilder<boolean> {
  return sql`${sql.ref(column)} not like ${sql.lit(`${prefix}%`)}`;
}

/** Whether a row is of a draft: of any agent, or of this one. @param column of the agent's id */
export function isOfPreview(column: string, agentId?: string): RawBuilder<boolean> {
  const beginning = agentId === undefined ? prefix : previewId(agentId, "");
  return sql`${sql.ref(column)} like ${`${beginning}%`}`;
}
