import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { CannedAnswer } from "../../src/index.ts";
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
      const { cannedAnswers } = storage;
      const forAll = sampleCanned({ name: "welcome" });
      const forTwo = sampleCanned({ name: "Return", text: "Within 30 days.", agents: ["guide", "shop"] });
      for (const answer of [forAll, forTwo])
        expect(await cannedAnswers.create(answer, sampleAudit({ what: "canned.create" }))).toEqual({
          kind: "created",
        });
      const [all, two] = [forAll, forTwo].map((answer) => ({ ...answer, revision: 1 }));
      expect(await cannedAnswers.find(forTwo.id)).toEqual(two);
      expect(await cannedAnswers.list({ agents: null })).toEqual([two, all]);
      expect(await cannedAnswers.list({ agents: ["shop"] })).toEqual([two, all]);
      expect(await cannedAnswers.list({ agents: ["another"] })).toEqual([all]);
      expect(await auditedIn(storage)).toEqual(["canned.create", "canned.create"]);
    });

    test("have unique names, regardless of case", async () => {
      await using storage = await open();
      const { cannedAnswers } = storage;
      const [first, second] = [sampleCanned(), sampleCanned({ name: "Refund" })];
      await cannedAnswers.create(first);
      await cannedAnswers.create(second);
      expect(await cannedAnswers.create(sampleCanned({ name: "LOST parcel" }))).toEqual({
        kind: "name_taken",
      });
      const renamed = { id: second.id, values: { name: "lost PARCEL" }, expected: 1 };
      expect(await cannedAnswers.update(renamed)).toEqual({ kind: "name_taken" });
      expect(await cannedAnswers.update({ ...renamed, id: first.id })).toEqual({
        kind: "updated",
        answer: { ...first, name: "lost PARCEL", revision: 2 },
      });
    });

    test("keep one of two changes that were made from the same state, and are gone once removed", async () => {
      await using storage = await open();
      const { cannedAnswers } = storage;
      const answer = sampleCanned();
      await cannedAnswers.create(answer);
      const change = (text: string) =>
        cannedAnswers.update({
          id: answer.id,
          values: { text },
          expected: 1,
          audit: sampleAudit({ what: "canned.change" }),
        });
      const kinds = (await Promise.all([change("One."), change("Two.")])).map(({ kind }) => kind);
      expect(new Set(kinds)).toEqual(new Set(["updated", "newer_revision"]));
      const removal = { id: answer.id, audit: sampleAudit({ what: "canned.delete", at: 2_000 }) };
      expect([await cannedAnswers.remove(removal), await cannedAnswers.remove(removal)]).toEqual([
        true,
        false,
      ]);
      expect(await cannedAnswers.update({ id: answer.id, values: {} })).toEqual({ kind: "canned_not_found" });
      expect(await auditedIn(storage)).toEqual(["canned.change", "canned.delete"]);
    });
  });
}
