import type { ListedSession, SessionQuery } from "@servicechat/storage";
import { commandLine, writeCursor } from "@servicechat/operations";
import type { CommandParts, JsonOption } from "../command-parts.ts";
import { answered } from "./answered.ts";
import { sessionView } from "./session-view.ts";

interface ListOptions extends JsonOption, Omit<SessionQuery, "agents"> {
  readonly agent?: string;
}

/** `servicechat session list` */
export function listSessions(parts: CommandParts) {
  const { output } = parts;

  return async ({ json, limit, after, ...filter }: ListOptions): Promise<void> => {
    const { items, next } = await parts.withOperations(async ({ operations }) => {
      const { agent } = filter;
      if (agent !== undefined) answered(await operations.agents.find(commandLine, { agent }));
      if (after !== undefined) answered(await operations.chats.find(commandLine, { id: after, limit: 1 }));
      const from = after === undefined ? {} : { after: writeCursor("chats", [after]) };
      return answered(await operations.chats.list(commandLine, { ...filter, ...from, limit }));
    });
    const isFiltered = after !== undefined || Object.keys(filter).length > 0;
    const rows = items.map(listedView);
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
        isFiltered ? "No chats match." : "There are no chats yet.",
      );
    if (next !== null) output.note(`There are more: continue with --after ${rows.at(-1)?.id}`);
  };
}

function listedView(session: ListedSession) {
  const { firstQuestion, unanswered } = session;
  return { ...sessionView(session), firstQuestion, unanswered };
}
