import { describe, expect, test } from "vitest";
import type { SecretRecord } from "../../src/index.ts";
import { auditedIn, sampleAudit } from "./operator-samples.ts";
import type { OpenStorage } from "./samples.ts";

/** A secret to be stored. */
export const sampleSecret = (values: Partial<SecretRecord> = {}): SecretRecord => ({
  name: "MODEL_KEY",
  sealed: "v1.sealed",
  lastFour: "7890",
  origins: ["https://llm.example"],
  agents: null,
  setAt: 1_000,
  by: { kind: "operator", name: "Ada" },
  ...values,
});

/** Stored secrets: replaced whole, and each change is noticed. */
export function secretPromises(driver: string, open: OpenStorage): void {
  describe(`${driver}: secrets`, () => {
    test("are read as stored, by name, until they are replaced or removed, which moves the revision", async () => {
      await using storage = await open();
      const { secrets } = storage;
      const [first, other] = [
        sampleSecret(),
        sampleSecret({ name: "CRM_KEY", agents: ["guide"], lastFour: null }),
      ];
      const revisions = [await storage.revision()];
      for (const each of [first, other])
        expect(await secrets.set(each, sampleAudit({ what: "secret.set" }))).toBe("created");
      revisions.push(await storage.revision());
      expect(await secrets.list()).toEqual([other, first]);
      const replaced = sampleSecret({
        sealed: "v1.other",
        origins: ["https://a.example", "http://127.0.0.1:8080"],
      });
      expect(await secrets.set(replaced)).toBe("replaced");
      revisions.push(await storage.revision());
      expect(await secrets.find("MODEL_KEY")).toEqual(replaced);
      const removal = { name: "MODEL_KEY", audit: sampleAudit({ what: "secret.remove", at: 2_000 }) };
      expect([await secrets.remove(removal), await secrets.remove(removal)]).toEqual([true, false]);
      revisions.push(await storage.revision());
      expect(await secrets.find("MODEL_KEY")).toBeUndefined();
      expect(new Set(revisions).size).toBe(revisions.length);
      expect((await auditedIn(storage)).toSorted()).toEqual(["secret.remove", "secret.set", "secret.set"]);
    });
  });
}
