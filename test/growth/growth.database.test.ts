import { describe, expect, test } from "vitest";
import { isWholeCheck } from "../support/is-whole-check.ts";
import { findTestPostgres, temporaryDatabase } from "../support/test-servers.ts";
import { recordStatements } from "./record-statements.ts";
import type { StatementReads } from "./statement-reads.ts";

const everywhere = { expired: 150, words: 40 };
const few = { ...everywhere, chats: 250, closing: 2, longTurns: 10, documents: 20, closedGaps: 10 };
/**
 * Most of the time is for filling, and a fifth tells growth as well. What only some chats have is as much as among all:
 * PostgreSQL looks through a table of two thousand rows, and is right to.
 */
const manyChats = isWholeCheck ? { chats: 100_150, oneIn: 10 } : { chats: 20_150, oneIn: 2 };
const many = {
  ...everywhere,
  ...manyChats,
  closing: 300,
  longTurns: 1_000,
  documents: 20_000,
  closedGaps: 10_000,
};

/**
 * Indexes are a few levels deeper among many, and a batch may be full: twenty replies that end together, looked up in four
 * tables. A scan of a small index shows only in the number of rows that it reads.
 */
const allowedPages = (amongFew: number) => 3 * amongFew + 150;
const allowedRows = (amongFew: number) => 3 * amongFew + 500;
/** What a statement may read, whatever it does: it takes about 3 ms, in which nobody else is served. */
const maxPages = 1_500;

/**
 * Growths that are known and not cured yet. One that no longer grows fails the test too, so that it is taken off the list.
 */
const notYet: readonly KnownGrowth[] = [];

interface KnownGrowth {
  readonly why: string;
  readonly place: RegExp;
  readonly text: RegExp;
  /** The only database with which it grows. */
  readonly on?: Database;
}

type Database = "SQLite" | "PostgreSQL";

/**
 * What may read more among more chats. The damage thread reads all there is, by its purpose, and nothing else happens in
 * it. A step of merging words ends with a word, and one that every chat has takes as many pages as there are chats to say
 * so; FTS5 cannot stop within it. That happens each time the index has grown to about four times its size.
 */
const aside = /sqlite\/(?:damage-thread|merge-words)\.ts/;

/** Filling takes a while on a busy machine. */
const timeout = 600_000;

const postgres = await findTestPostgres();
/** Only Linux counts the bytes that a thread reads. */
const isLinux = process.platform === "linux";

describe.skipIf(!isLinux)(
  `among ${isWholeCheck ? "100,000" : "20,000"} chats, a turn and every task read what they read among 100`,
  () => {
    test("on SQLite", { timeout }, async () => {
      expectNoGrowth("SQLite", await Promise.all([recordStatements(few), recordStatements(many)]));
    });

    test.skipIf(postgres.missing !== undefined)("on PostgreSQL", { timeout }, async () => {
      await using small = await temporaryDatabase();
      await using large = await temporaryDatabase();
      const recorded = await Promise.all([
        recordStatements(few, { postgresUrl: small.url }),
        recordStatements(many, { postgresUrl: large.url }),
      ]);
      expectNoGrowth("PostgreSQL", recorded);
    });
  },
);

type Reads = ReadonlyMap<string, StatementReads>;

function expectNoGrowth(database: Database, [amongFew, amongMany]: readonly [Reads, Reads]): void {
  const grown = [...amongMany].flatMap(([key, most]) => {
    if (aside.test(most.place)) return [];
    const least = amongFew.get(key) ?? { pages: 0, rows: 0 };
    const isAllowed =
      most.pages <= Math.min(maxPages, allowedPages(least.pages)) && most.rows <= allowedRows(least.rows);
    return isAllowed ? [] : [{ least, most }];
  });
  const known = notYet.filter(({ on = database }) => on === database);
  const knownOf = ({ most }: (typeof grown)[number]) =>
    known.find(({ place, text }) => place.test(most.place) && text.test(most.text));
  expect(grown.filter((each) => !knownOf(each)).map(sentenceOf)).toEqual([]);

  const found = new Set(grown.map(knownOf));
  expect(known.filter((each) => !found.has(each)).map(({ why }) => `${why} no longer grows`)).toEqual([]);

  const statements = [...amongMany.values()];
  // Words of a turn are written once: an index of words gets slower with what is removed from it.
  expect(statements.filter(({ text }) => /^(?:delete from|update) "chat_texts"/.test(text))).toEqual([]);
  // Replies that end at the same moment share no row, which one after the other would have to lock.
  const ending = statements.filter(({ place }) => place.includes("write-replies.ts"));
  expect(ending.length).toBeGreaterThan(0);
  expect(ending.filter(({ text }) => text.includes("usage_counts"))).toEqual([]);
}

interface Growth {
  readonly least: Pick<StatementReads, "pages" | "rows">;
  readonly most: StatementReads;
}

function sentenceOf({ least, most: { place, pages, rows, text, tables } }: Growth): string {
  const statement = text.replaceAll(/\s+/g, " ").slice(0, 300);
  return `packages/${place} reads ${pages} pages and ${rows} rows, among few chats ${least.pages} and ${least.rows}: ${statement} (${tables})`;
}
