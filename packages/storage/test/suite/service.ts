import { describe, expect, test } from "vitest";
import { StorageUnavailable } from "../../src/index.ts";
import { definitionOf, firstTurn, putAgent, sampleKey, startChat, type OpenStorage } from "./samples.ts";

/** The service's own data and queries: notes, the revision, whether the database responds. */
export function servicePromises(driver: string, open: OpenStorage): void {
  describe(`${driver}: service`, () => {
    test("a note is taken once, and a later one replaces the earlier", async () => {
      await using storage = await open();
      await storage.keyValues.save("windows", "old");
      await storage.keyValues.save("windows", "new");
      await storage.keyValues.save("other", "");
      expect(await storage.keyValues.read("windows")).toBe("new");
      expect(await storage.keyValues.take("windows")).toBe("new");
      expect(await storage.keyValues.read("windows")).toBeUndefined();
      expect(await storage.keyValues.take("windows")).toBeUndefined();
      expect(await storage.keyValues.take("other")).toBe("");
    });

    test("the mark changes with every write to agents and keys", async () => {
      await using storage = await open();
      const marks = [await storage.revision()];
      const writes = [
        () => putAgent(storage),
        () => storage.keys.create(sampleKey({ id: "k1" })),
        () => storage.keys.change("k1", { allowed: [] }),
        () => storage.keys.change("k1", { rateLimit: 9 }),
        () => storage.keys.replace("k1", sampleKey({ id: "k2" }), 99),
        () => storage.keys.revoke("k1", 9),
        () =>
          storage.agents.put({
            id: "guide",
            definition: definitionOf("guide", "Other"),
            baseDirectory: "/",
            at: 2,
          }),
        () => storage.agents.delete("guide"),
      ];
      for (const write of writes) {
        await write();
        marks.push(await storage.revision());
      }
      expect(new Set(marks).size).toBe(writes.length + 1);
    });

    test("the mark stays while only visitors write here", async () => {
      await using storage = await open();
      await putAgent(storage);
      const before = await storage.revision();
      await startChat(storage);
      expect(await storage.revision()).toBe(before);
    });

    test("an open database answers, and can be closed twice", async () => {
      const storage = await open();
      await storage.ping();
      await storage.close();
      await storage.close();
      await expect(storage.ping()).rejects.toThrow(StorageUnavailable);
      await expect(storage.conversations.acceptTurn(firstTurn())).rejects.toThrow(StorageUnavailable);
      await expect((async () => storage.revision())()).rejects.toThrow(StorageUnavailable);
    });

    test("closing finishes what was begun before", async () => {
      const storage = await open();
      await putAgent(storage);
      const begun = [
        storage.conversations.acceptTurn(firstTurn()),
        storage.keyValues.save("a", "b"),
        storage.agents.put({ id: "b", definition: definitionOf("b"), baseDirectory: "/", at: 2 }),
      ];
      await storage.close();
      expect(await Promise.all(begun)).toEqual([{ kind: "accepted", turn: 1 }, undefined, "created"]);
    });
  });
}
