import { describe, expect, test } from "vitest";
import { definitionOf, firstTurn, putAgent, sampleKey, startChat, type OpenStorage } from "./samples.ts";

/** Agents: created, replaced, listed, deleted with everything of theirs. */
export function agentPromises(driver: string, open: OpenStorage): void {
  describe(`${driver}: agents`, () => {
    test("an agent is read back as it was put", async () => {
      await using storage = await open();
      const definition = definitionOf("guide", "Grüße 👋");
      const put = { id: "guide", definition, baseDirectory: "/a b", at: 5 };
      expect(await storage.agents.put(put)).toBe("created");
      expect(await storage.agents.find("guide")).toEqual({
        id: "guide",
        definition,
        baseDirectory: "/a b",
        createdAt: 5,
        updatedAt: 5,
        version: 1,
      });
    });

    test("an agent that another version stored is read whole, beside all others", async () => {
      await using storage = await open();
      await putAgent(storage, "other");
      const { fallbackModels: _models, pageContext: _context, ...early } = definitionOf("guide");
      const tools = ["search_knowledge", "search_knowledge"];
      const stored = { ...early, tools, knowledge: [], branding: { ...early.branding, position: "nowhere" } };
      const definition = stored as unknown as typeof early & ReturnType<typeof definitionOf>;
      await storage.agents.put({ id: "guide", definition, baseDirectory: "/agents", at: 5 });
      const whole = { ...definitionOf("guide"), tools: ["search_knowledge"] };
      expect((await storage.agents.find("guide"))?.definition).toEqual(whole);
      expect((await storage.agents.list()).map((agent) => agent.definition)).toEqual([
        whole,
        definitionOf("other"),
      ]);
    });

    test("an agent that was never put is not found", async () => {
      await using storage = await open();
      await putAgent(storage);
      expect(await storage.agents.find("other")).toBeUndefined();
    });

    test("putting the same definition again is unchanged and writes nothing", async () => {
      await using storage = await open();
      await putAgent(storage);
      const definition = definitionOf("guide");
      // The same fields in another order are the same definition.
      const turned = Object.fromEntries(Object.entries(definition).toReversed()) as typeof definition;
      const before = await storage.revision();
      const again = { id: "guide", definition: turned, baseDirectory: "/agents", at: 2000 };
      expect(await storage.agents.put(again)).toBe("unchanged");
      expect((await storage.agents.find("guide"))?.updatedAt).toBe(1000);
      expect(await storage.revision()).toBe(before);
    });

    test("another definition or another folder is an update that keeps the time of creation", async () => {
      await using storage = await open();
      await putAgent(storage);
      const renamed = definitionOf("guide", "Other");
      const agents = storage.agents;
      expect(await agents.put({ id: "guide", definition: renamed, baseDirectory: "/agents", at: 2000 })).toBe(
        "updated",
      );
      expect(await agents.put({ id: "guide", definition: renamed, baseDirectory: "/moved", at: 3000 })).toBe(
        "updated",
      );
      expect(await agents.find("guide")).toMatchObject({
        definition: { name: "Other" },
        baseDirectory: "/moved",
        createdAt: 1000,
        updatedAt: 3000,
      });
    });

    test("an update keeps the agent's keys and chats", async () => {
      await using storage = await open();
      await putAgent(storage);
      const key = sampleKey();
      await storage.keys.create(key);
      const { sessionId } = await startChat(storage);
      const definition = definitionOf("guide", "Other");
      await storage.agents.put({ id: "guide", definition, baseDirectory: "/agents", at: 2000 });
      expect(await storage.keys.find(key.id)).toEqual(key);
      expect(await storage.conversations.readTurns({ sessionId })).toHaveLength(1);
    });

    test("agents are listed by id", async () => {
      await using storage = await open();
      await putAgent(storage, "b");
      await putAgent(storage, "a");
      expect((await storage.agents.list()).map((agent) => agent.id)).toEqual(["a", "b"]);
    });

    test("deleting an agent takes its keys, sessions and knowledge along, and nothing of another's", async () => {
      await using storage = await open();
      const passage = { headings: ["Returns"], anchor: null, text: "Send it back within a month." };
      for (const agentId of ["guide", "shop"]) {
        await putAgent(storage, agentId);
        await storage.keys.create(sampleKey({ id: `k${agentId}`, agentId }));
        const session = { id: `s-${agentId}`, agentId, tokenHash: `t-${agentId}` };
        await storage.conversations.acceptTurn(firstTurn({ session }));
        const document = { id: `d-${agentId}`, agentId, source: "files:*", location: "a.md", title: "A" };
        await storage.knowledge.replaceDocument({ ...document, url: null, fingerprint: "1", readAt: 1 }, [
          passage,
        ]);
      }

      expect(await storage.agents.delete("guide")).toBe(true);

      expect(await storage.agents.find("guide")).toBeUndefined();
      expect(await storage.keys.find("kguide")).toBeUndefined();
      expect(await storage.conversations.find("s-guide")).toBeUndefined();
      expect(await storage.conversations.readTurns({ sessionId: "s-guide" })).toEqual([]);
      expect(await storage.knowledge.documents("guide")).toEqual([]);
      const search = { words: ["back"], limit: 5 };
      expect(await storage.knowledge.search({ agentId: "guide", ...search })).toEqual([]);

      expect(await storage.keys.find("kshop")).toBeDefined();
      expect(await storage.conversations.readTurns({ sessionId: "s-shop" })).toHaveLength(1);
      expect(await storage.knowledge.search({ agentId: "shop", ...search })).toHaveLength(1);
    });

    test("deleting an agent that is not there says so", async () => {
      await using storage = await open();
      expect(await storage.agents.delete("guide")).toBe(false);
    });
  });
}
