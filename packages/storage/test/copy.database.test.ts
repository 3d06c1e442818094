import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { createChecksum } from "../src/copy/compare-tables.ts";
import { copiedTables, type Row } from "../src/schema/table-names.ts";
import { inBatches } from "../src/copy/copy-to-postgres.ts";
import { readColumns } from "../src/copy/open-source.ts";
import type { CopyProgress } from "../src/copy/index.ts";
import { openSqlite } from "../src/sqlite/index.ts";
import type { Storage } from "../src/index.ts";
import {
  copiedAt,
  everythingOf,
  filledTables,
  fillTables,
  fillTheRest,
  findTexts,
  installation,
  passage,
  sample,
} from "./copy/installation.ts";
import { sampleDocument } from "./copy/sample-document.ts";
import { isMissing, title } from "./postgres/database.ts";
import { endOf, firstTurn, newId, nextTurn, putAgent, sampleMessage } from "./suite/samples.ts";

const script = new URL("./copy/copying.ts", import.meta.url).pathname;

/** Writes a chat with this many messages. */
async function writeMessages(storage: Storage, count: number): Promise<void> {
  await putAgent(storage);
  const messages = Array.from({ length: count }, (_, index) => sampleMessage(`Message ${index}`));
  await storage.conversations.acceptTurn(firstTurn({ messages }));
}

describe.skipIf(isMissing)(title, () => {
  test("a copied installation reads the same, table by table, value by value", async () => {
    await using made = await installation(fillTables);
    fillTheRest(made.file);
    const { tables, ...rest } = await made.copy();
    expect(rest).toEqual({ takenAt: copiedAt, isSourceChanged: false, endedReplies: 0 });
    expect(tables.map(({ table }) => table)).toEqual(copiedTables);
    const rows = Object.fromEntries(tables.map(({ table, rowsInTarget }) => [table, rowsInTarget]));
    expect(rows).toMatchObject({ agents: 2, keys: 2, sessions: 7, messages: 11, replies: 12, questions: 2 });
    expect(rows).toMatchObject({ files: 2, idempotency: 1, notes: 1, documents: 1, passages: 2 });
    for (const { isEqual, rowsInSource, rowsInTarget, checksumOfSource, checksumOfTarget } of tables) {
      expect(isEqual).toBe(true);
      expect(rowsInTarget).toBe(rowsInSource);
      expect(checksumOfTarget).toBe(checksumOfSource);
      expect(checksumOfSource).toMatch(/^(?!0+$)[0-9a-f]{64}$/);
    }

    await using before = await openSqlite({ file: made.file });
    const after = await made.target.open();
    expect(await everythingOf(after)).toEqual(await everythingOf(before));
    const kept = { agentId: "guide", key: "once", now: copiedAt };
    expect(await after.conversations.findIdempotentTurn(kept)).toEqual(
      await before.conversations.findIdempotentTurn(kept),
    );
    const question = { sessionId: sample.sessionId, questionId: "q2" };
    expect(await after.conversations.findQuestion(question)).toMatchObject({ answered: false });
    const file = { sessionId: sample.sessionId, id: sample.file.id };
    expect(Buffer.from((await after.files.read(file))?.bytes ?? [])).toEqual(Buffer.from(sample.file.bytes));
    expect(await after.keyValues.take(sample.note)).toBe("its value");
  });

  test("on the copy, chats continue, tokens and keys work, and search finds old passages and new ones", async () => {
    await using made = await installation(fillTables);
    await made.copy();
    const storage = await made.target.open();
    const { conversations, knowledge } = storage;
    const { sessionId, tokenHash } = sample;
    expect(
      await conversations.findSession({ tokenHash, agentId: "guide", idleSince: 0, createdSince: 0 }),
    ).toMatchObject({ id: sessionId, turns: 2 });
    const answers = [{ questionId: "q2", answers: { "Which?": "That" } }];
    expect(await conversations.acceptTurn(nextTurn(sessionId, { answers }))).toEqual({
      kind: "accepted",
      turn: 3,
    });
    expect((await storage.keys.find(sample.key))?.serverSide).toBe(true);

    expect(await findTexts(storage, "creme")).toEqual(["Crème of apples, shipped on Mondays"]);
    expect(await findTexts(storage, "shipping")).toHaveLength(2);
    const ids = async () =>
      (await made.target.run("select id from passages order by id")).map(({ id }) => Number(id));
    const copied = await ids();
    for (const name of ["b.md", "c.md"])
      await knowledge.replaceDocument(sampleDocument(name), [passage("Pears of autumn")]);
    expect(await findTexts(storage, "pears")).toHaveLength(3);
    const last = copied.at(-1) ?? 0;
    expect(await ids()).toEqual([...copied, last + 1, last + 2]);

    const counted = () => storage.usage.read({ by: "agent", since: 0, until: 2 * copiedAt });
    const [before] = await counted();
    const newest = (await conversations.openReplies(sessionId))[0]?.id ?? "";
    await conversations.endReply(endOf(newest));
    expect(await counted()).toMatchObject([{ replies: (before?.replies ?? 0) + 1 }]);
  });

  test("every column of every table is copied", async () => {
    await using made = await installation(fillTables);
    await made.copy();
    using source = new DatabaseSync(made.file);
    const inSource = source
      .prepare(
        `select tables.name as "table", columns.name as "column"
         from sqlite_schema as tables join pragma_table_info(tables.name) as columns
         where tables.type = 'table' and tables.name not like 'kysely%' and tables.name not like 'sqlite\\_%' escape '\\'
           and tables.name not like 'passage\\_index%' escape '\\' and tables.name not like 'chat\\_index%' escape '\\'`,
      )
      .all();
    // The vector extension's data is created from the vectors that are copied.
    const inTarget = await made.target.run(
      `select table_name as "table", column_name as "column" from information_schema.columns
       where table_schema = '${made.target.schema}' and is_generated = 'NEVER' and table_name !~ 'kysely|revision'
         and column_name <> 'near'`,
    );
    const names = (rows: readonly Record<string, unknown>[]) =>
      rows.map((row) => `${String(row["table"])}.${String(row["column"])}`).toSorted();
    const copied = readColumns(source).flatMap(({ name, columns }) =>
      Object.keys(columns).map((column) => `${name}.${column}`),
    );
    expect(copied.toSorted()).toEqual(names(inSource));
    expect(copied.toSorted()).toEqual(names(inTarget));
  });

  test("a reply that was being written is incomplete in the copy, with the text it had, as after a restart", async () => {
    const running = firstTurn();
    await using made = await installation(async (storage) => {
      await putAgent(storage);
      const ended = firstTurn();
      await storage.conversations.acceptTurn(ended);
      await storage.conversations.endReply(endOf(ended.replyId));
      await storage.conversations.acceptTurn(running);
    });
    using source = new DatabaseSync(made.file);
    source.exec("update replies set content = 'Half an ans' where status = 'streaming'");
    const { endedReplies, tables } = await made.copy();
    expect(endedReplies).toBe(1);
    expect(tables.every(({ isEqual }) => isEqual)).toBe(true);

    const { conversations } = await made.target.open();
    const sessionId = running.session.id;
    expect(await conversations.openReplies(sessionId)).toEqual([]);
    expect(await conversations.readTurns({ sessionId })).toMatchObject([
      { reply: { status: "incomplete", failure: "reply_cut", content: "Half an ans" } },
    ]);
    expect(await conversations.markOrphans({ failure: "reply_cut", liveNodes: [] })).toEqual([]);
    const inSource = source.prepare("select status from replies where session_id = ?");
    expect(inSource.all(sessionId)).toEqual([{ status: "streaming" }]);
  });

  test("the source is copied as it was at one moment while others write, and says that they did", async () => {
    await using made = await installation(fillTables);
    await using before = await openSqlite({ file: made.file });
    const expected = await everythingOf(before);
    using other = new DatabaseSync(made.file);
    let isFirst = true;
    const report = await made.copy({
      onProgress() {
        if (isFirst) other.exec("delete from messages; update sessions set turns = 99; delete from passages");
        isFirst = false;
      },
    });
    expect(report.isSourceChanged).toBe(true);
    expect(report.tables.every(({ isEqual }) => isEqual)).toBe(true);
    const copy = await made.target.open();
    expect(await everythingOf(copy)).toEqual(expected);
    expect(await findTexts(copy, "pears")).toHaveLength(1);
  });

  test("not one byte of the source is changed", async () => {
    await using made = await installation(fillTables);
    const before = await readFile(made.file);
    await made.copy();
    expect((await readFile(made.file)).equals(before)).toBe(true);
  });

  test("a node that runs on the target already sees copied agents and keys", async () => {
    await using made = await installation(fillTables);
    const node = await made.target.open();
    const mark = await node.revision();
    expect(await node.keys.find(sample.key)).toBeUndefined();
    await made.copy();
    await expect.poll(() => node.revision()).not.toBe(mark);
    expect(await node.keys.find(sample.key)).toBeDefined();
  });

  test("a copy that is killed leaves the target empty, and the next one succeeds", async () => {
    await using made = await installation((storage) => writeMessages(storage, 1500));
    const { url, schema } = made.target;
    const child = spawn(process.execPath, [script, made.file, url, schema], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const closed = once(child, "close");
    await Promise.race([once(child.stdout, "data"), closed]);
    child.kill("SIGKILL");
    expect(await closed).toEqual([null, "SIGKILL"]);

    expect(await filledTables(made.target)).toEqual([]);
    const { tables } = await made.copy();
    expect(tables.find(({ table }) => table === "messages")).toMatchObject({ rowsInTarget: 1500 });
  });

  test("progress is reported batch by batch, first while copying, then while checking", async () => {
    await using made = await installation((storage) => writeMessages(storage, 1100));
    const heard: CopyProgress[] = [];
    await made.copy({ onProgress: (progress) => heard.push(progress) });
    const rowsOf = (step: string) =>
      heard.filter((each) => each.table === "messages" && each.step === step).map(({ rows }) => rows);
    expect(rowsOf("copying")).toEqual([500, 1000, 1100]);
    expect(rowsOf("checking")).toEqual([250, 500, 750, 1000, 1100]);
    for (const { table, of } of heard) expect(of).toBe(table === "messages" ? 1100 : 1);
  });

  test("of two copies into one target at the same time, one succeeds and the other is refused", async () => {
    await using made = await installation(fillTables);
    const outcomes = await Promise.allSettled([made.copy(), made.copy()]);
    const statuses = outcomes.map(({ status }) => status).toSorted();
    expect(statuses).toEqual(["fulfilled", "rejected"]);
    expect(outcomes.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { message: expect.stringContaining("already contains data") as string },
    });
    expect((await (await made.target.open()).agents.list()).map(({ id }) => id)).toEqual(["guide", "other"]);
  });
});

describe("a batch", () => {
  const rowsOf = (count: number, text: string): Row[] => Array.from({ length: count }, () => [text, null]);

  test("holds at most 500 rows, and ends early when its text is long", () => {
    const sizes = (rows: Row[]) => [...inBatches(rows)].map((batch) => batch.length);
    expect(sizes([])).toEqual([]);
    expect(sizes(rowsOf(500, "a"))).toEqual([500]);
    expect(sizes(rowsOf(1001, "a"))).toEqual([500, 500, 1]);
    expect(sizes(rowsOf(5, "a".repeat(400_000)))).toEqual([3, 2]);
    expect(sizes(rowsOf(3, "a".repeat(1_000_000)))).toEqual([1, 1, 1]);
  });

  test("is read only when it is asked for", () => {
    let read = 0;
    const endless = (function* (): Generator<Row> {
      for (;;) {
        read += 1;
        yield [newId("row")];
      }
    })();
    const batches = inBatches(endless);
    batches.next();
    expect(read).toBe(500);
  });
});

describe("a checksum", () => {
  const of = (...rows: readonly Row[]) => {
    const checksum = createChecksum();
    for (const row of rows) checksum.add(row);
    return checksum.digest();
  };
  const rows: readonly Row[] = [
    ["a", "1"],
    ["b", null],
    ["c", ""],
  ];

  test("is the same in every order", () => {
    expect(of(...rows.toReversed())).toBe(of(...rows));
  });

  test("differs when a row is missing, doubled or changed, or when values change places", () => {
    const others: readonly (readonly Row[])[] = [
      [],
      rows.slice(1),
      [...rows, ...rows],
      [...rows.slice(0, 2), ["c", null]],
      [...rows.slice(0, 2), ["c", "null"]],
      [...rows.slice(0, 2), ["", "c"]],
      [...rows.slice(0, 2), ["c"]],
      [...rows.slice(0, 2), ['c","']],
    ];
    const sums = [rows, ...others].map((each) => of(...each));
    expect(new Set(sums).size).toBe(sums.length);
  });
});
