import { mkdtempSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commandLine, isRefused } from "@servicechat/operations";
import { openSqlite } from "@servicechat/storage/sqlite";
import { expect, test } from "vitest";
import { openOperations } from "../../../packages/operations/test/support/open-operations.ts";
import { checkGaps } from "../../../packages/operations/src/gaps/check-gaps.ts";
import { askVisitors } from "./ask-visitors.ts";
import { answeredByPage, missingPage } from "./pages.ts";
import { gapsOf, judgeGaps } from "./judge-gaps.ts";

test("of 12 groups of questions that the documentation does not answer, the list of gaps finds 10, with at most 3 false ones; a page that answers three closes only these", async () => {
  const folder = mkdtempSync(join(tmpdir(), "servicechat-gaps-test-"));
  await using _removed = { [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
  await using asked = await askVisitors({ pages: folder });
  const { storage, context, agent } = asked;
  const copy = join(folder, "copy.db");
  await storage.backup(copy);

  const byWords = judgeGaps(await gapsOf(asked));
  expect(byWords.found.length, JSON.stringify(byWords)).toBeGreaterThanOrEqual(10);
  expect(byWords.false.length, JSON.stringify(byWords)).toBeLessThanOrEqual(3);
  expect(byWords.mixed).toEqual([]);

  // The same questions, grouped by meaning too.
  await using meant = await openOperations(await openSqlite({ file: copy }));
  const knowledge = { ...agent.definition.knowledge, embeddings: { provider: "local" } } as const;
  const definition = { ...agent.definition, knowledge };
  await meant.storage.agents.put({ id: agent.id, definition, baseDirectory: "/", at: 1 });
  const byBoth = judgeGaps(await gapsOf(meant));
  expect(byBoth.found.length, JSON.stringify(byBoth)).toBeGreaterThanOrEqual(10);
  expect(byBoth.false.length, JSON.stringify(byBoth)).toBeLessThanOrEqual(3);
  expect(byBoth.mixed).toEqual([]);

  // No knowledge was added, so nothing closes, however often it is checked.
  const check = async () => {
    let closed = 0;
    const before = new Set<string>();
    for (;;) {
      closed += await checkGaps(context);
      const known = await storage.knowledge.revisionOf(agent.id);
      const due = (await storage.gaps.open()).filter(({ checked }) => checked !== known);
      if (due.length === 0) return closed;
      const left = due.map(({ id }) => id).join();
      expect(before.has(left), "some gaps are never looked at").toBe(false);
      before.add(left);
    }
  };
  expect(await check()).toBe(0);
  await writeFile(join(folder, "missing.md"), missingPage);
  await context.knowledge.sync(agent);
  await check();
  const closed = await asked.operations.gaps.list(commandLine, { states: ["closed"], limit: 1_000 });
  if (isRefused(closed)) throw new Error(closed.kind);
  expect(closed.items.map(({ closedBy }) => closedBy)).toEqual(closed.items.map(() => "sync"));
  const all = await gapsOf(asked);
  const ids = new Set(closed.items.map(({ id }) => id));
  const groupsOf = (isClosed: boolean) =>
    new Set(all.filter(({ id }) => ids.has(id) === isClosed).flatMap(({ groups }) => groups));
  expect([...groupsOf(true)].toSorted()).toEqual([...answeredByPage]);
  expect(answeredByPage.filter((group) => groupsOf(false).has(group))).toEqual([]);
}, 600_000);
