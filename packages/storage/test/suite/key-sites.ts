import { describe, expect, test } from "vitest";
import type { SiteRequests, Storage } from "../../src/index.ts";
import { putAgent, sampleKey, type OpenStorage } from "./samples.ts";

const site = (origin: string, values: Partial<SiteRequests> = {}): SiteRequests => ({
  keyId: "k1",
  origin,
  admitted: 0,
  refused: 1,
  lastAt: 1000,
  ...values,
});

async function withKey(storage: Storage) {
  await putAgent(storage);
  await storage.keys.create(sampleKey({ id: "k1" }));
}

const sitesOf = (storage: Storage, keyId = "k1") => storage.keySites.list({ scope: { agents: null }, keyId });

/** Sites that sent a key's requests. */
export function keySitePromises(driver: string, open: OpenStorage): void {
  describe(`${driver}: sites of keys`, () => {
    test("requests add up by key and site, also of callers that add at once, the last seen first", async () => {
      await using storage = await open();
      await withKey(storage);
      await storage.keys.create(sampleKey({ id: "k2" }));
      const shop = site("https://shop.example", { admitted: 2, refused: 0, lastAt: 3000 });
      const evil = site("https://evil.example", { refused: 5 });
      await Promise.all([
        storage.keySites.add([shop, evil, { ...evil, keyId: "k2" }]),
        storage.keySites.add([{ ...shop, admitted: 1, refused: 1, lastAt: 2000 }]),
        storage.keySites.add([]),
      ]);
      expect(await sitesOf(storage)).toEqual({
        sites: [{ ...shop, admitted: 3, refused: 1 }, evil],
        others: null,
      });
      expect((await sitesOf(storage, "k2"))?.sites).toEqual([{ ...evil, keyId: "k2" }]);
    });

    test("a key has 100 sites at most, and those that come later are counted together", async () => {
      await using storage = await open();
      await withKey(storage);
      const many = Array.from({ length: 70 }, (_, index) => site(`https://a${index}.example`));
      const more = Array.from({ length: 70 }, (_, index) =>
        site(`https://b${index}.example`, { lastAt: 2000 }),
      );
      await Promise.all([storage.keySites.add(many), storage.keySites.add(more)]);
      const found = await sitesOf(storage);
      expect(found?.sites).toHaveLength(100);
      expect(found?.others).toMatchObject({ admitted: 0, refused: 40 });
      await storage.keySites.add([site(found?.sites[0]?.origin ?? "", { refused: 2 })]);
      expect((await sitesOf(storage))?.sites[0]?.refused).toBe(3);
    });

    test("made-up sites do not crowd out one that works", async () => {
      await using storage = await open();
      await withKey(storage);
      await storage.keySites.add(
        Array.from({ length: 120 }, (_, index) =>
          site(`https://a${index}.example`, { lastAt: 1000 + index }),
        ),
      );
      await storage.keySites.add([site("https://shop.example", { admitted: 1, refused: 0, lastAt: 9000 })]);
      const found = await sitesOf(storage);
      expect(found?.sites).toHaveLength(100);
      expect(found?.sites[0]).toMatchObject({ origin: "https://shop.example", admitted: 1 });
      expect(found?.sites.some(({ origin }) => origin === "https://a0.example")).toBe(false);
      expect(found?.others?.refused).toBe(21);
    });

    test("sites are seen by whom the scope covers, and forgotten with their key", async () => {
      await using storage = await open();
      await withKey(storage);
      await storage.keySites.add([site("https://shop.example")]);
      expect(await storage.keySites.list({ scope: { agents: ["other"] }, keyId: "k1" })).toBeUndefined();
      expect(
        (await storage.keySites.list({ scope: { agents: ["guide"] }, keyId: "k1" }))?.sites,
      ).toHaveLength(1);
      expect(await sitesOf(storage, "unknown")).toBeUndefined();
      await storage.agents.delete("guide");
      // A count that comes late is swept up.
      await storage.keySites.add([site("https://late.example")]);
      await storage.conversations.expire({ now: 1, idleSince: 0, createdSince: 0 });
      await withKey(storage);
      expect(await sitesOf(storage)).toEqual({ sites: [], others: null });
    });
  });
}
