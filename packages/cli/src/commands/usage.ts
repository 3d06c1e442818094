import { Option } from "commander";
import type { Command } from "commander";
import type { RepliesReport } from "@servicechat/contract/admin";
import { keysSchema, repliesSchema } from "@servicechat/contract/admin-schemas";
import { subcommand } from "../command-context.ts";
import type { CommandContext, JsonOption } from "../command-context.ts";
import { moment, momentOf } from "../input/moment.ts";
import { readAgent } from "../admin/read-agent.ts";
import { amountText } from "../output/print.ts";

interface UsageOptions extends JsonOption {
  readonly by: keyof typeof fields;
  readonly agent?: string;
  readonly since?: number;
  readonly until?: number;
}

/** `servicechat usage`: what replies used, as counted by the providers of models. */
export function addUsageCommand(program: Command, context: CommandContext): void {
  const { output } = context;

  subcommand(
    program,
    "usage",
    "show replies, tokens and cost by day, agent, key or model (default: the last 30 days)",
  )
    .addOption(
      new Option("--by <group>", "one row for each").choices(["day", "agent", "key", "model"]).default("day"),
    )
    .option("--agent <id>", "only replies by this agent")
    .option(
      "--since <date>",
      "only questions asked since this time, such as 2026-01-31 or 2026-01-31T12:00:00Z",
      moment,
    )
    .option("--until <date>", "only questions asked before this time, such as 2026-02-28", moment)
    .action(async ({ json, by, agent, since, until }: UsageOptions) => {
      const { read, keys } = await context.withAdmin(async ({ api }) => {
        const query = {
          by,
          agent,
          from: momentOf(since),
          to: momentOf(until),
        };
        const read = await api.ask("GET", "usage/replies", { query, answer: repliesSchema });
        // An agent's usage remains after the agent is deleted.
        if (agent !== undefined && read.items.length === 0) await readAgent(api, agent);
        return { read, keys: (await api.list("keys", keysSchema, { limit: Infinity })).items };
      });
      const { from, to, items: rows, total, currency, unpricedModels } = read;
      const nameOf = ({ of }: { readonly of: string }) => (by === "day" ? of.slice(0, 10) : of);
      if (json) {
        const items = rows.map((row) => ({ [fields[by]]: nameOf(row), ...view(row) }));
        const span = { from, to, by };
        return output.json({ ...span, items, total: view(total), currency, unpricedModels });
      }
      const isByKey = by === "key";
      const cost = (row: ReplySum) => (currency === null ? [] : [amountText(row.cost, currency)]);
      const lines = rows.map((row) => [
        nameOf(row),
        ...(isByKey ? [keys.find(({ id }) => id === row.of)?.name ?? ""] : []),
        ...cells(row),
        ...cost(row),
      ]);
      output.table(
        [
          by,
          ...(isByKey ? ["name"] : []),
          "replies",
          "tokens in",
          "tokens out",
          ...(currency === null ? [] : ["cost"]),
        ],
        [...lines, ["total", ...(isByKey ? [""] : []), ...cells(total), ...cost(total)]],
        "",
      );
      if (currency !== null && total.unpriced > 0)
        output.line(
          `Not included: ${total.unpriced} tokens (no price entered: ${unpricedModels.join(", ")})`,
        );
    });
}

/** The field for each kind of row in JSON. */
const fields = { day: "at", agent: "agent", key: "key", model: "model" } as const;

type ReplySum = RepliesReport["total"];

function view({ replies, inputTokens, outputTokens, cost, unpriced }: ReplySum) {
  return { replies, tokens: { in: inputTokens, out: outputTokens }, cost, unpriced };
}

function cells({ replies, inputTokens, outputTokens }: ReplySum): readonly string[] {
  return [replies, inputTokens, outputTokens].map(String);
}
