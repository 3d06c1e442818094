import { expect, test } from "vitest";
import { createStatementCache } from "../../src/sqlite/statement-cache.ts";

function countingConnection() {
  const prepared: string[] = [];
  const statement = { get: () => undefined, all: () => [], run: () => 0, reader: false };
  return {
    prepared,
    prepare(text: string) {
      prepared.push(text);
      return { ...statement };
    },
  };
}

test("a statement is prepared once, whatever runs in between", () => {
  const connection = countingConnection();
  const prepare = createStatementCache(connection);
  const first = prepare("select 1");
  prepare("begin immediate");
  prepare("commit");
  expect(prepare("select 1")).toBe(first);
  expect(connection.prepared).toEqual(["select 1", "begin immediate", "commit"]);
});

test("a change of the schema makes every statement new", () => {
  const connection = countingConnection();
  const prepare = createStatementCache(connection);
  const first = prepare("select * from chats");
  prepare("ALTER TABLE chats ADD COLUMN colour TEXT");
  expect(prepare("select * from chats")).not.toBe(first);
});

test("a long statement is not kept, since it would hold the values of all its rows", () => {
  const connection = countingConnection();
  const prepare = createStatementCache(connection);
  const long = `insert into passages values ${"(?, ?), ".repeat(600)}(?, ?)`;
  const first = prepare(long);
  expect(prepare(long)).not.toBe(first);
});

test("what was used longest ago is let go, and only that", () => {
  const connection = countingConnection();
  const prepare = createStatementCache(connection);
  const statements = Array.from({ length: 100 }, (_, number) => `select ${number}`);
  for (const text of statements) prepare(text);
  prepare("select 0");
  prepare("select 100");
  for (const text of ["select 0", "select 2", "select 100"]) prepare(text);
  expect(connection.prepared).toHaveLength(101);
  prepare("select 1");
  expect(connection.prepared).toHaveLength(102);
});
