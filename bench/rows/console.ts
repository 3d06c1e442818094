import { join } from "node:path";
import { findTestPostgres, temporaryDatabase } from "../../test/support/test-servers.ts";
import { askService } from "../ask-service.ts";
import { naturalWord, vocabularySize } from "../../test/growth/natural-words.ts";
import { filledWith } from "../filled-with.ts";
import type { BenchOptions, Part } from "../part.ts";
import type { Places } from "../places.ts";
import { withUnit } from "../row.ts";
import type { Row } from "../row.ts";
import { startServiceWithModel } from "../start-service.ts";
import { median, percentile } from "../statistics.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const [many, few] = [100_000, 10];
/** Words in all messages of a chat. */
const wordsEach = 300;
const rounds = 25;
const warmUpRounds = 3;

/** Typical lists: all, far down, by a value that many chats have and by one that almost none has. */
const lists = [
  "limit=50",
  "limit=50&to=2020-01-01",
  "limit=50&language=de&outcome=unanswered",
  "limit=50&rating=down",
  "limit=50&mark=tool_failed",
  "limit=50&version=1",
  "limit=50&holder=me",
  "limit=50&agent=acme&outcome=handed_over",
] as const;

const [commonest, common, rare] = [naturalWord(0), naturalWord(20), naturalWord(vocabularySize - 100)];
/** Searches for words that all chats contain, that few contain, for a prefix, and for adjacent words. */
const searches = [
  commonest,
  rare,
  common.slice(0, 3),
  `"${commonest} ${common}"`,
  `${common} ${rare}`,
  "nowhere",
].map((query) => `limit=50&q=${encodeURIComponent(query)}`);

/** How long operators wait for lists among many chats, on both databases. */
export const operatorLists: Part = async (options) => {
  const rows = await onSqlite(options);
  const { missing } = await findTestPostgres();
  return missing === undefined ? [...rows, ...(await onPostgres(options))] : rows;
};

async function onSqlite(options: BenchOptions): Promise<readonly Row[]> {
  await using folder = await temporaryFolder();
  await using large = await startAmong(many, { file: join(folder.path, "many.db") }, options);
  await using small = await startAmong(few, { file: join(folder.path, "few.db") }, options);
  return await measure("SQLite", large, small, options);
}

async function onPostgres(options: BenchOptions): Promise<readonly Row[]> {
  await using largeDatabase = await temporaryDatabase();
  await using smallDatabase = await temporaryDatabase();
  await using large = await startAmong(many, { postgresUrl: largeDatabase.url }, options);
  await using small = await startAmong(few, { postgresUrl: smallDatabase.url }, options);
  return await measure("PostgreSQL", large, small, options);
}

type Among = Awaited<ReturnType<typeof startAmong>>;

async function startAmong(sessions: number, places: Places, { serviceArguments, progress }: BenchOptions) {
  const filling = {
    ...filledWith(sessions),
    words: wordsEach,
    progress: (count: number) =>
      progress(`${count.toLocaleString("en")} of ${sessions.toLocaleString("en")} chats`),
  };
  const started = await startServiceWithModel(serviceArguments, places, { filling });
  const [headers = {}] = await started.employ(1);
  const { port } = started.target;

  /** How long a list took, and the longest time during which nothing else could be served. */
  async function list(query: string): Promise<{ readonly ms: number; readonly blockMs: number }> {
    const asked = { port, headers, path: `/console/api/chats?${query}` };
    const { ms } = await askService(asked);
    await started.service.ask("watchLoop");
    await askService(asked);
    return { ms, blockMs: (await started.service.ask("longestBlock")).elapsedMs };
  }

  return { list, [Symbol.asyncDispose]: () => started[Symbol.asyncDispose]() };
}

async function measure(
  database: string,
  large: Among,
  small: Among,
  { progress }: BenchOptions,
): Promise<readonly Row[]> {
  async function take(what: string, queries: readonly string[]) {
    const taken = queries.map(() => ({ ms: [] as number[], blockMs: [] as number[] }));
    const baseline: number[] = [];
    for (let round = 0; round < warmUpRounds + rounds; round++) {
      progress(`${what}, ${database}, ${round + 1} of ${warmUpRounds + rounds}`);
      for (const [at, query] of queries.entries()) {
        const { ms, blockMs } = await large.list(query);
        const among = await small.list(query);
        if (round < warmUpRounds) continue;
        taken[at]?.ms.push(ms);
        taken[at]?.blockMs.push(blockMs);
        baseline.push(among.ms);
      }
    }
    return { taken, baseline };
  }

  function row(what: string, { taken, baseline }: Awaited<ReturnType<typeof take>>, marks: Marks): Row {
    const all = taken.flatMap(({ ms }) => ms);
    const slowest = Math.max(...taken.map(({ ms }) => median(ms)));
    const p95 = percentile(all, 0.95);
    return {
      figure: `${what} among ${many.toLocaleString("en")} chats, p95, ${database}`,
      measured: `${withUnit(p95, "ms")}, p50 ${withUnit(median(all), "ms")}, slowest kind ${withUnit(slowest, "ms")}; among ${few} ${withUnit(percentile(baseline, 0.95), "ms")}, ${withUnit(median(baseline), "ms")}`,
      value: p95,
      unit: "ms",
      ...marks,
    };
  }

  const listed = await take("a page of chats", lists);
  const found = await take("a search", searches);
  const blocks = [...listed.taken, ...found.taken].map(({ blockMs }) => blockMs);
  const block = Math.max(...blocks.map(median));
  return [
    row("a page", listed, { atLeast: 60, aim: 20 }),
    row("a search", found, { atLeast: 150, aim: 60 }),
    {
      figure: `longest block, listing and searching, ${database}`,
      measured: `${withUnit(block, "ms")}, worst of ${blocks.flat().length} ${withUnit(Math.max(...blocks.flat()), "ms")}`,
      value: block,
      unit: "ms",
      atLeast: 5,
      aim: 2,
    },
  ];
}

type Marks = Pick<Row, "atLeast" | "aim">;
