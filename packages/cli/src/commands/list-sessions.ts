import type { ListedSession, SessionQuery } from "@servicechat/storage";
import { requireAgent } from "../command-parts.ts";
import type { CommandParts, JsonOption } from "../command-parts.ts";
import { requireSession, sessionView } from "./session-view.ts";

interface ListOptions extends JsonOption, Omit<SessionQuery, "agentId"> {
  readonly agent?: string;
}

/** `servicechat session list` */
export function listSessions(parts: CommandParts) {
  const { output } = parts;

  return async ({ json, agent, limit, ...filter }: ListOptions): Promise<void> => {
    const query = { ...filter, ...(agent !== undefined && { agentId: agent }) };
    const found = await parts.inHouse(async ({ storage }) => {
      if (agent !== undefined) await requireAgent(storage, agent);
      if (filter.after !== undefined) await requireSession(storage, filter.after);
      // One more than is shown tells whether there are more.
      return storage.conversations.list({ ...query, limit: limit + 1 });
    });
    const rows = found.slice(0, limit).map(listedView);
    if (json) output.json(rows);
    else
      output.table(
        ["id", "agent", "turns", "unanswered", "last active", "first question"],
        rows.map((row) => [
          row.id,
          row.agent,
          `${row.turns}`,
          row.unanswered === 0 ? "-" : `${row.unanswered}`,
          row.lastActiveAt,
          row.firstQuestion,
        ]),
        Object.keys(query).length > 0 ? "There are no such chats." : "There are no chats yet.",
      );
    if (found.length > limit) output.note(`There are more: add --after ${rows.at(-1)?.id}`);
  };
}

function listedView(session: ListedSession) {
  const { firstQuestion, unanswered } = session;
  return { ...sessionView(session), firstQuestion, unanswered };
}
