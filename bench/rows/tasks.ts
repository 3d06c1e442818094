import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { findTestPostgres, runSql, temporaryDatabase } from "../../test/support/test-servers.ts";
import { openStream } from "../ask-service.ts";
import { createChatVisitor } from "../chat-visitor.ts";
import { filledWith } from "../filled-with.ts";
import type { BenchOptions, Part } from "../part.ts";
import type { Places } from "../places.ts";
import { startChild } from "../processes/child.ts";
import type { AskSteadilyAnswers } from "../processes/ask-steadily.ts";
import { withUnit } from "../row.ts";
import type { Row } from "../row.ts";
import { startServiceWithModel } from "../start-service.ts";
import { percentile } from "../statistics.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const chats = 60_000;
/** Of 60,000 chats that are kept for 30 days, so many expire each day. */
const expired = 2_000;
/** Chats of the agent that is deleted. */
const closing = 2_000;
const everyMs = 5;
const restMs = 8_000;
const maxTaskMs = 300_000;

/**
 * How long the event loop is blocked at a time (in processor time of its thread, and elapsed), and how much longer
 * visitors wait, while a day of chats expires, while an agent is deleted, and with a console open, on both databases.
 */
export const tasks: Part = async (options) => {
  await using folder = await temporaryFolder();
  const rows = await measure("SQLite", { file: join(folder.path, "tasks.db") }, options);
  if ((await findTestPostgres()).missing !== undefined) return rows;
  await using database = await temporaryDatabase();
  return [...rows, ...(await measure("PostgreSQL", { postgresUrl: database.url }, options))];
};

async function measure(
  database: string,
  places: Places,
  { serviceArguments, progress }: BenchOptions,
): Promise<readonly Row[]> {
  const filling = {
    ...filledWith(chats),
    expired,
    closing,
    progress: (filled: number) => progress(`${database}, ${filled.toLocaleString("en")} chats`),
  };
  await using started = await startServiceWithModel(serviceArguments, places, { filling });
  await using steady = startChild<AskSteadilyAnswers>("ask-steadily.ts");
  const { service, target } = started;
  const [operator = {}] = await started.employ(1);
  const visitor = createChatVisitor(target);

  /** Lets visitors ask steadily while something happens. */
  async function during(what: string, happen: () => Promise<unknown>) {
    progress(`${database}, ${what}`);
    await service.ask("watchLoop");
    await steady.ask("begin", { ...target, path: "/chat-bot/config", everyMs });
    const beganAt = performance.now();
    await happen();
    const seconds = (performance.now() - beganAt) / 1000;
    const waits = await steady.ask("end");
    return { seconds, p99: percentile(waits, 0.99), block: await service.ask("longestBlock") };
  }

  const countOf = async (where: string) => {
    const text = `select count(*) as count from sessions where ${where}`;
    if (places.postgresUrl !== undefined)
      return Number((await runSql(places.postgresUrl, text))[0]?.["count"]);
    using read = new DatabaseSync(places.file ?? "", { readOnly: true });
    return Number(read.prepare(text).get()?.["count"]);
  };
  async function untilGone(where: string): Promise<void> {
    const giveUpAt = performance.now() + maxTaskMs;
    while ((await countOf(where)) > 0) {
      if (performance.now() > giveUpAt) throw new Error(`still there: ${where}`);
      await pause(100);
    }
  }

  // Each start begins with it.
  const expiring = await during("a day of chats expires", () =>
    untilGone(`last_active_at < ${Date.now() - 31 * 86_400_000}`),
  );
  await pause(restMs);
  const talk = async () => {
    const until = performance.now() + restMs;
    let token: string | undefined;
    while (performance.now() < until) token = await visitor.talk(1, token);
  };
  const rest = await during("a visitor chats", talk);
  const watched = await during("a console is open", async () => {
    using _events = await openStream({ port: target.port, headers: operator, path: "/console/api/events" });
    await talk();
  });
  const deleting = await during("an agent is deleted", async () => {
    const answer = await fetch(`http://127.0.0.1:${target.port}/console/api/agents/closing`, {
      method: "DELETE",
      headers: operator,
    });
    if (!answer.ok) throw new Error(`deleting was answered with ${answer.status}: ${await answer.text()}`);
    await untilGone("agent_id = 'closing'");
  });

  const added = (figure: string, { p99, seconds }: typeof rest): Row => ({
    figure: `added wait of visitors, p99, while ${figure}, ${database}`,
    measured: `${withUnit(p99, "ms")} for ${withUnit(seconds, "s")}, otherwise ${withUnit(rest.p99, "ms")}`,
    value: Math.max(0, p99 - rest.p99),
    unit: "ms",
    atLeast: 60,
    aim: 30,
  });
  const blocks = { expiry: expiring, "no console": rest, console: watched, deletion: deleting };
  return [
    added("2,000 chats expire", expiring),
    added("an agent of 2,000 chats is deleted", deleting),
    added("a console is open", watched),
    {
      figure: `longest block of the loop by any task among ${chats.toLocaleString("en")} chats, ${database}`,
      measured: Object.entries(blocks)
        .map(
          ([name, { block }]) =>
            `${name} ${withUnit(block.processorMs, "ms")} (${withUnit(block.elapsedMs, "ms")})`,
        )
        .join(", "),
      value: Math.max(...Object.values(blocks).map(({ block }) => block.processorMs)),
      unit: "ms",
      atLeast: 10,
      aim: 3,
    },
  ];
}
