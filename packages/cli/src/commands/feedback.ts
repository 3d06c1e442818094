import { Option, type Command } from "commander";
import type { Feedback } from "@servicechat/contract";
import { commandLine } from "@servicechat/operations";
import type { RatedAnswer } from "@servicechat/operations";
import { subcommand, wholeNumber } from "../command-context.ts";
import type { CommandContext, JsonOption } from "../command-context.ts";
import { moment } from "../input/moment.ts";
import { timeText } from "../output/print.ts";
import { resultOrThrow } from "./result-or-throw.ts";

interface ListOptions extends JsonOption {
  readonly agent?: string;
  readonly rating?: Feedback["rating"];
  readonly since?: number;
  readonly limit: number;
}

/** `servicechat feedback …`: what visitors thought of answers. */
export function addFeedbackCommands(program: Command, context: CommandContext): void {
  const feedback = program.command("feedback").description("show how visitors rated answers");
  const { output } = context;

  subcommand(feedback, "list", "list rated answers with their questions, most recently rated first")
    .option("--agent <id>", "only answers by this agent")
    .option(
      "--since <date>",
      "only answers rated since this time, such as 2026-01-31 or 2026-01-31T12:00:00Z",
      moment,
    )
    .addOption(new Option("--rating <rating>", "only these ratings").choices(["up", "down"]))
    .option("--limit <n>", "maximum number of results", wholeNumber(1, 100_000), 50)
    .action(async ({ json, ...query }: ListOptions) => {
      const { agent } = query;
      const { items } = await context.withOperations(async ({ operations }) => {
        if (agent !== undefined) resultOrThrow(await operations.agents.find(commandLine, { agent }));
        return resultOrThrow(await operations.feedback.list(commandLine, query));
      });
      const rows = items.map(ratedView);
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
        "No answers have been rated.",
      );
    });
}

function ratedView(answer: RatedAnswer) {
  return {
    ratedAt: timeText(answer.ratedAt),
    agent: answer.agentId,
    session: answer.chatId,
    message: answer.messageId,
    rating: answer.rating,
    comment: answer.comment,
    question: answer.question,
    answer: answer.answer,
  };
}
