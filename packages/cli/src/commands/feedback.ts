import { Option, type Command } from "commander";
import { messageIdOfReply } from "@servicechat/contract";
import type { Feedback } from "@servicechat/contract";
import type { RatedReply, Storage } from "@servicechat/storage";
import { requireAgent, subcommand, wholeNumber } from "../command-parts.ts";
import type { CommandParts, JsonOption } from "../command-parts.ts";
import { moment } from "../moment.ts";
import { timeText } from "../print.ts";

interface ListOptions extends JsonOption {
  readonly agent?: string;
  readonly rating?: Feedback["rating"];
  readonly since?: number;
  readonly limit: number;
}

/** `servicechat feedback …`: what visitors thought of answers. */
export function addFeedbackCommands(program: Command, parts: CommandParts): void {
  const feedback = program.command("feedback").description("read what visitors thought of answers");
  const { output } = parts;

  subcommand(feedback, "list", "the answers that were rated last, with what was asked")
    .option("--agent <id>", "only answers of this agent")
    .option("--since <date>", "only what was rated since, such as 2026-01-31 or 2026-01-31T12:00:00Z", moment)
    .addOption(new Option("--rating <rating>", "only these").choices(["up", "down"]))
    .option("--limit <n>", "how many at most", wholeNumber(1, 100_000), 50)
    .action(async ({ json, ...query }: ListOptions) => {
      const rows = await parts.inHouse(async ({ storage }) => {
        if (query.agent !== undefined) await requireAgent(storage, query.agent);
        return readRated(storage, query);
      });
      if (json) return output.json(rows);
      output.table(
        ["rated", "agent", "rating", "comment", "question", "session"],
        rows.map((row) => [
          row.ratedAt,
          row.agent,
          row.rating,
          row.comment ?? "-",
          row.question,
          row.session,
        ]),
        "No answer has been rated.",
      );
    });
}

async function readRated(storage: Storage, { agent, rating, since, limit }: Omit<ListOptions, "json">) {
  const rated = await storage.feedback.listRated({
    limit,
    ...(agent !== undefined && { agentId: agent }),
    ...(rating !== undefined && { rating }),
    ...(since !== undefined && { since }),
  });
  const rows: ReturnType<typeof ratedView>[] = [];
  for (const reply of rated) rows.push(ratedView(reply, await readTurn(storage, reply)));
  return rows;
}

/** What was asked and answered; empty when the chat was erased a moment ago. */
async function readTurn({ conversations }: Storage, { sessionId, turn }: RatedReply) {
  const [found] = await conversations.readTurns({ sessionId, after: turn - 1, limit: 1 });
  return {
    question: (found?.messages ?? []).map(({ content }) => content).join("\n"),
    answer: found?.reply.content ?? "",
  };
}

function ratedView(
  { ratedAt, agentId, sessionId, replyId, rating, comment }: RatedReply,
  said: { readonly question: string; readonly answer: string },
) {
  return {
    ratedAt: timeText(ratedAt),
    agent: agentId,
    session: sessionId,
    message: messageIdOfReply(replyId),
    rating,
    comment: comment ?? null,
    ...said,
  };
}
