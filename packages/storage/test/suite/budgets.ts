import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { NewTurn, Storage, TurnBudget } from "../../src/index.ts";
import { endOf, firstTurn, newId, nextTurn, putAgent, startChat, type OpenStorage } from "./samples.ts";

const dayMs = 86_400_000;
export const noon = 20_000 * dayMs + dayMs / 2;

/** 100 tokens a day, 30 for one reply, by default. */
export function budgetOf(keyId: string, values: Partial<TurnBudget> = {}): TurnBudget {
  return { keyId, dailyTokens: 100, replyTokens: 30, ...values };
}

/** The first turn of a new chat, at noon, with a budget. */
export function budgetedTurn(budget: TurnBudget, values: Partial<NewTurn> = {}): NewTurn {
  return firstTurn({ budget, at: noon, ...values });
}

/** Budgets: a key exceeds its own by less than one reply, and what was used is counted once. */
export function budgetPromises(driver: string, open: OpenStorage): void {
  const accept = ({ conversations }: Storage, turn: NewTurn) => conversations.acceptTurn(turn);
  const end = ({ conversations }: Storage, { replyId }: NewTurn, spentTokens: number) =>
    conversations.endReply(endOf(replyId, { spentTokens }));
  const useOf = async ({ budgets }: Storage, keyId: string, at = noon) =>
    (await budgets.usedOn(at)).find((use) => use.keyId === keyId);

  /** One turn that is taken and ends. */
  async function spend(storage: Storage, budget: TurnBudget, tokens: number): Promise<void> {
    const turn = budgetedTurn(budget);
    expect(await accept(storage, turn)).toEqual({ kind: "accepted", turn: 1 });
    await end(storage, turn, tokens);
  }

  describe(`${driver}: budgets`, () => {
    test("turns are taken while something is left, besides what is set aside for replies that have not ended", async () => {
      await using storage = await open();
      await putAgent(storage);
      const budget = budgetOf("k");
      const turns = Array.from({ length: 4 }, () => budgetedTurn(budget));
      for (const turn of turns) expect(await accept(storage, turn)).toEqual({ kind: "accepted", turn: 1 });
      expect(await useOf(storage, "k")).toEqual({ keyId: "k", used: 0, reserved: 120 });
      expect(await accept(storage, budgetedTurn(budget))).toEqual({ kind: "budget_reserved" });

      for (const turn of turns) await end(storage, turn, 20);
      expect(await useOf(storage, "k")).toEqual({ keyId: "k", used: 80, reserved: 0 });
      const last = budgetedTurn(budget);
      expect(await accept(storage, last)).toEqual({ kind: "accepted", turn: 1 });
      expect(await accept(storage, budgetedTurn(budget))).toEqual({ kind: "budget_reserved" });
      await end(storage, last, 20);
      expect(await accept(storage, budgetedTurn(budget))).toEqual({ kind: "budget_newly_spent" });
      expect(await accept(storage, budgetedTurn(budget))).toEqual({ kind: "budget_spent" });
    });

    test("at midnight in UTC a new day begins, and a reply counts for the day of its turn", async () => {
      await using storage = await open();
      await putAgent(storage);
      const budget = budgetOf("k", { dailyTokens: 30 });
      const midnight = 20_001 * dayMs;
      const late = budgetedTurn(budget, { at: midnight - 1 });
      expect(await accept(storage, late)).toEqual({ kind: "accepted", turn: 1 });
      expect(await accept(storage, budgetedTurn(budget, { at: midnight - 1 }))).toEqual({
        kind: "budget_reserved",
      });
      expect(await accept(storage, budgetedTurn(budget, { at: midnight }))).toEqual({
        kind: "accepted",
        turn: 1,
      });
      await end(storage, late, 30);
      expect(await useOf(storage, "k", midnight - 1)).toEqual({ keyId: "k", used: 30, reserved: 0 });
      expect(await useOf(storage, "k", midnight)).toEqual({ keyId: "k", used: 0, reserved: 30 });
      expect(await accept(storage, budgetedTurn(budget, { at: midnight - 1 }))).toEqual({
        kind: "budget_newly_spent",
      });
      expect(await accept(storage, budgetedTurn(budget, { at: midnight + 1 }))).toEqual({
        kind: "budget_reserved",
      });
    });

    test("each key has its own, and turns without one are neither counted nor refused", async () => {
      await using storage = await open();
      await putAgent(storage);
      await spend(storage, budgetOf("k"), 100);
      expect(await accept(storage, budgetedTurn(budgetOf("k")))).toEqual({ kind: "budget_newly_spent" });
      expect(await accept(storage, budgetedTurn(budgetOf("other")))).toEqual({ kind: "accepted", turn: 1 });
      await startChat(storage, { at: noon });
      expect(await storage.budgets.usedOn(noon)).toHaveLength(2);
    });

    test("the current budget applies: if it is raised, the key may continue, if lowered, it may not", async () => {
      await using storage = await open();
      await putAgent(storage);
      await spend(storage, budgetOf("k"), 100);
      expect(await accept(storage, budgetedTurn(budgetOf("k")))).toEqual({ kind: "budget_newly_spent" });
      expect(await accept(storage, budgetedTurn(budgetOf("k", { dailyTokens: 101 })))).toEqual({
        kind: "accepted",
        turn: 1,
      });
      expect(await accept(storage, budgetedTurn(budgetOf("k", { dailyTokens: 1 })))).toEqual({
        kind: "budget_spent",
      });
    });

    test("a turn that is refused for it leaves nothing behind", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { conversations } = storage;
      const budget = budgetOf("k");
      const { sessionId, replyId } = await startChat(storage);
      const parts = [{ type: "question" as const, id: "q", questions: [] }];
      await conversations.endReply(endOf(replyId, { parts }));
      await spend(storage, budget, 100);
      const idempotency = { agentId: "guide", key: "once", bodyHash: "b", expiresAt: noon + 1000 };
      const answers = [{ questionId: "q", answers: {} }];
      const values = { budget, idempotency, at: noon };
      const first = firstTurn(values);
      expect(await accept(storage, first)).toEqual({ kind: "budget_newly_spent" });
      expect(await accept(storage, nextTurn(sessionId, { ...values, answers }))).toEqual({
        kind: "budget_spent",
      });

      expect(await conversations.find(first.session.id)).toBeUndefined();
      expect(await conversations.readTurns({ sessionId })).toHaveLength(1);
      expect((await conversations.find(sessionId))?.turns).toBe(1);
      expect(
        await conversations.findIdempotentTurn({ agentId: "guide", key: "once", now: noon }),
      ).toBeUndefined();
      expect(await conversations.findQuestion({ sessionId, questionId: "q" })).toMatchObject({
        answered: false,
      });
      expect(await useOf(storage, "k")).toEqual({ keyId: "k", used: 100, reserved: 0 });
    });

    test("a repeated turn that was accepted is distinguished from one that is refused, however little is left", async () => {
      await using storage = await open();
      await putAgent(storage);
      const budget = budgetOf("k", { dailyTokens: 1 });
      const idempotency = { agentId: "guide", key: "once", bodyHash: "b", expiresAt: noon + 1000 };
      const turn = budgetedTurn(budget, { idempotency });
      const again = () => accept(storage, nextTurn(turn.session.id, { budget, idempotency, at: noon }));
      expect(await accept(storage, turn)).toEqual({ kind: "accepted", turn: 1 });
      expect(await again()).toEqual({ kind: "idempotency_key_taken" });
      await end(storage, turn, 1);
      expect(await again()).toEqual({ kind: "idempotency_key_taken" });
      expect(await useOf(storage, "k")).toEqual({ keyId: "k", used: 1, reserved: 0 });
    });

    test("what a reply took is counted once, also when its end is saved again or its chat was erased", async () => {
      await using storage = await open();
      await putAgent(storage);
      const [one, two] = [budgetedTurn(budgetOf("k")), budgetedTurn(budgetOf("k"))];
      for (const turn of [one, two]) await accept(storage, turn);
      for (let again = 0; again < 3; again++) await end(storage, one, 7);
      await storage.conversations.erase(two.session.id);
      for (let again = 0; again < 2; again++) await end(storage, two, 4);
      expect(await useOf(storage, "k")).toEqual({ keyId: "k", used: 11, reserved: 0 });
    });

    test("replies of a lost node count with what they had said, those of a live one stay as they are", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { conversations, budgets } = storage;
      const budget = budgetOf("k", { dailyTokens: 1000 });
      const [said, silent, erased, alive] = ["lost", "lost", "lost too", "alive"].map((node) =>
        budgetedTurn(budget, { node }),
      ) as [NewTurn, NewTurn, NewTurn, NewTurn];
      for (const turn of [said, silent, erased, alive]) await accept(storage, turn);
      await conversations.saveProgress([
        { replyId: said.replyId, offset: 0, appended: "Half an answer" },
        { replyId: alive.replyId, offset: 0, appended: "All is well" },
      ]);
      await conversations.erase(erased.session.id);
      const lost = { liveNodes: ["alive", "newer"], estimateTokens: (text: string) => text.length };
      await Promise.all([budgets.settleLost(lost), budgets.settleLost(lost)]);
      await budgets.settleLost(lost);
      expect(await useOf(storage, "k")).toEqual({ keyId: "k", used: 14 + 0 + 30, reserved: 30 });

      // It was not lost after all: what it really took counts in place of what it seemed to have taken.
      for (let again = 0; again < 2; again++) await end(storage, said, 25);
      await end(storage, alive, 5);
      expect(await useOf(storage, "k")).toEqual({ keyId: "k", used: 25 + 0 + 30 + 5, reserved: 0 });

      const last = budgetedTurn(budget, { node: "alive" });
      await accept(storage, last);
      await budgets.settleLost({ ...lost, liveNodes: [] });
      expect((await useOf(storage, "k"))?.reserved).toBe(0);
    });

    test("days are forgotten the day after the next, and no reply that still runs", async () => {
      await using storage = await open();
      await putAgent(storage);
      const turn = budgetedTurn(budgetOf("k"));
      await accept(storage, turn);
      const forget = (now: number) => storage.conversations.expire({ now, idleSince: 0, createdSince: 0 });
      const midnight = 20_001 * dayMs;
      await forget(midnight + dayMs - 1);
      await end(storage, turn, 9);
      expect(await useOf(storage, "k")).toEqual({ keyId: "k", used: 9, reserved: 0 });
      const never = budgetedTurn(budgetOf("k"));
      await accept(storage, never);
      await forget(midnight + dayMs);
      expect(await storage.budgets.usedOn(noon)).toEqual([]);
      const lost: string[] = [];
      const estimateTokens = (text: string) => lost.push(text);
      await storage.budgets.settleLost({ liveNodes: [], estimateTokens });
      expect(lost).toEqual([]);
      await end(storage, never, 9);
      expect(await storage.budgets.usedOn(noon)).toEqual([]);
    });

    test("whatever replies take and in whatever order they end, the budget is exceeded by less than one reply", async () => {
      await using storage = await open();
      await putAgent(storage);
      const flood = fc.record({
        dailyTokens: fc.integer({ min: 1, max: 200 }),
        replyTokens: fc.integer({ min: 1, max: 60 }),
        waves: fc.array(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 }), {
          minLength: 1,
          maxLength: 8,
        }),
      });
      await fc.assert(
        fc.asyncProperty(flood, async ({ dailyTokens, replyTokens, waves }) => {
          const budget = { keyId: newId("key"), dailyTokens, replyTokens };
          let used = 0;
          let running: { readonly turn: NewTurn; readonly tokens: number }[] = [];
          for (const wave of waves) {
            const asked = wave.map((share) => ({
              turn: budgetedTurn(budget),
              tokens: Math.round(share * replyTokens),
            }));
            const ending = running.splice(0, Math.ceil(running.length / 2));
            const [outcomes] = await Promise.all([
              Promise.all(asked.map(({ turn }) => accept(storage, turn))),
              Promise.all(ending.map(({ turn, tokens }) => end(storage, turn, tokens))),
            ]);
            used += ending.reduce((sum, { tokens }) => sum + tokens, 0);
            running = [...running, ...asked.filter((_, index) => outcomes[index]?.kind === "accepted")];
            const use = await useOf(storage, budget.keyId);
            expect(use?.used ?? 0).toBe(used);
            expect(use?.reserved ?? 0).toBe(running.length * replyTokens);
            expect(used + running.length * replyTokens).toBeLessThan(dailyTokens + replyTokens);
          }
          await Promise.all(running.map(({ turn, tokens }) => end(storage, turn, tokens)));
          // Never refused without need: one more is taken as long as anything is left.
          used += running.reduce((sum, { tokens }) => sum + tokens, 0);
          const last = await accept(storage, budgetedTurn(budget));
          expect(last.kind === "accepted").toBe(used < dailyTokens);
        }),
        // Each is a hundred transactions on one row of the key, one after the other: to look for a smaller counterexample
        // would take minutes.
        { numRuns: 10, endOnFailure: true },
      );
    });
  });
}
