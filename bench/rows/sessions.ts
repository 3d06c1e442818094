import { join } from "node:path";
import { findTestPostgres, temporaryDatabase } from "../../test/support/test-servers.ts";
import { startAmongSessions } from "../among-sessions.ts";
import type { AmongSessions } from "../among-sessions.ts";
import { compare, takeTurns, warmUpRounds } from "../compare.ts";
import type { BenchOptions, Part } from "../part.ts";
import type { Row } from "../row.ts";
import { withUnit } from "../row.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const rounds = 7;
const [many, few] = [100_000, 10];

/** The cost of a turn, and of reading a history, among many other sessions compared with few, on both databases. */
export const sessions: Part = async (options) => {
  const rows = await onSqlite(options);
  const { missing } = await findTestPostgres();
  return missing === undefined ? [...rows, ...(await onPostgres(options))] : rows;
};

async function onSqlite(options: BenchOptions): Promise<readonly Row[]> {
  await using folder = await temporaryFolder();
  const among = (others: number) =>
    startAmongSessions(others, { file: join(folder.path, `${others}.db`) }, options);
  await using large = await among(many);
  await using small = await among(few);
  return await compareBoth("SQLite", large, small, options);
}

async function onPostgres(options: BenchOptions): Promise<readonly Row[]> {
  await using largeDatabase = await temporaryDatabase();
  await using smallDatabase = await temporaryDatabase();
  await using large = await startAmongSessions(many, { postgresUrl: largeDatabase.url }, options);
  await using small = await startAmongSessions(few, { postgresUrl: smallDatabase.url }, options);
  return await compareBoth("PostgreSQL", large, small, options);
}

async function compareBoth(
  database: string,
  large: AmongSessions,
  small: AmongSessions,
  { progress }: BenchOptions,
): Promise<readonly Row[]> {
  async function row(what: string, deed: "turn" | "history"): Promise<Row> {
    let turn = 0;
    const sides = { service: () => large[deed](), baseline: () => small[deed]() };
    const taken = await takeTurns(rounds, sides, () =>
      progress(`${what}, ${database}, ${++turn} of ${2 * (rounds + warmUpRounds)}`),
    );
    const { service, baseline, ratio } = compare(taken, (ms) => ms);
    return {
      figure: `${what} among ${many.toLocaleString("en")} sessions, ${database}`,
      measured: `${withUnit(service, "ms")}, among ${few} ${withUnit(baseline, "ms")}`,
      value: ratio,
      unit: "x",
      atLeast: 1.3,
      aim: 1.05,
    };
  }
  return [await row("a turn", "turn"), await row("a history", "history")];
}
