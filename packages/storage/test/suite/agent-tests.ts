import { describe, expect, test } from "vitest";
import type { TestRunRecord } from "../../src/index.ts";
import { auditedIn, sampleAudit } from "./operator-samples.ts";
import { putAgent, type OpenStorage } from "./samples.ts";

const all = { scope: { agents: null }, agentId: "guide" };
const others = { scope: { agents: ["other"] }, agentId: "guide" };

/** A run of tests with values of every kind. */
export function sampleRun(values: Partial<TestRunRecord> = {}): Omit<TestRunRecord, "number"> {
  return {
    agentId: "guide",
    at: 1000,
    version: 1,
    model: "extractive",
    passed: 1,
    failed: 0,
    author: { kind: "operator", name: "Ada" },
    results: [{ name: "open", passed: true }],
    ...values,
  };
}

/** Files of tests, and what came of them. */
export function agentTestPromises(driver: string, open: OpenStorage): void {
  describe(`${driver}: tests of agents`, () => {
    test("a file of tests is kept as written, and a writer who has seen an older one changes nothing", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { agentTests } = storage;
      const audit = sampleAudit({ what: "tests.change" });
      const write = { agentId: "guide", file: "# first\n", at: 1000 };
      expect(await agentTests.write({ ...write, expected: 0, audit })).toEqual({
        kind: "written",
        revision: 1,
      });
      expect(await agentTests.write({ ...write, file: "# second\n", expected: 0 })).toEqual({
        kind: "newer_revision",
        revision: 1,
      });
      const kept = { agentId: "guide", file: "# first\n", revision: 1, changedAt: 1000 };
      expect(await agentTests.find(all)).toEqual(kept);
      expect(await agentTests.list()).toEqual([kept]);
      expect(await agentTests.find(others)).toBeUndefined();
      expect(await auditedIn(storage)).toEqual(["tests.change"]);
      expect(await agentTests.write({ ...write, agentId: "none" })).toEqual({ kind: "agent_not_found" });
    });

    test("runs are numbered, listed newest first page by page, and read whole", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { agentTests } = storage;
      expect(await agentTests.addRun(sampleRun())).toBe(1);
      const draft = sampleRun({ version: null, at: 2000, author: { kind: "system", name: null } });
      expect(await agentTests.addRun(draft)).toBe(2);
      const { results, ...listed } = draft;
      const first = await agentTests.listRuns({ ...all, limit: 1 });
      expect(first.items).toEqual([{ ...listed, number: 2 }]);
      const rest = await agentTests.listRuns({ ...all, limit: 1, after: first.next ?? "" });
      expect(rest).toMatchObject({ items: [{ number: 1 }], next: null });
      expect(await agentTests.findRun({ ...all, number: 2 })).toEqual({ ...draft, number: 2, results });
      expect(await agentTests.findRun({ ...all, number: 3 })).toBeUndefined();
      expect(await agentTests.findRun({ ...others, number: 2 })).toBeUndefined();
      expect(await agentTests.listRuns({ ...others, limit: 9 })).toEqual({ items: [], next: null });
      expect(await agentTests.addRun(sampleRun({ agentId: "none" }))).toBeUndefined();
    });

    test("a hundred runs are kept, and none stays when the agent is deleted", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { agentTests } = storage;
      for (let run = 1; run <= 101; run++) await agentTests.addRun(sampleRun());
      const kept = (await agentTests.listRuns({ ...all, limit: 200 })).items.map(({ number }) => number);
      expect(kept).toHaveLength(100);
      expect(kept.at(-1)).toBe(2);
      await agentTests.write({ agentId: "guide", file: "#", at: 1 });
      await storage.agents.delete("guide");
      expect(await agentTests.list()).toEqual([]);
      expect((await agentTests.listRuns({ ...all, limit: 1 })).items).toEqual([]);
    });
  });
}
