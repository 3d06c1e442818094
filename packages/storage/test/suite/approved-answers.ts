import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { NewApprovedAnswer } from "../../src/index.ts";
import { auditedIn, sampleAudit } from "./operator-samples.ts";
import { putAgent, type OpenStorage } from "./samples.ts";

/** An answer that somebody has approved. */
export const sampleAnswer = (values: Partial<NewApprovedAnswer> = {}): NewApprovedAnswer => ({
  id: `ans_${randomUUID()}`,
  agentId: "guide",
  text: "Refunds are paid **within 10 days**. Möge es gut gehen.",
  questions: ["How long does a refund take?", "When do I get my money back?"],
  verbatim: false,
  owner: "Ada",
  reviewOn: null,
  createdAt: 1_000,
  changedBy: "Ada",
  ...values,
});

/** Approved answers: who sees them, the result of two writers at once, and how uses are counted. */
export function approvedAnswerPromises(driver: string, open: OpenStorage): void {
  const all = { scope: { agents: null } };

  describe(`${driver}: approved answers`, () => {
    test("are read as written, the one changed last first, within the scope", async () => {
      await using storage = await open();
      const { approvedAnswers } = storage;
      for (const id of ["guide", "shop"]) await putAgent(storage, id);
      const first = sampleAnswer({ verbatim: true, reviewOn: "2027-01-31" });
      const second = sampleAnswer({ agentId: "shop", owner: null, changedBy: null, createdAt: 2_000 });
      const audit = sampleAudit({ what: "answer.create" });
      const written = { hits: 0, lastHitAt: null, revision: 1 };
      const made = { ...first, ...written, changedAt: 1_000 };
      expect(await approvedAnswers.create(first, audit)).toEqual(made);
      await approvedAnswers.create(second);
      const other = { ...second, ...written, changedAt: 2_000 };
      expect(await approvedAnswers.list(all)).toEqual([other, made]);
      expect(await approvedAnswers.list({ ...all, agentId: "guide" })).toEqual([made]);
      expect(await approvedAnswers.list({ scope: { agents: ["shop"] } })).toEqual([other]);
      expect(await approvedAnswers.find({ ...all, id: first.id })).toEqual(made);
      expect(await approvedAnswers.find({ scope: { agents: ["shop"] }, id: first.id })).toBeUndefined();
      expect(await auditedIn(storage)).toEqual(["answer.create"]);

      await storage.agents.delete("guide");
      expect(await approvedAnswers.list(all)).toEqual([other]);
    });

    test("keep one of two changes that were made from the same state, and are gone once removed", async () => {
      await using storage = await open();
      const { approvedAnswers } = storage;
      await putAgent(storage);
      const { id } = await approvedAnswers.create(sampleAnswer());
      const change = (text: string) =>
        approvedAnswers.update({
          id,
          values: { text },
          expected: 1,
          by: "Grace",
          at: 3_000,
          audit: sampleAudit({ what: "answer.change" }),
        });
      const kinds = (await Promise.all([change("One."), change("Two.")])).map(({ kind }) => kind);
      expect(new Set(kinds)).toEqual(new Set(["updated", "newer_revision"]));
      expect(await approvedAnswers.find({ ...all, id })).toMatchObject({
        changedBy: "Grace",
        changedAt: 3_000,
        owner: "Ada",
        revision: 2,
      });
      const removal = { id, audit: sampleAudit({ what: "answer.delete", at: 4_000 }) };
      expect([await approvedAnswers.remove(removal), await approvedAnswers.remove(removal)]).toEqual([
        true,
        false,
      ]);
      const late = { id, values: {}, by: null, at: 5_000 };
      expect(await approvedAnswers.update(late)).toEqual({ kind: "answer_not_found" });
      expect(await auditedIn(storage)).toEqual(["answer.change", "answer.delete"]);
    });

    test("change what their agent knows, uses of them do not", async () => {
      await using storage = await open();
      const { approvedAnswers, knowledge } = storage;
      await putAgent(storage);
      const seen = new Set([await knowledge.revisionOf("guide")]);
      expect(await approvedAnswers.revisionOf("guide")).toBe("");
      const { id } = await approvedAnswers.create(sampleAnswer());
      seen.add(await knowledge.revisionOf("guide"));
      const mark = await approvedAnswers.revisionOf("guide");

      await approvedAnswers.countHits({ ids: [id, "gone", id], at: 7_000 });
      await approvedAnswers.countHits({ ids: [id], at: 8_000 });
      expect(await approvedAnswers.find({ ...all, id })).toMatchObject({
        hits: 2,
        lastHitAt: 8_000,
        revision: 1,
      });
      expect(await approvedAnswers.revisionOf("guide")).toBe(mark);

      await approvedAnswers.update({ id, values: { verbatim: true }, by: null, at: 1_000 });
      seen.add(await knowledge.revisionOf("guide"));
      await approvedAnswers.remove({ id });
      expect(seen.size).toBe(3);
      expect(seen).toContain(await knowledge.revisionOf("guide"));
    });
  });
}
