import { Option, type Command } from "commander";
import type { Feedback } from "@servicechat/contract";
import { feedbackListSchema } from "@servicechat/contract/admin-schemas";
import { subcommand, wholeNumber } from "../command-context.ts";
import type { CommandContext, JsonOption } from "../command-context.ts";
import { moment, momentOf } from "../input/moment.ts";
import { readAgent } from "../admin/read-agent.ts";

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
    .action(async ({ json, agent, rating, since, limit }: ListOptions) => {
      const { items } = await context.withAdmin(async ({ api }) => {
        if (agent !== undefined) await readAgent(api, agent);
        const query = { agent, rating, from: momentOf(since) };
        return api.list("feedback", feedbackListSchema, { limit, query });
      });
      const rows = items.map(({ chat, message, at, question = "", answer = "", ...rated }) => ({
        ratedAt: at,
        agent: rated.agent,
        session: chat,
        message,
        rating: rated.rating,
        comment: rated.comment,
        question,
        answer,
      }));
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
