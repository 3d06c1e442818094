import { describe, expect, test } from "vitest";
import { draftMs } from "../../src/index.ts";
import type { Storage } from "../../src/index.ts";
import { sampleApply } from "./operator-samples.ts";
import { definitionOf, putAgent, type OpenStorage } from "./samples.ts";

const mine = { agentId: "guide", authorId: "ann" };
const scope = { agents: null };
const save = (storage: Storage, values: object = {}) =>
  storage.agentDrafts.save({ ...mine, file: "id: guide\n", at: 5_000, ...values });

/** Drafts of agent files: whose they are, what they are based on, and when they end. */
export function agentDraftPromises(driver: string, open: OpenStorage): void {
  describe(`${driver}: drafts of agent files`, () => {
    test("each author has one for each agent, also for an agent that does not exist yet", async () => {
      await using storage = await open();
      await putAgent(storage);
      const first = await save(storage, { agentId: "new" });
      expect(first).toMatchObject({ agentId: "new", basedOn: null, live: null, revision: 1 });
      await save(storage, { file: "theirs", authorId: "ben" });
      await save(storage, { file: "old" });
      const saved = await save(storage, { file: "mine 🍎\r\n", at: 6_000 });
      expect(saved).toEqual({
        agentId: "guide",
        file: "mine 🍎\r\n",
        basedOn: 1,
        live: 1,
        savedAt: 6_000,
        revision: 2,
      });
      expect(await storage.agentDrafts.find({ ...mine, now: 7_000 })).toEqual(saved);
      const { file: _, ...listed } = saved as typeof saved & { readonly file: string };
      const list = { authorId: "ann", now: 7_000 };
      expect(await storage.agentDrafts.list({ ...list, scope })).toEqual([
        listed,
        expect.objectContaining({ agentId: "new" }),
      ]);
      expect(await storage.agentDrafts.list({ ...list, scope: { agents: ["other"] } })).toEqual([]);
      expect(await storage.agentDrafts.remove(mine)).toBe(true);
      expect(await storage.agentDrafts.remove(mine)).toBe(false);
      expect(await storage.agentDrafts.find({ ...mine, authorId: "ben", now: 7_000 })).toBeDefined();
    });

    test("a draft keeps the version that it was begun from while the agent moves on", async () => {
      await using storage = await open();
      await putAgent(storage);
      await save(storage);
      await storage.agents.apply(sampleApply({ definition: definitionOf("guide", "Moved on"), at: 5_500 }));
      expect(await save(storage, { file: "more" })).toMatchObject({ basedOn: 1, live: 2 });
      // What the author opened counts, if they say so.
      expect(await save(storage, { basedOn: 2 })).toMatchObject({ basedOn: 2, live: 2 });
      expect(await save(storage, { basedOn: null })).toMatchObject({ basedOn: null, live: 2 });
      expect(await save(storage, { expected: 1 })).toEqual({ kind: "newer_revision" });
      expect(await save(storage, { expected: 4 })).toMatchObject({ revision: 5 });
    });

    test("applying a draft or deleting its agent deletes it; a failed attempt keeps it", async () => {
      await using storage = await open();
      await putAgent(storage);
      const find = (authorId: string) => storage.agentDrafts.find({ ...mine, authorId, now: 6_000 });
      for (const authorId of ["ann", "ben"]) await save(storage, { authorId });
      const applied = sampleApply({ at: 5_500, draft: { authorId: "ann" } });
      expect(await storage.agents.apply({ ...applied, expected: 7 })).toMatchObject({
        kind: "newer_version",
      });
      expect(await find("ann")).toBeDefined();
      await storage.agents.apply({ ...applied, draft: { authorId: "ann", file: "another" } });
      expect(await find("ann")).toBeDefined();
      // Also where nothing else changes.
      expect(await storage.agents.apply(applied)).toMatchObject({ kind: "unchanged" });
      expect([await find("ann"), await find("ben")]).toEqual([undefined, expect.anything()]);

      await storage.agents.delete("guide");
      expect(await find("ben")).toBeUndefined();
      await save(storage, { agentId: "new" });
      await storage.agents.apply(sampleApply({ id: "new", draft: { authorId: "ann" } }));
      expect(await storage.agentDrafts.list({ authorId: "ann", now: 6_000, scope })).toEqual([]);
    });

    test("a draft ends 30 days after it was saved, and an author has the newest hundred", async () => {
      await using storage = await open();
      await save(storage, { at: 1_000 });
      const now = 1_000 + draftMs;
      expect(await storage.agentDrafts.find({ ...mine, now: now - 1 })).toBeDefined();
      expect(await storage.agentDrafts.find({ ...mine, now })).toBeUndefined();
      // Another one begins anew.
      expect(await save(storage, { at: now })).toMatchObject({ revision: 1 });
      await save(storage, { at: 2_000, authorId: "ben" });
      await storage.conversations.expire({ now: 2_000 + draftMs, idleSince: 0, createdSince: 0 });
      // Saved at the time of the other: only the expiry has deleted it.
      const of = (authorId: string) => storage.agentDrafts.find({ ...mine, authorId, now: 2_000 });
      expect([await of("ann"), await of("ben")]).toEqual([expect.anything(), undefined]);

      for (let at = 1; at <= 101; at++) await save(storage, { agentId: `new-${at}`, at: now + at });
      const kept = await storage.agentDrafts.list({ authorId: "ann", now: now + 200, scope });
      expect(kept).toHaveLength(100);
      expect(kept.at(-1)?.agentId).toBe("new-2");
    });
  });
}
