import { describe, expect, test } from "vitest";
import { StorageUnavailable } from "../../src/storage.ts";
import { putAgent, sampleKey, type OpenStorage } from "./samples.ts";

/** Keys: made, changed, revoked, and never moved to another agent. */
export function keyPromises(driver: string, open: OpenStorage): void {
  describe(`${driver}: keys`, () => {
    test("a key is read back as it was created", async () => {
      await using storage = await open();
      await putAgent(storage);
      const key = sampleKey({ serverSide: true, rateLimit: 1_000_000, allowed: [] });
      await storage.keys.create(key);
      expect(await storage.keys.find(key.id)).toEqual(key);
      expect(await storage.keys.find("unknown")).toBeUndefined();
    });

    test("a key id that is taken is refused, and that is no failure of the database", async () => {
      await using storage = await open();
      await putAgent(storage);
      const key = sampleKey();
      await storage.keys.create(key);
      const refusal = await storage.keys.create({ ...key, name: "Twin" }).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(Error);
      expect(refusal).not.toBeInstanceOf(StorageUnavailable);
      expect((await storage.keys.find(key.id))?.name).toBe("Shop");
    });

    test("a key needs an agent", async () => {
      await using storage = await open();
      await expect(storage.keys.create(sampleKey({ agentId: "nobody" }))).rejects.toThrow();
    });

    test("keys are listed oldest first, of all agents or of one, revoked ones too", async () => {
      await using storage = await open();
      await putAgent(storage, "guide");
      await putAgent(storage, "shop");
      await storage.keys.create(sampleKey({ id: "k3", createdAt: 3000 }));
      await storage.keys.create(sampleKey({ id: "k1", createdAt: 1000 }));
      await storage.keys.create(sampleKey({ id: "k2", createdAt: 2000, agentId: "shop" }));
      await storage.keys.revoke("k1", 4000);
      expect((await storage.keys.list()).map((key) => key.id)).toEqual(["k1", "k2", "k3"]);
      expect((await storage.keys.list("guide")).map((key) => key.id)).toEqual(["k1", "k3"]);
      expect(await storage.keys.list("nobody")).toEqual([]);
    });

    test("the allowlist and the rate limit change on their own", async () => {
      await using storage = await open();
      await putAgent(storage);
      const key = sampleKey();
      await storage.keys.create(key);
      const other = sampleKey();
      await storage.keys.create(other);
      const allowed = ["https://münchen.example:8443", "*"];
      expect(await storage.keys.setAllowed(key.id, allowed)).toEqual({ ...key, allowed });
      expect(await storage.keys.setRateLimit(key.id, 5)).toEqual({ ...key, allowed, rateLimit: 5 });
      expect(await storage.keys.find(key.id)).toEqual({ ...key, allowed, rateLimit: 5 });
      expect(await storage.keys.find(other.id)).toEqual(other);
    });

    test("an allowlist that was changed meanwhile stays as it is", async () => {
      await using storage = await open();
      await putAgent(storage);
      const key = sampleKey();
      await storage.keys.create(key);
      const one = [...key.allowed, "one.example"];
      expect(await storage.keys.setAllowed(key.id, one, key.allowed)).toEqual({ ...key, allowed: one });
      expect(await storage.keys.setAllowed(key.id, ["two.example"], key.allowed)).toBeUndefined();
      expect((await storage.keys.find(key.id))?.allowed).toEqual(one);
    });

    test("a revoked key keeps the time of its first revocation", async () => {
      await using storage = await open();
      await putAgent(storage);
      const key = sampleKey();
      await storage.keys.create(key);
      expect(await storage.keys.revoke(key.id, 5000)).toEqual({ ...key, revokedAt: 5000 });
      expect(await storage.keys.revoke(key.id, 6000)).toEqual({ ...key, revokedAt: 5000 });
    });

    test("changing a key that is not there gives undefined and creates none", async () => {
      await using storage = await open();
      expect(await storage.keys.setAllowed("k", ["*"])).toBeUndefined();
      expect(await storage.keys.setRateLimit("k", 1)).toBeUndefined();
      expect(await storage.keys.revoke("k", 1)).toBeUndefined();
      expect(await storage.keys.list()).toEqual([]);
    });
  });
}
