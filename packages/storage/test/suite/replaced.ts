import { describe, expect, test } from "vitest";
import type { NewTurn, Storage, StoredPart } from "../../src/index.ts";
import { endOf, nextTurn, putAgent, startChat, type OpenStorage } from "./samples.ts";

/** Turns in the place of others: only of the newest, by one of those who try, and nothing is lost. */
export function replacedTurnPromises(driver: string, open: OpenStorage): void {
  const answers = { "Which colour?": "Red" };
  const asked = (id: string): StoredPart => ({ type: "question", id, questions: [] });

  /** Takes the next turn of a session, and lets its reply end. */
  async function goOn(storage: Storage, sessionId: string, values: Partial<NewTurn> = {}) {
    const turn = nextTurn(sessionId, values);
    const outcome = await storage.conversations.acceptTurn(turn);
    if (outcome.kind === "accepted") await storage.conversations.endReply(endOf(turn.replyId));
    return outcome;
  }

  const numbers = (turns: readonly { readonly number: number }[]) => turns.map(({ number }) => number);

  describe(`${driver}: replaced turns`, () => {
    test("a turn takes the place of the newest: both are read, and the model's context passes the old one over", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { sessionId } = await startChat(storage);
      await goOn(storage, sessionId);
      const before = await storage.conversations.readTurns({ sessionId });
      for (const turn of [2, 3])
        expect(await goOn(storage, sessionId, { replaces: { turn, reopens: [] } })).toEqual({
          kind: "accepted",
          turn: turn + 1,
        });
      await goOn(storage, sessionId);

      const turns = await storage.conversations.readTurns({ sessionId });
      expect(turns.map(({ number, replaced }) => [number, replaced])).toEqual([
        [1, false],
        [2, true],
        [3, true],
        [4, false],
        [5, false],
      ]);
      expect(turns[1]).toEqual({ ...before[1], replaced: true });
      expect(await storage.conversations.readTurns({ sessionId, after: 1, limit: 2 })).toEqual(
        turns.slice(1, 3),
      );

      const recent = async (limit: number, end = Number.MAX_SAFE_INTEGER) =>
        numbers(await storage.conversations.recentTurns({ sessionId, before: end, limit }));
      expect(await recent(9)).toEqual([1, 4, 5]);
      expect(await recent(2)).toEqual([4, 5]);
      expect(await recent(9, 4)).toEqual([1]);
      // Less of each: the part for a model.
      const recentOnes = await storage.conversations.recentTurns({ sessionId, before: 5, limit: 2 });
      expect([turns[0], turns[3]]).toMatchObject(recentOnes);
    });

    test("only the newest is replaced, and only when every reply has ended; refused, nothing is written", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { sessionId } = await startChat(storage);
      await goOn(storage, sessionId);
      const replace = (turn: number, values: Partial<NewTurn> = {}) =>
        goOn(storage, sessionId, { replaces: { turn, reopens: [] }, ...values });
      const idempotency = { agentId: "guide", key: "late", bodyHash: "body", expiresAt: 9_000 };
      for (const turn of [0, 1, 3])
        expect(await replace(turn, { idempotency })).toEqual({ kind: "already_replaced" });

      const [running, waiting] = [nextTurn(sessionId), nextTurn(sessionId)];
      await storage.conversations.acceptTurn(running);
      await storage.conversations.acceptTurn(waiting);
      expect(await replace(4, { idempotency })).toEqual({ kind: "already_replaced" });
      // The newest has ended before the one that it waited for, as a lost node leaves it.
      await storage.conversations.endReply(endOf(waiting.replyId));
      expect(await replace(4, { idempotency })).toEqual({ kind: "already_replaced" });

      const turns = await storage.conversations.readTurns({ sessionId });
      expect(turns.map(({ number, replaced }) => [number, replaced])).toEqual(
        [1, 2, 3, 4].map((number) => [number, false]),
      );
      expect((await storage.conversations.find(sessionId))?.turns).toBe(4);
      const kept = { agentId: "guide", key: "late", now: 1 };
      expect(await storage.conversations.findIdempotentTurn(kept)).toBeUndefined();
      await storage.conversations.endReply(endOf(running.replyId));
      expect(await replace(4, { idempotency })).toEqual({ kind: "accepted", turn: 5 });
    });

    test("of several that replace the same turn at once, one does", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { sessionId } = await startChat(storage);
      const outcomes = await Promise.all(
        Array.from({ length: 5 }, () =>
          storage.conversations.acceptTurn(nextTurn(sessionId, { replaces: { turn: 1, reopens: [] } })),
        ),
      );
      expect(outcomes.filter((outcome) => outcome.kind === "accepted")).toEqual([
        { kind: "accepted", turn: 2 },
      ]);
      expect(outcomes.filter((outcome) => outcome.kind === "already_replaced")).toHaveLength(4);
      expect(numbers(await storage.conversations.readTurns({ sessionId }))).toEqual([1, 2]);
    });

    test("the same request sent twice is one replacement, and the second is told so", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { sessionId } = await startChat(storage);
      const idempotency = { agentId: "guide", key: "k", bodyHash: "body", expiresAt: 9_000 };
      const twin = () => nextTurn(sessionId, { replaces: { turn: 1, reopens: [] }, idempotency });
      const outcomes = await Promise.all([1, 2, 3].map(() => storage.conversations.acceptTurn(twin())));
      expect(outcomes.filter((outcome) => outcome.kind === "accepted")).toEqual([
        { kind: "accepted", turn: 2 },
      ]);
      expect(outcomes.filter((outcome) => outcome.kind === "idempotency_key_taken")).toHaveLength(2);
    });

    test("questions that the old turn had answered can be answered again, and its reply's questions are skipped for good", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { sessionId, replyId } = await startChat(storage);
      const { conversations } = storage;
      await conversations.endReply(endOf(replyId, { parts: [asked("colour")] }));
      const old = nextTurn(sessionId, { answers: [{ questionId: "colour", answers: { Colour: "Blue" } }] });
      await conversations.acceptTurn(old);
      await conversations.endReply(endOf(old.replyId, { parts: [asked("size")] }));

      const replaces = { turn: 2, reopens: ["colour"] };
      const again = [{ questionId: "colour", answers }];
      const broken = await goOn(storage, sessionId, {
        replaces,
        answers: [...again, { questionId: "no", answers }],
      });
      expect(broken).toEqual({ kind: "question_answered" });
      expect((await conversations.findQuestion({ sessionId, questionId: "size" }))?.answered).toBe(false);
      expect(await goOn(storage, sessionId, { replaces, answers: again })).toEqual({
        kind: "accepted",
        turn: 3,
      });

      const [first, second] = await conversations.readTurns({ sessionId });
      expect(first?.reply.parts).toEqual([{ ...asked("colour"), answer: { answers } }]);
      expect(second?.reply.parts).toEqual([{ ...asked("size"), answer: { answers: {}, skipped: true } }]);
      expect((await conversations.findQuestion({ sessionId, questionId: "size" }))?.answered).toBe(true);
      expect(await goOn(storage, sessionId, { answers: [{ questionId: "size", answers }] })).toEqual({
        kind: "question_answered",
      });
    });

    test("a question that nobody answers again is open", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { sessionId, replyId } = await startChat(storage);
      await storage.conversations.endReply(endOf(replyId, { parts: [asked("colour")] }));
      await goOn(storage, sessionId, { answers: [{ questionId: "colour", answers }] });
      await goOn(storage, sessionId, { replaces: { turn: 2, reopens: ["colour"] } });
      const found = await storage.conversations.findQuestion({ sessionId, questionId: "colour" });
      expect(found).toMatchObject({ answered: false, reply: { parts: [asked("colour")] } });
    });

    test("an unknown session, and one erased meanwhile, have nothing to replace", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { sessionId } = await startChat(storage);
      await storage.conversations.erase(sessionId);
      const outcome = await goOn(storage, sessionId, { replaces: { turn: 1, reopens: [] } });
      expect(["already_replaced", "session_erased"]).toContain(outcome.kind);
      expect(await storage.conversations.readTurns({ sessionId })).toEqual([]);
    });
  });
}
