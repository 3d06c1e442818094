import { expect, test } from "vitest";
import { runDueTests } from "../src/agent-tests/keep-tested.ts";
import { openOperations, putAgent } from "./support/open-operations.ts";

const testsOf = (agent: string, field = "") =>
  `agent: ${agent}\n${field}tests:\n  - {name: when, say: When?, expect: {contains: delivery}}\n`;

test("tests for the night are run once after two o'clock, and others not at all", async () => {
  await using opened = await openOperations();
  const { storage, operations } = opened;
  for (const id of ["mine", "other"]) await putAgent(storage, id);
  await storage.agentTests.write({ agentId: "mine", file: testsOf("mine", "nightly: true\n"), at: 1 });
  await storage.agentTests.write({ agentId: "other", file: testsOf("other"), at: 1 });
  const lines: object[] = [];
  const runs = async () =>
    (await storage.agentTests.listRuns({ scope: { agents: null }, agentId: "mine", limit: 9 })).items.length;
  const runAt = async (moment: string) => {
    const at = Date.parse(moment);
    opened.setNow(at);
    await runDueTests(
      {
        storage,
        operations,
        clock: { wallMs: () => at },
        wait: () => Promise.resolve(),
        log: { info: (detail) => lines.push(detail), warn: (detail) => lines.push(detail) },
      },
      new AbortController().signal,
    );
    return runs();
  };

  expect(await runAt("2026-03-01T01:59:00Z")).toBe(0);
  expect(await runAt("2026-03-01T02:00:00Z")).toBe(1);
  expect(await runAt("2026-03-01T23:00:00Z")).toBe(1);
  expect(await runAt("2026-03-02T02:10:00Z")).toBe(2);
  expect(lines).toEqual([
    { agentId: "mine", tests: 1, failed: 1, run: 1 },
    { agentId: "mine", tests: 1, failed: 1, run: 2 },
  ]);
  const others = { scope: { agents: null }, agentId: "other", limit: 9 };
  expect((await storage.agentTests.listRuns(others)).items).toEqual([]);
});
