import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openSqlite } from "../src/sqlite/index.ts";
import type { HeldChat, Storage } from "../src/index.ts";
import { temporaryFolder } from "./sqlite/temporary-folder.ts";
import { ada } from "./suite/handoff-samples.ts";
import { endOf, newId, nextTurn, putAgent, sampleMessage, startChat } from "./suite/samples.ts";

/** One step of a walk, of the visitor, the agent on some node, a person, or fate. */
const step = fc.constantFrom(
  "ask",
  "append",
  "call",
  "end",
  "stop",
  "crash",
  "wait",
  "take",
  "say",
  "hand back",
  "nobody",
);
type Step = typeof step extends fc.Arbitrary<infer Name> ? Name : never;

/** A reply as the node that runs it knows it: it may have been taken from it long ago. */
interface KnownReply {
  readonly replyId: string;
  said: string;
  /** Nothing more is asked of it. */
  isOver: boolean;
  /** Its history when a person took the chat; absent before. */
  frozen?: string;
}

/** What a walk has done to one chat. */
interface Walk {
  readonly storage: Storage;
  readonly sessionId: string;
  readonly replies: KnownReply[];
  /** Everything said by visitors and people, in the order in which it was taken. */
  readonly said: string[];
  count: number;
}

async function take({ storage, sessionId }: Walk, chat: HeldChat, values: object) {
  return storage.handoffs.move({
    sessionId,
    expected: chat.epoch,
    at: 1000,
    to: "person",
    operator: ada,
    event: { id: randomUUID(), type: "joined", name: ada.name },
    handoff: { by: "operator", reason: null, summary: null, email: null, since: 1000 },
    ...values,
  });
}

/** Remembers what history has of every reply: after a take, that is all it ever has. */
async function freeze({ storage, sessionId, replies }: Walk): Promise<void> {
  for (const reply of replies) {
    const stored = await storage.conversations.findReply({ sessionId, replyId: reply.replyId });
    reply.frozen ??= stored?.content ?? "";
  }
}

async function walkOn(walk: Walk, name: Step, pick: number): Promise<void> {
  const { storage, sessionId, replies, said } = walk;
  const { conversations, handoffs } = storage;
  const chat = await handoffs.find(sessionId);
  if (!chat) throw new Error("The chat is gone.");
  const live = replies.filter(({ isOver }) => !isOver);
  const reply = live[pick % Math.max(1, live.length)];
  const text = `${name} ${walk.count++}`;
  const giveBack = async (type: "handed_back" | "nobody") => {
    const answer = { replyId: newId("rep"), node: "self" };
    const event = { id: randomUUID(), type };
    const moved = await handoffs.move({
      sessionId,
      expected: chat.epoch,
      at: 1000,
      to: "agent",
      event,
      answer,
    });
    expect(moved.kind).toBe("moved");
    if (moved.kind === "moved" && moved.answer)
      replies.push({ replyId: answer.replyId, said: "", isOver: false });
  };
  switch (name) {
    case "ask": {
      const turn = nextTurn(sessionId, { messages: [sampleMessage(text)] });
      const accepted = await conversations.acceptTurn(turn);
      said.push(text);
      expect("unanswered" in accepted).toBe(chat.holder === "person");
      if (chat.holder !== "person") replies.push({ replyId: turn.replyId, said: "", isOver: false });
      return;
    }
    case "append":
      if (!reply) return;
      await conversations.saveProgress([
        { replyId: reply.replyId, offset: reply.said.length, appended: text },
      ]);
      reply.said += text;
      return;
    case "call":
      // Allowed to those alone whom no person and nobody else has ended.
      if (reply?.frozen !== undefined) expect(await conversations.mayAct(reply.replyId)).toBe(false);
      return;
    case "end":
    case "stop": {
      if (!reply) return;
      const status = name === "end" ? "complete" : "stopped";
      const content = `${reply.said}${text}`;
      const taken = await conversations.endReply(endOf(reply.replyId, { status, content }));
      if (reply.frozen === undefined) expect(taken).toBeUndefined();
      reply.isOver = true;
      return;
    }
    case "crash":
      // Its node is believed to be lost, and may write all the same.
      await conversations.markOrphans({ failure: "reply_cut", liveNodes: ["other"] });
      return;
    case "wait":
      if (chat.holder !== "agent") return;
      await handoffs.move({
        sessionId,
        expected: chat.epoch,
        at: 1000,
        to: "waiting",
        event: { id: randomUUID(), type: "waiting" },
        handoff: { by: "visitor", reason: null, summary: null, email: null, since: 1000 },
      });
      return;
    case "take":
      if (chat.holder === "person") return;
      await take(walk, chat, {});
      return freeze(walk);
    case "say": {
      const message = { replyId: newId("rep"), text };
      const query = { sessionId, expected: chat.epoch, at: 1000, operator: ada, message };
      const moved =
        chat.holder === "person" ? await handoffs.say(query) : await take(walk, chat, { message });
      expect(moved.kind).toBe("moved");
      said.push(text);
      if (chat.holder !== "person") await freeze(walk);
      return;
    }
    case "hand back":
      return chat.holder === "person" ? giveBack("handed_back") : undefined;
    case "nobody":
      return chat.holder === "waiting" ? giveBack("nobody") : undefined;
  }
}

/** The rules that must hold at any time. */
async function check({ storage, sessionId, replies, said }: Walk): Promise<void> {
  const { conversations, handoffs } = storage;
  const chat = await handoffs.find(sessionId);
  // No chat without a holder, and a person's chat has a person.
  expect(["agent", "waiting", "person"]).toContain(chat?.holder);
  expect(chat?.operator !== null).toBe(chat?.holder === "person");
  if (chat?.holder === "person") expect(await conversations.openReplies(sessionId)).toEqual([]);
  for (const { replyId, frozen } of replies) {
    if (frozen === undefined) continue;
    const stored = await conversations.findReply({ sessionId, replyId });
    // If it was answered again under another id, it is gone.
    if (stored) expect(stored.content).toBe(frozen);
    expect(await conversations.mayAct(replyId)).toBe(false);
  }
  // Nothing of either side is lost, doubled or out of order.
  const turns = await conversations.readTurns({ sessionId });
  expect(turns.map(({ number }) => number)).toEqual(turns.map((_, index) => index + 1));
  const read = turns
    .slice(1)
    .flatMap(({ messages, reply }) => [
      ...messages.map(({ content }) => content),
      ...(reply.author?.kind === "person" ? [reply.content] : []),
    ]);
  expect(read).toEqual(said);
}

test("however replies, tools, people, stops and crashes interleave, a person is never talked over and no word is lost", async () => {
  await using folder = await temporaryFolder();
  await using storage = await openSqlite({ file: folder.file });
  await putAgent(storage);
  const walks = fc.array(fc.tuple(step, fc.nat(5)), { minLength: 5, maxLength: 25 });
  await fc.assert(
    fc.asyncProperty(walks, async (steps) => {
      const { sessionId } = await startChat(storage);
      const walk: Walk = { storage, sessionId, replies: [], said: [], count: 0 };
      for (const [name, pick] of steps) {
        await walkOn(walk, name, pick);
        await check(walk);
      }
    }),
    { seed: 27, numRuns: Number(process.env["SERVICECHAT_WALKS"] ?? 100) },
  );
}, 600_000);
