import { describe, expect, test } from "vitest";
import { StorageUnavailable } from "../../src/index.ts";
import { auditedIn, sampleAudit } from "./operator-samples.ts";
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

    test("a duplicate key id is refused, which is not a failure of the database", async () => {
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

    test("the allowlist, the rate limit and the name change on their own", async () => {
      await using storage = await open();
      await putAgent(storage);
      const key = sampleKey();
      await storage.keys.create(key);
      const other = sampleKey();
      await storage.keys.create(other);
      const allowed = ["https://münchen.example:8443", "*"];
      expect(await storage.keys.change(key.id, { allowed })).toEqual({ ...key, allowed });
      expect(await storage.keys.change(key.id, { rateLimit: 5 })).toEqual({ ...key, allowed, rateLimit: 5 });
      const changed = { ...key, allowed, rateLimit: 5, name: "Shop" };
      expect(await storage.keys.change(key.id, { name: "Shop" })).toEqual(changed);
      expect(await storage.keys.find(key.id)).toEqual(changed);
      expect(await storage.keys.find(other.id)).toEqual(other);
    });

    test("a key that was changed or revoked meanwhile stays as it is", async () => {
      await using storage = await open();
      await putAgent(storage);
      const key = sampleKey();
      await storage.keys.create(key);
      const one = [...key.allowed, "one.example"];
      const changed = { ...key, allowed: one };
      expect(await storage.keys.change(key.id, { allowed: one }, key)).toEqual(changed);
      expect(await storage.keys.change(key.id, { allowed: ["two.example"] }, key)).toBeUndefined();
      expect(await storage.keys.find(key.id)).toEqual(changed);
      await storage.keys.revoke(key.id, 5000);
      expect(await storage.keys.change(key.id, { name: "Shop" }, changed)).toBeUndefined();
      expect((await storage.keys.find(key.id))?.name).toBe(key.name);
    });

    test("a revoked key keeps the time of its first revocation", async () => {
      await using storage = await open();
      await putAgent(storage);
      const key = sampleKey();
      await storage.keys.create(key);
      expect(await storage.keys.revoke(key.id, 5000)).toEqual({ ...key, revokedAt: 5000 });
      expect(await storage.keys.revoke(key.id, 6000)).toEqual({ ...key, revokedAt: 5000 });
    });

    test("a key that is to end later can be revoked before that", async () => {
      await using storage = await open();
      await putAgent(storage);
      const key = sampleKey();
      await storage.keys.create(key);
      expect(await storage.keys.revoke(key.id, 9000)).toEqual({ ...key, revokedAt: 9000 });
      expect(await storage.keys.revoke(key.id, 5000)).toEqual({ ...key, revokedAt: 5000 });
    });

    test("a key takes the place of another, which ends later, once", async () => {
      await using storage = await open();
      await putAgent(storage);
      const key = sampleKey();
      await storage.keys.create(key);
      const by = sampleKey();
      expect(await storage.keys.replace(key.id, by, 9000)).toBe(true);
      expect(await storage.keys.find(key.id)).toEqual({ ...key, revokedAt: 9000 });
      expect(await storage.keys.find(by.id)).toEqual({ ...by, replaces: key.id });

      const late = sampleKey();
      expect(await storage.keys.replace(key.id, late, 9500)).toBe(false);
      expect(await storage.keys.find(late.id)).toBeUndefined();
      expect((await storage.keys.find(key.id))?.revokedAt).toBe(9000);
    });

    test("where the new key cannot be created, the other one does not end", async () => {
      await using storage = await open();
      await putAgent(storage);
      const key = sampleKey();
      await storage.keys.create(key);
      await expect(storage.keys.replace(key.id, key, 9000)).rejects.toThrow();
      expect(await storage.keys.find(key.id)).toEqual(key);
    });

    test("each change writes its line of the audit log, and one that is not made writes none", async () => {
      await using storage = await open();
      await putAgent(storage);
      const line = (what: "create" | "change" | "rotate" | "revoke") => sampleAudit({ what: `key.${what}` });
      const [key, by] = [sampleKey(), sampleKey()];
      await storage.keys.create(key, line("create"));
      await storage.keys.change(key.id, { rateLimit: 5 }, undefined, line("change"));
      await storage.keys.change(key.id, { rateLimit: 6 }, key, line("change"));
      await storage.keys.replace(key.id, by, 9000, line("rotate"));
      await storage.keys.replace(key.id, sampleKey(), 9500, line("rotate"));
      await storage.keys.revoke(by.id, 5000, line("revoke"));
      await storage.keys.revoke(by.id, 6000, line("revoke"));
      expect(await auditedIn(storage)).toEqual(["key.create", "key.change", "key.rotate", "key.revoke"]);
    });

    test("changing a key that is not there gives undefined and creates none", async () => {
      await using storage = await open();
      expect(await storage.keys.change("k", { allowed: ["*"] })).toBeUndefined();
      expect(await storage.keys.change("k", { rateLimit: 1 })).toBeUndefined();
      expect(await storage.keys.revoke("k", 1)).toBeUndefined();
      expect(await storage.keys.list()).toEqual([]);
    });
  });
}
