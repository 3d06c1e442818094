import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Storage } from "../../src/index.ts";
import { StorageUnavailable } from "../../src/index.ts";
import {
  endOf,
  firstTurn,
  newId,
  nextTurn,
  putAgent,
  sampleMessage,
  startChat,
  type OpenStorage,
} from "./samples.ts";

const lateKey = { agentId: "guide", key: "late", now: 1 };

/** Turns: taken whole or not at all, numbered without a gap, once for each idempotency key. */
export function turnPromises(driver: string, open: OpenStorage): void {
  const kept = (key: string, values: { agentId?: string; expiresAt?: number } = {}) => ({
    agentId: "guide",
    key,
    bodyHash: "body",
    expiresAt: 10_000,
    ...values,
  });

  describe(`${driver}: turns`, () => {
    test("a first turn opens its session, with its messages in order and an empty streaming reply", async () => {
      await using storage = await open();
      await putAgent(storage);
      const messages = [sampleMessage("One"), sampleMessage("Two"), sampleMessage("Three")];
      const turn = firstTurn({ messages, at: 7000 });
      expect(await storage.conversations.acceptTurn(turn)).toEqual({ kind: "accepted", turn: 1 });

      const sessionId = turn.session.id;
      expect(await storage.conversations.readTurns({ sessionId })).toEqual([
        {
          number: 1,
          messages: messages.map((message) => ({ ...message, createdAt: 7000 })),
          reply: {
            id: turn.replyId,
            sessionId,
            turn: 1,
            status: "streaming",
            content: "",
            parts: [],
            transcript: [],
            failure: null,
            ending: null,
            createdAt: 7000,
            feedback: null,
            ratedAt: null,
          },
          replaced: false,
        },
      ]);
    });

    test("turns are numbered from 1 without a gap, also when they are accepted at the same time", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { sessionId } = await startChat(storage);
      const accepted = await Promise.all(
        Array.from({ length: 5 }, () => storage.conversations.acceptTurn(nextTurn(sessionId))),
      );
      expect(accepted).toEqual([2, 3, 4, 5, 6].map((turn) => ({ kind: "accepted", turn })));
      const turns = await storage.conversations.readTurns({ sessionId });
      expect(turns.map((turn) => turn.number)).toEqual([1, 2, 3, 4, 5, 6]);
      expect((await storage.conversations.find(sessionId))?.turns).toBe(6);
    });

    test("order is by turn number, also when the clock went back", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { sessionId } = await startChat(storage, { at: 9000 });
      await storage.conversations.acceptTurn(nextTurn(sessionId, { at: 10 }));
      const turns = await storage.conversations.readTurns({ sessionId });
      expect(turns.map((turn) => turn.messages[0]?.createdAt)).toEqual([9000, 10]);
      expect((await storage.conversations.find(sessionId))?.lastActiveAt).toBe(9000);
    });

    test("an idempotency key is taken once for each agent, and the second request writes nothing", async () => {
      await using storage = await open();
      await putAgent(storage);
      await putAgent(storage, "shop");
      const twins = [firstTurn({ idempotency: kept("k") }), firstTurn({ idempotency: kept("k") })] as const;
      const outcomes = await Promise.all(twins.map((turn) => storage.conversations.acceptTurn(turn)));
      expect(outcomes).toHaveLength(2);
      expect(outcomes).toContainEqual({ kind: "accepted", turn: 1 });
      expect(outcomes).toContainEqual({ kind: "idempotency_key_taken" });
      const [first, second] = outcomes[0]?.kind === "idempotency_key_taken" ? [twins[1], twins[0]] : twins;
      expect(await storage.conversations.find(second.session.id)).toBeUndefined();
      expect(await storage.conversations.findIdempotentTurn({ ...lateKey, key: "k" })).toEqual({
        bodyHash: "body",
        sessionId: first.session.id,
        turn: 1,
        replyId: first.replyId,
      });

      const sessionId = first.session.id;
      const repeated = nextTurn(sessionId, { idempotency: kept("k") });
      expect(await storage.conversations.acceptTurn(repeated)).toEqual({ kind: "idempotency_key_taken" });
      expect(await storage.conversations.readTurns({ sessionId })).toHaveLength(1);
      const session = { id: newId("ses"), agentId: "shop", tokenHash: newId("hash") };
      const elsewhere = firstTurn({ session, idempotency: kept("k", { agentId: "shop" }) });
      expect(await storage.conversations.acceptTurn(elsewhere)).toEqual({ kind: "accepted", turn: 1 });
    });

    test("a kept turn is found until its time is over, and then makes room for another", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { sessionId } = await startChat(storage);
      const turn = nextTurn(sessionId, { idempotency: kept("k") });
      await storage.conversations.acceptTurn(turn);
      const find = (now: number) =>
        storage.conversations.findIdempotentTurn({ agentId: "guide", key: "k", now });
      expect(await find(9999)).toMatchObject({ turn: 2 });
      expect(await find(10_000)).toBeUndefined();
      expect(
        await storage.conversations.findIdempotentTurn({ agentId: "shop", key: "k", now: 1 }),
      ).toBeUndefined();

      const later = nextTurn(sessionId, { at: 10_000, idempotency: kept("k", { expiresAt: 20_000 }) });
      expect(await storage.conversations.acceptTurn(later)).toEqual({ kind: "accepted", turn: 3 });
      expect(await find(10_000)).toMatchObject({ turn: 3 });
    });

    test("a turn on a session erased meanwhile is gone and writes nothing", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { sessionId } = await startChat(storage);
      await storage.conversations.erase(sessionId);
      const late = nextTurn(sessionId, { idempotency: kept("late") });
      expect(await storage.conversations.acceptTurn(late)).toEqual({ kind: "session_erased" });
      expect(await storage.conversations.readTurns({ sessionId })).toEqual([]);
      expect(await storage.conversations.findIdempotentTurn(lateKey)).toBeUndefined();
    });

    test("a first turn for an agent removed meanwhile is orphaned and writes nothing", async () => {
      await using storage = await open();
      const late = firstTurn({ idempotency: kept("late") });
      expect(await storage.conversations.acceptTurn(late)).toEqual({ kind: "agent_removed" });
      expect(await storage.conversations.find(late.session.id)).toBeUndefined();
      expect(await storage.conversations.findIdempotentTurn(lateKey)).toBeUndefined();
    });

    test("a turn that breaks in its middle leaves nothing", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { sessionId, replyId } = await startChat(storage);
      const before = await storage.conversations.find(sessionId);
      const broken = nextTurn(sessionId, { replyId, at: 8000, idempotency: kept("k") });
      const failure = await storage.conversations.acceptTurn(broken).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(Error);
      expect(failure).not.toBeInstanceOf(StorageUnavailable);
      expect(await storage.conversations.find(sessionId)).toEqual(before);
      expect(await storage.conversations.readTurns({ sessionId })).toHaveLength(1);
      expect(await storage.conversations.acceptTurn(nextTurn(sessionId))).toEqual({
        kind: "accepted",
        turn: 2,
      });
    });

    test("a page of turns is a part of the whole", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { sessionId } = await startChat(storage);
      for (let turn = 2; turn <= 7; turn++) await storage.conversations.acceptTurn(nextTurn(sessionId));
      const numbers = async (page: { after?: number; limit?: number }) =>
        (await storage.conversations.readTurns({ sessionId, ...page })).map((turn) => turn.number);
      expect(await numbers({})).toEqual([1, 2, 3, 4, 5, 6, 7]);
      expect(await numbers({ after: 2, limit: 3 })).toEqual([3, 4, 5]);
      expect(await numbers({ after: 5, limit: 9 })).toEqual([6, 7]);
      expect(await numbers({ after: 7 })).toEqual([]);
      expect(await numbers({ limit: 0 })).toEqual([]);

      const recent = async (before: number, limit: number) =>
        (await storage.conversations.recentTurns({ sessionId, before, limit })).map((turn) => turn.number);
      expect(await recent(7, 3)).toEqual([4, 5, 6]);
      expect(await recent(Number.MAX_SAFE_INTEGER, 2)).toEqual([6, 7]);
      expect(await recent(3, 100)).toEqual([1, 2]);
      expect(await recent(1, 5)).toEqual([]);
    });

    test("any sequence of turns and progress reads back the same", async () => {
      await using storage = await open();
      await putAgent(storage);
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 12 }), (steps) => readsBack(storage, steps)),
        { numRuns: 25, endOnFailure: true },
      );
    });
  });
}

/** Any text that the parsers let through: well-formed, without NUL. */
const text = fc.string({ unit: "binary", maxLength: 30 }).map((value) => value.replaceAll("\0", "_"));

const step = fc.record({
  /** Which of two chats continues. */
  chat: fc.constantFrom(0, 1),
  messages: fc.array(text, { minLength: 1, maxLength: 3 }),
  progress: fc.array(text, { maxLength: 4 }),
  ends: fc.boolean(),
});

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

async function readsBack(storage: Storage, steps: readonly Step[]): Promise<void> {
  const chats = [0, 1].map(() => ({ id: newId("ses"), expected: new Array<unknown>() }));
  for (const { chat: number, messages, progress, ends } of steps) {
    const chat = chats[number];
    if (!chat) throw new Error("There are two chats.");
    const { id, expected } = chat;
    const session = expected.length === 0 ? { id, agentId: "guide", tokenHash: `hash of ${id}` } : { id };
    const turn = firstTurn({ session, messages: messages.map(sampleMessage) });
    const accepted = { kind: "accepted", turn: expected.length + 1 };
    expect(await storage.conversations.acceptTurn(turn)).toEqual(accepted);
    let offset = 0;
    for (const appended of progress) {
      await storage.conversations.saveProgress([{ replyId: turn.replyId, offset, appended }]);
      offset += Array.from(appended).length;
    }
    const content = progress.join("");
    if (ends) await storage.conversations.endReply(endOf(turn.replyId, { content }));
    expected.push({ messages, content, status: ends ? "complete" : "streaming" });
  }
  for (const { id: sessionId, expected } of chats) {
    const turns = await storage.conversations.readTurns({ sessionId });
    const read = turns.map(({ messages, reply }) => ({
      messages: messages.map((message) => message.content),
      content: reply.content,
      status: reply.status,
    }));
    expect(read).toEqual(expected);
  }
}
