import { Option } from "commander";
import type { Command } from "commander";
import { commandLine } from "@servicechat/operations";
import type { UsageSum } from "@servicechat/operations";
import type { Usage, UsageGroup } from "@servicechat/storage";
import { subcommand } from "../command-context.ts";
import type { CommandContext, JsonOption } from "../command-context.ts";
import { moment } from "../input/moment.ts";
import { amountText } from "../output/amount-text.ts";
import { timeText } from "../output/print.ts";
import { resultOrThrow } from "./result-or-throw.ts";

interface UsageOptions extends JsonOption {
  readonly by: UsageGroup;
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
    .action(async ({ json, ...query }: UsageOptions) => {
      const { agent } = query;
      const { read, keys } = await context.withOperations(async ({ operations }) => {
        const read = resultOrThrow(await operations.usage.read(commandLine, query));
        // An agent's usage remains after the agent is deleted.
        if (agent !== undefined && read.items.length === 0)
          resultOrThrow(await operations.agents.find(commandLine, { agent }));
        return {
          read,
          keys: resultOrThrow(await operations.keys.list(commandLine, { limit: Infinity })).items,
        };
      });
      const { by, since, until, items: rows, total, currency, unpricedModels } = read;
      if (json) {
        const items = rows.map((row) => ({ [fields[by]]: nameOf(row), ...view(row) }));
        const span = { from: timeText(since), to: timeText(until), by };
        return output.json({ ...span, items, total: view(total), currency, unpricedModels });
      }
      const isByKey = by === "key";
      const cost = (row: UsageSum) => (currency === null ? [] : [amountText(row.cost, currency)]);
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

/** A day as its date in UTC, an agent or key by its id, a model by its name. */
function nameOf({ of }: Pick<Usage, "of">): string {
  return typeof of === "number" ? timeText(of).slice(0, 10) : of;
}

function view({ replies, inputTokens, outputTokens, cost, unpriced }: UsageSum) {
  return { replies, tokens: { in: inputTokens, out: outputTokens }, cost, unpriced };
}

function cells({ replies, inputTokens, outputTokens }: UsageSum): readonly string[] {
  return [replies, inputTokens, outputTokens].map(String);
}
