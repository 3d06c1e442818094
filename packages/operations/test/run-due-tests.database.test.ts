import { expect, test } from "vitest";
import { commandLine, createOperations } from "@servicechat/operations";
import { runDueTests } from "../src/agent-tests/run-due-tests.ts";
import type { NightlyDependencies } from "../src/agent-tests/run-due-tests.ts";
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
  const begun = new Map<string, number>();
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
        log: { info: (detail) => lines.push(detail), warn: (detail) => lines.push(detail) },
      },
      begun,
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

test("a run that cannot be kept is not paid for again in the same night", async () => {
  await using opened = await openOperations();
  const { storage } = opened;
  await putAgent(storage, "mine");
  await storage.agentTests.write({ agentId: "mine", file: testsOf("mine", "nightly: true\n"), at: 1 });
  let runs = 0;
  const operations = createOperations({
    ...opened.context,
    storage: {
      ...storage,
      agentTests: {
        ...storage.agentTests,
        addRun: () => Promise.reject(new Error(`the disk is full, ${(runs += 1)}`)),
      },
    },
  });
  const warned: object[] = [];
  const begun = new Map<string, number>();
  const runAt = async (moment: string) => {
    const dependencies: NightlyDependencies = {
      storage,
      operations,
      clock: { wallMs: () => Date.parse(moment) },
      log: { info: () => undefined, warn: (detail) => void warned.push(detail) },
    };
    await runDueTests(dependencies, begun, new AbortController().signal);
    return runs;
  };

  expect(await runAt("2026-03-01T02:00:00Z")).toBe(1);
  expect(await runAt("2026-03-01T02:10:00Z")).toBe(1);
  expect(await runAt("2026-03-01T23:50:00Z")).toBe(1);
  expect(await runAt("2026-03-02T02:00:00Z")).toBe(2);
  expect(warned).toEqual([
    { agentId: "mine", err: new Error("the disk is full, 1") },
    { agentId: "mine", err: new Error("the disk is full, 2") },
  ]);
});

test("tests that somebody runs just now are run later in the same night", async () => {
  await using opened = await openOperations();
  const { storage } = opened;
  await putAgent(storage, "mine");
  const file = testsOf("mine", "nightly: true\n");
  await storage.agentTests.write({ agentId: "mine", file, at: 1 });
  const reached = Promise.withResolvers<void>();
  const held = Promise.withResolvers<undefined>();
  let runs = 0;
  const addRun = () => {
    runs += 1;
    reached.resolve();
    return held.promise;
  };
  const agentTests = { ...storage.agentTests, addRun };
  const operations = createOperations({ ...opened.context, storage: { ...storage, agentTests } });
  const lines: object[] = [];
  const dependencies: NightlyDependencies = {
    storage,
    operations,
    clock: { wallMs: () => Date.parse("2026-03-01T02:00:00Z") },
    log: { info: (detail) => void lines.push(detail), warn: (detail) => void lines.push(detail) },
  };
  const begun = new Map<string, number>();
  const runDue = () => runDueTests(dependencies, begun, new AbortController().signal);

  const somebodys = operations.tests.run(commandLine, { agent: "mine", keep: true });
  await reached.promise;
  await runDue();
  expect([runs, lines]).toEqual([1, []]);
  held.resolve(undefined);
  await somebodys;
  await runDue();
  expect(runs).toBe(2);
  expect(lines).toEqual([{ agentId: "mine", tests: 1, failed: 1, run: null }]);
});
