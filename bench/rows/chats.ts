import { findTestPostgres, temporaryDatabase } from "../../test/support/test-servers.ts";
import { startAmongChats } from "../among-chats.ts";
import type { AmongChats } from "../among-chats.ts";
import { compare, takeTurns, warmUpRounds } from "../compare.ts";
import type { BenchOptions, Part } from "../part.ts";
import type { Row } from "../row.ts";
import { withUnit } from "../row.ts";

const rounds = 5;
const [many, few] = [60_000, 500];

/** The cost of a turn, with all that follows it, among many other chats compared with few, on both databases. */
export const chats: Part = async (options) => {
  const rows = [await onSqlite(options)];
  const { missing } = await findTestPostgres();
  return missing === undefined ? [...rows, await onPostgres(options)] : rows;
};

async function onSqlite(options: BenchOptions): Promise<Row> {
  await using large = await startAmongChats(many, {}, options);
  await using small = await startAmongChats(few, {}, options);
  return await compareTurns("SQLite", large, small, options);
}

async function onPostgres(options: BenchOptions): Promise<Row> {
  await using largeDatabase = await temporaryDatabase();
  await using smallDatabase = await temporaryDatabase();
  await using large = await startAmongChats(many, { postgresUrl: largeDatabase.url }, options);
  await using small = await startAmongChats(few, { postgresUrl: smallDatabase.url }, options);
  return await compareTurns("PostgreSQL", large, small, options);
}

async function compareTurns(
  database: string,
  large: AmongChats,
  small: AmongChats,
  { progress }: BenchOptions,
): Promise<Row> {
  let turn = 0;
  const sides = { service: () => large.turn(), baseline: () => small.turn() };
  const taken = await takeTurns(rounds, sides, () =>
    progress(`a turn, ${database}, ${++turn} of ${2 * (rounds + warmUpRounds)}`),
  );
  const { service, baseline, ratio } = compare(taken, (ms) => ms);
  return {
    figure: `a turn with all that follows among ${many.toLocaleString("en")} chats, ${database}`,
    measured: `${withUnit(service, "ms")}, among ${few} ${withUnit(baseline, "ms")}`,
    value: ratio,
    unit: "x",
    atLeast: 1.15,
    aim: 1.05,
  };
}
