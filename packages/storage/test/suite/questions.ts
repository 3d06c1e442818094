import type { GivenAnswer } from "@servicechat/contract";
import { describe, expect, test } from "vitest";
import type { StoredPart } from "../../src/index.ts";
import { endOf, nextTurn, putAgent, startChat, type OpenStorage } from "./samples.ts";

/** Questions of the agent: open until a turn of the same session answers them. */
export function questionPromises(driver: string, open: OpenStorage): void {
  const options = [
    { label: "Red", description: "Like a rose" },
    { label: "Blue", description: "Like the sea" },
  ];
  const asked = (id: string): StoredPart => ({
    type: "question",
    id,
    questions: [{ question: "Which colour?", header: "Colour", options, multiSelect: false }],
  });
  const chosen = { answers: { "Which colour?": "Red" } };

  async function askedChat(open: OpenStorage) {
    const storage = await open();
    await putAgent(storage);
    const { sessionId, replyId } = await startChat(storage);
    await storage.conversations.endReply(endOf(replyId, { parts: [asked("q1")] }));
    const partsOf = async () => {
      const turns = await storage.conversations.readTurns({ sessionId });
      return turns.flatMap((turn) => turn.reply.parts);
    };
    return { storage, sessionId, replyId, partsOf };
  }

  describe(`${driver}: questions`, () => {
    test("a question is open until it is answered", async () => {
      const { storage, sessionId, replyId, partsOf } = await askedChat(open);
      await using _ = storage;
      const find = () => storage.conversations.findQuestion({ sessionId, questionId: "q1" });
      expect(await find()).toMatchObject({ answered: false, reply: { id: replyId, parts: [asked("q1")] } });

      await storage.conversations.acceptTurn(
        nextTurn(sessionId, { answers: [{ questionId: "q1", ...chosen }] }),
      );

      const answered = { ...asked("q1"), answer: chosen };
      expect(await find()).toMatchObject({ answered: true, reply: { id: replyId, parts: [answered] } });
      expect(await partsOf()).toEqual([answered]);
      expect(await storage.conversations.findReply({ sessionId, replyId })).toMatchObject({
        parts: [answered],
      });
      const recent = await storage.conversations.recentTurns({ sessionId, before: 2, limit: 1 });
      expect(recent[0]?.reply.parts).toEqual([answered]);
    });

    test("of two answers at the same instant the second is refused, and nothing of its turn is written", async () => {
      const { storage, sessionId, partsOf } = await askedChat(open);
      await using _ = storage;
      const answer = (colour: string) =>
        storage.conversations.acceptTurn(
          nextTurn(sessionId, { answers: [{ questionId: "q1", answers: { "Which colour?": colour } }] }),
        );

      expect(await Promise.all([answer("Red"), answer("Blue")])).toEqual([
        { kind: "accepted", turn: 2 },
        { kind: "question_answered" },
      ]);

      expect(await partsOf()).toEqual([{ ...asked("q1"), answer: chosen }]);
      expect(await storage.conversations.readTurns({ sessionId })).toHaveLength(2);
    });

    test("a question that was passed over shows that it was", async () => {
      const { storage, sessionId, partsOf } = await askedChat(open);
      await using _ = storage;
      const skipped = { answers: {}, skipped: true };
      await storage.conversations.acceptTurn(
        nextTurn(sessionId, { answers: [{ questionId: "q1", ...skipped }] }),
      );
      expect(await partsOf()).toEqual([{ ...asked("q1"), answer: skipped }]);
    });

    test("the first answer stays, and a reply written again keeps it", async () => {
      const { storage, sessionId, replyId, partsOf } = await askedChat(open);
      await using _ = storage;
      const second = { answers: { "Which colour?": ["Blue", "Green"] } };
      for (const answer of [chosen, second]) {
        await storage.conversations.acceptTurn(
          nextTurn(sessionId, { answers: [{ questionId: "q1", ...answer }] }),
        );
      }
      await storage.conversations.endReply(endOf(replyId, { parts: [asked("q1")] }));
      expect(await partsOf()).toEqual([{ ...asked("q1"), answer: chosen }]);
    });

    test("an answer in plain text gives way to one by the form, and to no other text", async () => {
      const { storage, sessionId, partsOf } = await askedChat(open);
      await using _ = storage;
      const take = (answer: GivenAnswer) =>
        storage.conversations.acceptTurn(nextTurn(sessionId, { answers: [{ questionId: "q1", ...answer }] }));
      const inText = { answers: { "Which colour?": '{"plainText":true,' }, plainText: true } as const;
      const otherText = { answers: { "Which colour?": "None" }, plainText: true } as const;

      expect(await take(inText)).toEqual({ kind: "accepted", turn: 2 });
      expect(await take(otherText)).toEqual({ kind: "question_answered" });
      expect(await partsOf()).toEqual([{ ...asked("q1"), answer: inText }]);
      expect(await take(chosen)).toEqual({ kind: "accepted", turn: 3 });
      expect(await take({ answers: { "Which colour?": "Blue" } })).toEqual({ kind: "question_answered" });
      expect(await take(otherText)).toEqual({ kind: "question_answered" });
      expect(await partsOf()).toEqual([{ ...asked("q1"), answer: chosen }]);
    });

    test("of two forms sent at the same instant after a plain text, the second is refused", async () => {
      const { storage, sessionId } = await askedChat(open);
      await using _ = storage;
      const take = (answer: GivenAnswer) =>
        storage.conversations.acceptTurn(nextTurn(sessionId, { answers: [{ questionId: "q1", ...answer }] }));
      await take({ answers: { "Which colour?": "None" }, plainText: true });
      expect(await Promise.all([take(chosen), take(chosen)])).toEqual([
        { kind: "accepted", turn: 3 },
        { kind: "question_answered" },
      ]);
    });

    test("a question saved while the reply still streams can be found", async () => {
      const { storage, sessionId } = await askedChat(open);
      await using _ = storage;
      const turn = nextTurn(sessionId);
      await storage.conversations.acceptTurn(turn);
      await storage.conversations.saveProgress([
        { replyId: turn.replyId, offset: 0, appended: "", parts: [asked("q2")] },
      ]);
      const found = await storage.conversations.findQuestion({ sessionId, questionId: "q2" });
      expect(found).toMatchObject({ answered: false, reply: { id: turn.replyId } });
    });

    test("another session neither finds nor answers a question", async () => {
      const { storage, sessionId } = await askedChat(open);
      await using _ = storage;
      const { sessionId: foreign } = await startChat(storage);
      await storage.conversations.acceptTurn(
        nextTurn(foreign, { answers: [{ questionId: "q1", ...chosen }] }),
      );
      const find = (session: string) =>
        storage.conversations.findQuestion({ sessionId: session, questionId: "q1" });
      expect(await find(foreign)).toBeUndefined();
      expect(await find(sessionId)).toMatchObject({ answered: false });
    });

    test("an answer of a turn that was not taken is not marked", async () => {
      const { storage, sessionId } = await askedChat(open);
      await using _ = storage;
      const idempotency = { agentId: "guide", key: "k", bodyHash: "b", expiresAt: 9000 };
      await storage.conversations.acceptTurn(nextTurn(sessionId, { idempotency }));
      const answers = [{ questionId: "q1", ...chosen }];
      expect(await storage.conversations.acceptTurn(nextTurn(sessionId, { idempotency, answers }))).toEqual({
        kind: "idempotency_key_taken",
      });
      const found = await storage.conversations.findQuestion({ sessionId, questionId: "q1" });
      expect(found?.answered).toBe(false);
    });
  });
}
