import type { ListedSession, SessionQuery } from "@servicechat/storage";
import { commandLine, writeCursor } from "@servicechat/operations";
import type { CommandContext, JsonOption } from "../command-context.ts";
import { resultOrThrow } from "./result-or-throw.ts";
import { sessionView } from "./session-view.ts";

interface ListOptions extends JsonOption, Omit<SessionQuery, "agents"> {
  readonly agent?: string;
}

/** `servicechat session list` */
export function listSessions(context: CommandContext) {
  const { output } = context;

  return async ({ json, limit, after, ...filter }: ListOptions): Promise<void> => {
    const { items, next } = await context.withOperations(async ({ operations }) => {
      const { agent } = filter;
      if (agent !== undefined) resultOrThrow(await operations.agents.find(commandLine, { agent }));
      if (after !== undefined)
        resultOrThrow(await operations.chats.find(commandLine, { id: after, limit: 1 }));
      const from = after === undefined ? {} : { after: writeCursor("chats", [after]) };
      return resultOrThrow(await operations.chats.list(commandLine, { ...filter, ...from, limit }));
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
