import { setTimeout as pause } from "node:timers/promises";
import { findTestPostgres, runSql, temporaryDatabase } from "../../test/support/test-servers.ts";
import { createChatVisitor } from "../chat-visitor.ts";
import { filledWith } from "../filled-with.ts";
import type { BenchOptions, Part } from "../part.ts";
import { withUnit } from "../row.ts";
import type { Row } from "../row.ts";
import { startServiceWithModel } from "../start-service.ts";
import { percentile } from "../statistics.ts";

const others = 6_000;
const [atOnce, turnsEach] = [4, 150];
const visitors = 20;
const warmUps = 10;

/** How long whole answers take, and how many turns with all that follows them one node takes a second. */
export const wholeTurns: Part = async (options) => {
  const rows = [await answers(options)];
  const { missing } = await findTestPostgres();
  return missing === undefined ? [...rows, await turnsOnPostgres(options)] : rows;
};

/** The model answers without delay: the rest is the service's. */
async function answers({ serviceArguments, progress }: BenchOptions): Promise<Row> {
  await using started = await startServiceWithModel(serviceArguments, {}, { filling: filledWith(others) });
  const visitor = createChatVisitor(started.target);
  const taken: number[] = [];
  progress("whole answers");
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      let token: string | undefined;
      for (let turn = 0; turn < warmUps + turnsEach; turn++) {
        const before = performance.now();
        // A chat has a few turns, and then another begins.
        token = await visitor.talk(1, turn % 10 === 0 ? undefined : token);
        if (turn >= warmUps) taken.push(performance.now() - before);
      }
    }),
  );
  const p99 = percentile(taken, 0.99);
  return {
    figure: `whole answers, ${atOnce} at a time, p99, SQLite`,
    measured: `${withUnit(p99, "ms")}, p50 ${withUnit(percentile(taken, 0.5), "ms")}`,
    value: p99,
    unit: "ms",
    atLeast: 60,
    aim: 30,
  };
}

async function turnsOnPostgres({ serviceArguments, progress }: BenchOptions): Promise<Row> {
  await using database = await temporaryDatabase();
  const places = { postgresUrl: database.url };
  await using started = await startServiceWithModel(serviceArguments, places, {
    filling: filledWith(others),
  });
  const visitor = createChatVisitor(started.target);

  /** Until the lists of operators have all of them. */
  async function turns(each: number): Promise<number> {
    const beganAt = performance.now();
    await Promise.all(Array.from({ length: visitors }, () => visitor.talk(each)));
    for (;;) {
      const [row] = await runSql(database.url, "select count(*) as count from chat_changes");
      if (Number(row?.["count"]) === 0) break;
      await pause(20);
    }
    return (visitors * each) / ((performance.now() - beganAt) / 1000);
  }

  progress("whole turns, warming up");
  await turns(warmUps);
  progress("whole turns");
  const perSecond = await turns(100);
  return {
    figure: "whole turns a second of one node, digest included, PostgreSQL",
    measured: `${perSecond.toFixed(0)}, ${visitors} visitors`,
    value: perSecond,
    unit: "",
    atLeast: 200,
    aim: 500,
    moreIsBetter: true,
  };
}
