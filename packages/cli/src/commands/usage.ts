import { Option } from "commander";
import type { Command } from "commander";
import type { Storage, Usage, UsageGroup } from "@servicechat/storage";
import { requireAgent, subcommand } from "../command-parts.ts";
import type { CommandParts, JsonOption } from "../command-parts.ts";
import { moment } from "../moment.ts";
import { timeText } from "../print.ts";

interface UsageOptions extends JsonOption {
  readonly by: UsageGroup;
  readonly agent?: string;
  readonly since?: number;
  readonly until?: number;
}

interface Sum {
  readonly replies: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

const dayMs = 86_400_000;

/** `servicechat usage`: what replies took, as the providers of models counted. */
export function addUsageCommand(program: Command, parts: CommandParts): void {
  const { output } = parts;

  subcommand(
    program,
    "usage",
    "replies and tokens by day, agent or key; of the last 30 days unless told otherwise",
  )
    .addOption(new Option("--by <group>", "one row for each").choices(["day", "agent", "key"]).default("day"))
    .option("--agent <id>", "only replies of this agent")
    .option("--since <date>", "only what was asked since, such as 2026-01-31 or 2026-01-31T12:00:00Z", moment)
    .option("--until <date>", "only what was asked before, such as 2026-02-28", moment)
    .action(
      async ({ json, by, agent, until = parts.now() + 1, since = monthBefore(until) }: UsageOptions) => {
        const query = { by, since, until, ...(agent !== undefined && { agentId: agent }) };
        const { rows, names } = await parts.inHouse(async ({ storage }) => {
          const read = await storage.usage.read(query);
          // What an agent used stays counted when it is deleted.
          if (agent !== undefined && read.length === 0) await requireAgent(storage, agent);
          return { rows: read, names: await keyNames(storage) };
        });
        const total = rows.reduce(sumOf, { replies: 0, inputTokens: 0, outputTokens: 0 });
        if (json) {
          const items = rows.map((row) => ({ [fields[by]]: nameOf(row), ...view(row) }));
          return output.json({ from: timeText(since), to: timeText(until), by, items, total: view(total) });
        }
        const isByKey = by === "key";
        const lines = rows.map((row) => [
          nameOf(row),
          ...(isByKey ? [names.get(row.of) ?? ""] : []),
          ...cells(row),
        ]);
        output.table(
          [by, ...(isByKey ? ["name"] : []), "replies", "tokens in", "tokens out"],
          [...lines, ["total", ...(isByKey ? [""] : []), ...cells(total)]],
          "",
        );
      },
    );
}

/** What a row of each kind is called in JSON. */
const fields = { day: "at", agent: "agent", key: "key" } as const;

/** From the beginning of a day on, so that the first row is a whole one. */
function monthBefore(until: number): number {
  return Math.floor((until - 1) / dayMs) * dayMs - 29 * dayMs;
}

/** A day as its date in UTC, an agent or key by its id. */
function nameOf({ of }: Usage): string {
  return typeof of === "number" ? timeText(of).slice(0, 10) : of;
}

async function keyNames({ keys }: Storage): Promise<ReadonlyMap<number | string, string>> {
  return new Map((await keys.list()).map(({ id, name }) => [id, name]));
}

function sumOf(one: Sum, other: Sum): Sum {
  return {
    replies: one.replies + other.replies,
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
  };
}

function view({ replies, inputTokens, outputTokens }: Sum) {
  return { replies, tokens: { in: inputTokens, out: outputTokens } };
}

function cells({ replies, inputTokens, outputTokens }: Sum): readonly string[] {
  return [replies, inputTokens, outputTokens].map(String);
}
