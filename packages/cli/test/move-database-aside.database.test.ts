import { chmodSync, linkSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { newOperator, smallAgent } from "./run-program.ts";
import type { Operator } from "./run-program.ts";

const file = (operator: Operator) => join(operator.folder, "data/servicechat.db");
const stored = (operator: Operator) =>
  readdirSync(join(operator.folder, "data")).filter((name) => !name.endsWith("-serving"));

/** An operator with one agent and a backup of it, `copy.db`. */
async function withBackup(): Promise<Operator> {
  const operator = await newOperator();
  await operator.run("agent", "apply", await operator.write("shop.yaml", smallAgent));
  await operator.json("backup", "copy.db");
  return operator;
}

test("only the owner can read a restored database, whoever can read the backup", async () => {
  await using operator = await withBackup();
  chmodSync(join(operator.folder, "copy.db"), 0o644);
  await operator.json("restore", "copy.db", "--force");
  expect(statSync(file(operator)).mode & 0o777).toBe(0o600);
});

test("a log left behind by a database counts as a database: it is not overwritten without --force", async () => {
  await using operator = await withBackup();
  renameSync(file(operator), `${file(operator)}-wal`);
  const before = readFileSync(`${file(operator)}-wal`);
  const { code, err } = await operator.run("restore", "copy.db");
  expect(code).toBe(1);
  expect(err).toContain("There is already a database");
  expect(readFileSync(`${file(operator)}-wal`).equals(before)).toBe(true);
  expect(stored(operator)).toEqual(["servicechat.db-wal"]);
});

test("a database is not moved aside while another program reads it", async () => {
  await using operator = await withBackup();
  using reader = new DatabaseSync(file(operator));
  using writer = new DatabaseSync(file(operator));
  reader.exec("begin; select * from agents");
  writer.exec("update agents set updated_at = updated_at + 1");
  const { code, err } = await operator.run("restore", "copy.db", "--force");
  expect(code).toBe(1);
  expect(err).toBe(`Another program is using ${file(operator)}. Stop it first, then restore.\n`);
  expect(stored(operator).filter((name) => name.includes(".before-"))).toEqual([]);
});

test("second names left by killed restores, which an erasure would not reach, are removed by the next one", async () => {
  await using operator = await withBackup();
  const left = `${file(operator)}.before-2026-01-01T00-00-00-000Z`;
  linkSync(file(operator), left);
  const older = `${file(operator)}.before-2025-01-01T00-00-00-000Z`;
  writeFileSync(older, "put aside by an earlier restore");
  const { aside } = (await operator.json("restore", "copy.db", "--force")) as { readonly aside: string };
  const names = stored(operator).map((name) => join(operator.folder, "data", name));
  expect(names.toSorted()).toEqual([file(operator), older, aside].toSorted());
});

test("a backup with an outdated page count is judged by its content", async () => {
  await using operator = await withBackup();
  const bytes = readFileSync(join(operator.folder, "copy.db"));
  // As if a program that ignores the count had written last.
  bytes.writeUInt32BE(1_000_000, 28);
  bytes.writeUInt32BE(bytes.readUInt32BE(24) + 1, 92);
  writeFileSync(join(operator.folder, "old.db"), bytes);
  expect(await operator.json("restore", "old.db", "--force")).toMatchObject({ agents: 1 });
});
