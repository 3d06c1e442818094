import { describe, expect, test } from "vitest";
import { sampleApply } from "./operator-samples.ts";
import { putAgent, type OpenStorage } from "./samples.ts";

/** Readings of sources: one holder at a time, stopped by anybody, asked for until they are done. */
export function syncPromises(driver: string, open: OpenStorage): void {
  const one = { agentId: "guide", holder: "one" };
  const two = { agentId: "guide", holder: "two" };
  const none = { added: 0, changed: 0, removed: 0, failed: 0, same: 0 };
  const position = { source: "url:https://docs.example/", done: 2, total: 5, counts: { ...none, added: 2 } };

  async function opened() {
    const storage = await open();
    await putAgent(storage);
    return storage;
  }

  describe(`${driver}: readings of sources`, () => {
    test("one is held by one until its time is over, and says how far it is", async () => {
      await using storage = await opened();
      const { syncs } = storage;
      expect(await syncs.find("guide")).toBeUndefined();
      expect(await syncs.begin({ ...one, now: 1000, heldUntil: 2000 })).toBe(true);
      expect(await syncs.begin({ ...two, now: 1999, heldUntil: 2999 })).toBe(false);
      expect(await syncs.report({ ...one, heldUntil: 3000, position })).toBe(true);
      const state = { agentId: "guide", startedAt: 1000, heldUntil: 3000, finishedAt: null, result: null };
      expect(await syncs.find("guide")).toEqual({ ...state, ...position });
      // The process has died.
      expect(await syncs.begin({ ...two, now: 3000, heldUntil: 4000 })).toBe(true);
      expect(await syncs.report({ ...one, heldUntil: 9000, position })).toBe(false);
      expect(await syncs.finish({ ...one, at: 3500, result: none, version: 1 })).toBe(false);
      expect(await syncs.finish({ ...two, at: 3600, result: none, version: 1 })).toBe(true);
      expect(await syncs.find("guide")).toMatchObject({ heldUntil: 0, finishedAt: 3600, result: none });
    });

    test("a stop ends it and its crawl, and what was read is its result", async () => {
      await using storage = await opened();
      const { syncs, crawls } = storage;
      await syncs.begin({ ...one, now: 1000, heldUntil: 2000 });
      await crawls.begin({ ...one, run: "run-1", now: 1000, heldUntil: 2000, startedSince: 0 });
      await syncs.report({ ...one, heldUntil: 2000, position });
      await syncs.stop({ agentId: "guide", at: 1500 });
      expect(await syncs.find("guide")).toMatchObject({
        heldUntil: 0,
        finishedAt: 1500,
        result: position.counts,
      });
      const crawl = { agentId: "guide", startedAt: null, finishedAt: 1500, heldUntil: 0 };
      expect(await crawls.state("guide")).toEqual(crawl);
      expect(await syncs.report({ ...one, heldUntil: 9000, position })).toBe(false);
      expect(await crawls.hold({ ...one, heldUntil: 9000 })).toBe(false);
      await syncs.stop({ agentId: "guide", at: 1700 });
      expect(await syncs.find("guide")).toMatchObject({ finishedAt: 1500 });
    });

    test("what a change asks for is asked for until that version was read, or it is stopped", async () => {
      await using storage = await opened();
      const { syncs, agents } = storage;
      const apply = (name: string) => {
        const { definition, ...agent } = sampleApply();
        return agents.apply({ ...agent, definition: { ...definition, name }, readsSources: true });
      };
      const first = await apply("First");
      expect(await syncs.requested(1000)).toEqual(["guide"]);
      await syncs.begin({ ...one, now: 1000, heldUntil: 2000 });
      expect(await syncs.requested(1999)).toEqual([]);
      expect(await syncs.requested(2000)).toEqual(["guide"]);
      const second = await apply("Second");
      if (!("version" in first && "version" in second)) throw new Error("It was not applied.");
      await syncs.finish({ ...one, at: 1500, result: none, version: first.version });
      expect(await syncs.requested(1500)).toEqual(["guide"]);
      await syncs.begin({ ...one, now: 1600, heldUntil: 2000 });
      await syncs.finish({ ...one, at: 1700, result: none, version: second.version });
      expect(await syncs.requested(1700)).toEqual([]);
      await apply("Third");
      await syncs.stop({ agentId: "guide", at: 1800 });
      expect(await syncs.requested(1800)).toEqual([]);
    });

    test("failures are listed by location, one each, and go with the agent", async () => {
      await using storage = await opened();
      const { syncs } = storage;
      const failure = { agentId: "guide", source: "url:https://docs.example/" };
      const b = { ...failure, location: "https://docs.example/b", reason: "Not found." };
      const a = { ...failure, location: "https://docs.example/a", reason: "Not reached." };
      await syncs.putFailure(b);
      await syncs.putFailure(a);
      await syncs.putFailure({ ...a, reason: "Too large." });
      expect(await syncs.failures("guide")).toEqual([{ ...a, reason: "Too large." }, b]);
      await syncs.removeFailures({ agentId: "guide", locations: [a.location, "https://docs.example/none"] });
      expect(await syncs.failures("guide")).toEqual([b]);
      await syncs.begin({ ...one, now: 1000, heldUntil: 2000 });
      await storage.agents.delete("guide");
      expect(await syncs.failures("guide")).toEqual([]);
      expect(await syncs.find("guide")).toBeUndefined();
    });
  });
}
