import { Option, type Command } from "commander";
import { gapStates, unsolvedGapStates } from "@servicechat/contract/admin";
import type { Gap, GapState, GapVariant } from "@servicechat/contract/admin";
import { gapSchema, gapsSchema, gapWithVariantsSchema } from "@servicechat/contract/admin-schemas";
import { segment } from "../admin/admin-api.ts";
import { subcommand, wholeNumber } from "../command-context.ts";
import type { CommandContext, JsonOption } from "../command-context.ts";
import { moment, momentOf } from "../input/moment.ts";
import { readAgent } from "../admin/read-agent.ts";

interface ListOptions extends JsonOption {
  readonly agent?: string;
  readonly state?: readonly GapState[];
  readonly since?: number;
  readonly limit: number;
}

const aboutGapId = "the gap's id, as 'servicechat gap list' shows it";

/** `servicechat gap …`: questions that the agents could not answer. */
export function addGapCommands(program: Command, context: CommandContext): void {
  const gap = program.command("gap").description("show questions that were not answered well");
  const { output } = context;

  subcommand(gap, "list", "list gaps, those from the most chats first")
    .option("--agent <id>", "only gaps of this agent")
    .addOption(
      new Option(
        "--state <state...>",
        "only gaps in these states (default: those that are not solved)",
      ).choices(gapStates),
    )
    .option("--since <date>", "only gaps asked about since this time, such as 2026-01-31", moment)
    .option("--limit <n>", "maximum number of results", wholeNumber(1, 100_000), 50)
    .action(async ({ json, state = unsolvedGapStates, since, agent, limit }: ListOptions) => {
      const { items } = await context.withAdmin(async ({ api }) => {
        if (agent !== undefined) await readAgent(api, agent);
        const query = { agent, state, from: momentOf(since) };
        return api.list("gaps", gapsSchema, { limit, query });
      });
      const rows = items.map(gapRow);
      if (json) return output.json(rows);
      output.table(
        ["gap", "agent", "state", "chats", "last asked", "question", "nearest"],
        rows.map((row) => [
          row.id,
          row.agent,
          row.state,
          String(row.chats),
          row.lastAt,
          row.question,
          row.nearest === null ? "-" : `${row.nearest.title} (${row.nearest.score.toFixed(2)})`,
        ]),
        "There are no gaps.",
      );
    });

  subcommand(gap, "show", "show a gap with the wordings of its question and where it was asked")
    .argument("<id>", aboutGapId)
    .action(async (id: string, { json }: JsonOption) => {
      const read = await context.withAdmin(({ api }) =>
        api.ask("GET", `gaps/${segment(id)}`, { answer: gapWithVariantsSchema }),
      );
      const row = { ...gapRow(read), variants: read.variants.map(variantRow) };
      if (json) return output.json(row);
      output.line(`${row.question} (${row.state}, asked in ${row.chats} chats, agent ${row.agent})`);
      if (row.nearest)
        output.line(
          `Nearest: ${row.nearest.title} (${row.nearest.score.toFixed(2)}) ${row.nearest.url ?? ""}`.trimEnd(),
        );
      output.table(
        ["times", "last asked", "question", "session"],
        row.variants.map(({ times, lastAt, question, asked }) => [
          String(times),
          lastAt,
          question,
          asked[0]?.session ?? "-",
        ]),
        "",
      );
    });

  for (const [action, does] of [
    ["dismiss", "dismiss a gap that needs no answer"],
    ["reopen", "reopen a gap"],
  ] as const)
    subcommand(gap, action, does)
      .argument("<id>", aboutGapId)
      .action(async (id: string, { json }: JsonOption) => {
        const changed = await context.withAdmin(({ api }) =>
          api.ask("POST", `gaps/${segment(id)}/${action}`, { body: {}, answer: gapSchema }),
        );
        if (json) return output.json(gapRow(changed));
        output.line(`Gap ${changed.id} is ${changed.state}.`);
      });
}

function gapRow(gap: Gap) {
  return {
    id: gap.id,
    agent: gap.agent,
    state: gap.state,
    question: gap.question,
    questions: gap.questions,
    chats: gap.chats,
    firstAt: gap.firstAt,
    lastAt: gap.lastAt,
    marks: gap.marks,
    nearest: gap.nearest,
    changedAt: gap.changedAt,
    closedBy: gap.closedBy,
    changedBy: gap.changedBy,
  };
}

function variantRow({ asked, ...variant }: GapVariant) {
  return {
    ...variant,
    asked: asked.map(({ chat, message, at }) => ({ session: chat, message, at })),
  };
}
