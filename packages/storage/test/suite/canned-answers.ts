import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { CannedAnswer } from "../../src/storage.ts";
import { auditedIn, sampleAudit } from "./operator-samples.ts";
import type { OpenStorage } from "./samples.ts";

/** An answer to be kept ready. */
export const sampleCanned = (values: Partial<CannedAnswer> = {}): Omit<CannedAnswer, "revision"> => ({
  id: `can_${randomUUID()}`,
  name: "Lost parcel",
  text: "I am sorry. I ask the carrier.",
  agents: null,
  createdAt: 1_000,
  ...values,
});

/** Canned answers: for whom they are, and what becomes of two writers at once. */
export function cannedAnswerPromises(driver: string, open: OpenStorage): void {
  describe(`${driver}: canned answers`, () => {
    test("are read as written, by name, by those who have an agent that they are for", async () => {
      await using storage = await open();
      const { canned } = storage;
      const forAll = sampleCanned({ name: "welcome" });
      const forTwo = sampleCanned({ name: "Return", text: "Within 30 days.", agents: ["guide", "shop"] });
      for (const answer of [forAll, forTwo])
        expect(await canned.create(answer, sampleAudit({ what: "canned.create" }))).toEqual({
          kind: "created",
        });
      const [all, two] = [forAll, forTwo].map((answer) => ({ ...answer, revision: 1 }));
      expect(await canned.find(forTwo.id)).toEqual(two);
      expect(await canned.list({ agents: null })).toEqual([two, all]);
      expect(await canned.list({ agents: ["shop"] })).toEqual([two, all]);
      expect(await canned.list({ agents: ["another"] })).toEqual([all]);
      expect(await auditedIn(storage)).toEqual(["canned.create", "canned.create"]);
    });

    test("have names of their own, whatever the case of their letters", async () => {
      await using storage = await open();
      const { canned } = storage;
      const [first, second] = [sampleCanned(), sampleCanned({ name: "Refund" })];
      await canned.create(first);
      await canned.create(second);
      expect(await canned.create(sampleCanned({ name: "LOST parcel" }))).toEqual({ kind: "name_taken" });
      const renamed = { id: second.id, values: { name: "lost PARCEL" }, expected: 1 };
      expect(await canned.update(renamed)).toEqual({ kind: "name_taken" });
      expect(await canned.update({ ...renamed, id: first.id })).toEqual({
        kind: "updated",
        answer: { ...first, name: "lost PARCEL", revision: 2 },
      });
    });

    test("keep one of two changes that were made from the same state, and are gone once removed", async () => {
      await using storage = await open();
      const { canned } = storage;
      const answer = sampleCanned();
      await canned.create(answer);
      const change = (text: string) =>
        canned.update({
          id: answer.id,
          values: { text },
          expected: 1,
          audit: sampleAudit({ what: "canned.change" }),
        });
      const kinds = (await Promise.all([change("One."), change("Two.")])).map(({ kind }) => kind);
      expect(new Set(kinds)).toEqual(new Set(["updated", "newer_revision"]));
      const removal = { id: answer.id, audit: sampleAudit({ what: "canned.delete", at: 2_000 }) };
      expect([await canned.remove(removal), await canned.remove(removal)]).toEqual([true, false]);
      expect(await canned.update({ id: answer.id, values: {} })).toEqual({ kind: "canned_not_found" });
      expect(await auditedIn(storage)).toEqual(["canned.change", "canned.delete"]);
    });
  });
}
