import { describe, expect, test } from "vitest";
import { auditedIn, sampleApply, sampleAudit } from "./operator-samples.ts";
import { definitionOf, endOf, nextTurn, putAgent, sampleFacts, type OpenStorage } from "./samples.ts";
import { chatOf } from "./written-chats.ts";

const everything = { scope: { agents: null }, agentId: "guide" };

/** Versions of agents: one for each change, with its file as it was written. */
export function agentVersionPromises(driver: string, open: OpenStorage): void {
  describe(`${driver}: versions of agents`, () => {
    test("each change makes a version with its author, note and file, comments included", async () => {
      await using storage = await open();
      const first = sampleApply();
      const definition = definitionOf("guide", "Other");
      const file = "# Another\nid: guide\nname: Other\n";
      const author = { kind: "command_line", name: null } as const;
      const second = sampleApply({
        definition,
        file,
        at: 2000,
        author,
        note: "Renamed",
        baseDirectory: "/b",
      });
      expect(await storage.agents.apply(first)).toEqual({ kind: "created", version: 1 });
      expect(await storage.agents.apply(second)).toEqual({ kind: "updated", version: 2 });
      expect(await storage.agents.find("guide")).toMatchObject({
        definition,
        baseDirectory: "/b",
        version: 2,
      });

      const { agentVersions } = storage;
      const [newest, oldest] = [
        { agentId: "guide", version: 2, at: 2000, author, note: "Renamed", isCurrent: true },
        { agentId: "guide", version: 1, at: 1000, author: first.author, note: "", isCurrent: false },
      ];
      expect(await agentVersions.list({ ...everything, limit: 9 })).toEqual({
        items: [newest, oldest],
        next: null,
      });
      expect(await agentVersions.find({ ...everything, version: 1 })).toEqual({
        ...oldest,
        file: first.file,
        definition: first.definition,
        baseDirectory: "/agents",
      });
      expect(await agentVersions.find({ ...everything, version: 2 })).toMatchObject({ file, definition });
      expect(await agentVersions.find({ ...everything, version: 3 })).toBeUndefined();
    });

    test("versions are listed page by page", async () => {
      await using storage = await open();
      for (const name of ["A", "B", "C"])
        await storage.agents.apply(sampleApply({ definition: definitionOf("guide", name), file: name }));
      const first = await storage.agentVersions.list({ ...everything, limit: 2 });
      expect(first.items.map(({ version }) => version)).toEqual([3, 2]);
      const rest = await storage.agentVersions.list({ ...everything, limit: 2, after: first.next ?? "" });
      expect(rest).toMatchObject({ items: [{ version: 1 }], next: null });
    });

    test("applying the same again makes no version and no line; a comment alone makes one", async () => {
      await using storage = await open();
      const audit = () => [sampleAudit({ what: "agent.apply" })];
      await storage.agents.apply(sampleApply({ audit: audit() }));
      const before = await storage.revision();
      const again = sampleApply({ at: 5000, audit: audit() });
      expect(await storage.agents.apply(again)).toEqual({ kind: "unchanged", version: 1 });
      expect(await storage.agents.find("guide")).toMatchObject({ updatedAt: 1000 });
      expect(await storage.revision()).toBe(before);
      const commented = sampleApply({ file: "# More\nid: guide\n", audit: audit() });
      expect(await storage.agents.apply(commented)).toEqual({ kind: "updated", version: 2 });
      expect(await auditedIn(storage)).toEqual(["agent.apply", "agent.apply"]);
    });

    test("somebody who has not seen the newest version changes nothing", async () => {
      await using storage = await open();
      await storage.agents.apply(sampleApply({ expected: 0 }));
      await storage.agents.apply(sampleApply({ file: "second", expected: 1 }));
      const stale = sampleApply({ file: "third", expected: 1, audit: [sampleAudit()] });
      expect(await storage.agents.apply(stale)).toEqual({ kind: "newer_version", version: 2 });
      expect(await storage.agents.apply({ ...stale, expected: 0 })).toEqual({
        kind: "newer_version",
        version: 2,
      });
      expect(await storage.agentVersions.find({ ...everything, version: 2 })).toMatchObject({
        file: "second",
      });
      expect(await auditedIn(storage)).toEqual([]);
      expect(await storage.agents.apply({ ...stale, id: "gone" })).toEqual({ kind: "agent_not_found" });
      expect(await storage.agents.find("gone")).toBeUndefined();
    });

    test("an agent put without a file has versions too, and takes the file up when the same is applied from one", async () => {
      await using storage = await open();
      await putAgent(storage);
      const made = await storage.agentVersions.find({ ...everything, version: 1 });
      expect(made).toMatchObject({
        author: { kind: "system", name: null },
        definition: definitionOf("guide"),
        file: null,
      });
      expect(await storage.agents.apply(sampleApply())).toEqual({ kind: "unchanged", version: 1 });
      expect(await storage.agentVersions.find({ ...everything, version: 1 })).toMatchObject({
        file: sampleApply().file,
      });
    });

    test("a version has the chats in which it answered, each with its outcome", async () => {
      await using storage = await open();
      await storage.agents.apply(sampleApply());
      const facts = (version: number) => ({ facts: sampleFacts({ agentId: "guide", version }) });
      await chatOf(storage, "a", { end: facts(1) });
      await chatOf(storage, "b", { end: facts(1) });
      const next = nextTurn("b");
      await storage.conversations.acceptTurn(next);
      await storage.conversations.endReply(endOf(next.replyId, facts(2)));
      const counted = await storage.chatIndex.outcomesByVersion({ ...everything });
      expect(
        [...counted].map(([version, { chats, outcomes }]) => [version, chats, outcomes.assumed]),
      ).toEqual([
        [1, 2, 2],
        [2, 1, 1],
      ]);
      const none = await storage.chatIndex.outcomesByVersion({
        scope: { agents: ["shop"] },
        agentId: "guide",
      });
      expect(none.size).toBe(0);
    });

    test("versions are seen by whom the scope covers, and go with their agent", async () => {
      await using storage = await open();
      await storage.agents.apply(sampleApply());
      const { agentVersions } = storage;
      for (const [agents, length] of [
        [["shop"], 0],
        [[], 0],
        [["shop", "guide"], 1],
      ] as const) {
        expect(
          (await agentVersions.list({ scope: { agents }, agentId: "guide", limit: 9 })).items,
        ).toHaveLength(length);
        const found = await agentVersions.find({ scope: { agents }, agentId: "guide", version: 1 });
        expect(found === undefined).toBe(length === 0);
      }
      const audit = sampleAudit({ what: "agent.delete" });
      await storage.agents.delete("guide", { audit });
      expect((await agentVersions.list({ ...everything, limit: 9 })).items).toEqual([]);
      expect(await auditedIn(storage)).toEqual(["agent.delete"]);
      expect(await storage.agents.apply(sampleApply())).toEqual({ kind: "created", version: 1 });
    });
  });
}
