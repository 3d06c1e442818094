import { describe, expect, test } from "vitest";
import type { ReplyFacts, Storage } from "../../src/index.ts";
import { sampleAudit } from "./operator-samples.ts";
import {
  endOf,
  firstTurn,
  newId,
  nextTurn,
  putAgent,
  sampleFacts,
  sampleMessage,
  startChat,
  type OpenStorage,
} from "./samples.ts";

const everything = { agents: null };

/** A chat in which a question was not answered well. */
export async function ask(
  storage: Storage,
  question: string,
  {
    at = 1000,
    agentId = "guide",
    ...facts
  }: Partial<ReplyFacts> & { readonly at?: number; readonly agentId?: string } = {},
) {
  const id = newId("ses");
  const turn = firstTurn({
    session: { id, agentId, tokenHash: id },
    messages: [sampleMessage(question)],
    at,
  });
  await storage.conversations.acceptTurn(turn);
  await storage.conversations.endReply(
    endOf(turn.replyId, { facts: sampleFacts({ agentId, marks: ["unanswered"], ...facts }) }),
  );
  // Messages are processed before this reads.
  await storage.gaps.unplaced({ limit: 1 });
  return { chatId: id, replyId: turn.replyId };
}

/** Puts a question into a gap. */
export const place = (storage: Storage, replyId: string, gapId: string, at = 2000) =>
  storage.gaps.place({ replyId, gapId, vector: null, at });

/** Closes a gap of one question. */
const closing = {
  from: ["open", "reopened"],
  closedBy: "sync",
  checked: "state 1",
  questions: 1,
  proof: ["passage"],
} as const;

const passage = (title: string, score: number) => ({ title, url: null, text: "Text", score, cited: false });

/** Gaps: their questions, their changes, who may see them, what remains after an erasure. */
export function gapPromises(driver: string, open: OpenStorage): void {
  describe(`${driver}: gaps`, () => {
    test("questions that were not answered well wait to be placed, oldest first, and no others", async () => {
      await using storage = await open();
      await putAgent(storage);
      const searches = [
        { query: "q", passages: [passage("Far", 0.1), passage("Near", 0.3)] },
        { query: "r", passages: [passage("Between", 0.2)] },
      ];
      const second = await ask(storage, "Do you ship\n to  Mars?", {
        at: 2000,
        details: { searches, tools: [] },
      });
      const first = await ask(storage, "And Venus?", { marks: ["rephrased", "suspicious"] });
      await ask(storage, "All well", { marks: ["suspicious"] });
      const rated = await ask(storage, "Rated", { marks: [], at: 3000 });
      await storage.feedback.rate({
        sessionId: rated.chatId,
        replyId: rated.replyId,
        feedback: { rating: "down" },
        at: 4000,
      });

      expect(await storage.gaps.unplaced({ limit: 9 })).toEqual([
        {
          ...first,
          agentId: "guide",
          at: 1000,
          question: "And Venus?",
          marks: ["rephrased"],
          nearest: null,
          vector: null,
        },
        {
          ...second,
          agentId: "guide",
          at: 2000,
          question: "Do you ship to Mars?",
          marks: ["unanswered"],
          nearest: { title: "Near", url: null, text: "Text", score: 0.3 },
          vector: null,
        },
        expect.objectContaining({ ...rated, marks: ["thumbs_down"] }),
      ]);
      expect(await storage.gaps.unplaced({ limit: 1 })).toHaveLength(1);
    });

    test("a question no longer counts when its thumb is removed or a later message replaces it", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { sessionId, replyId } = await startChat(storage);
      const rate = (feedback: { readonly rating: "down" } | null) =>
        storage.feedback.rate({ sessionId, replyId, feedback, at: 2000 });
      await rate({ rating: "down" });
      const { chatId } = await ask(storage, "Replaced");
      expect(await storage.gaps.unplaced({ limit: 9 })).toHaveLength(2);

      await rate(null);
      const anew = nextTurn(chatId, { replaces: { turn: 1, reopens: [] } });
      await storage.conversations.acceptTurn(anew);

      expect(await storage.gaps.unplaced({ limit: 9 })).toEqual([]);
    });

    test("the first question opens a gap, further ones join it, and it is named after what is asked most", async () => {
      await using storage = await open();
      await putAgent(storage);
      const details = { searches: [{ query: "q", passages: [passage("Near", 0.25)] }], tools: [] };
      const asked = [
        await ask(storage, "Ship to Mars?", { at: 1000 }),
        await ask(storage, "Mars shipping", { at: 2000, details }),
        await ask(storage, "Mars shipping", { at: 3000, marks: ["uncited"] }),
      ];
      const outcomes = [];
      for (const { replyId } of asked) outcomes.push(await place(storage, replyId, "gap_1", 5000));

      expect(outcomes).toEqual(["opened", "joined", "joined"]);
      expect(await place(storage, asked[0]?.replyId ?? "", "gap_2")).toBe("gone");
      expect((await storage.gaps.list({ scope: everything, limit: 9 })).items).toEqual([
        {
          id: "gap_1",
          agentId: "guide",
          state: "open",
          question: "Mars shipping",
          questions: 3,
          chats: 3,
          firstAt: 1000,
          lastAt: 3000,
          marks: ["unanswered", "uncited"],
          nearest: { title: "Near", url: null, text: "Text", score: 0.25 },
          openedAt: 5000,
          changedAt: 5000,
          closedBy: null,
          changedBy: null,
        },
      ]);
      const questions = await storage.gaps.questions({ id: "gap_1", limit: 2 });
      expect(questions.map(({ at }) => at)).toEqual([3000, 2000]);
      const placed = await storage.gaps.placed({ agentId: "guide", limit: 9 });
      expect(placed.map(({ question, gapId }) => [gapId, question])).toEqual([
        ["gap_1", "Mars shipping"],
        ["gap_1", "Ship to Mars?"],
      ]);
    });

    test("the sketch of a question is stored unchanged", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { replyId } = await ask(storage, "Mars?");
      const vector = { model: "tiny", values: Float32Array.of(0.5, -1e-30, 255) };
      await storage.gaps.place({ replyId, gapId: "gap_1", vector, at: 1 });
      expect(await storage.gaps.placed({ agentId: "guide", limit: 9 })).toMatchObject([{ vector }]);
    });

    test("a closed gap is open again when its question is asked after that, a dismissed one is not", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { gaps } = storage;
      for (const gap of ["gap_closed", "gap_dismissed"])
        await place(storage, (await ask(storage, gap)).replyId, gap);
      const late = await ask(storage, "Asked before it closed", { at: 2500 });
      const close = { ...closing, id: "gap_closed", at: 3000 };
      expect(await gaps.close({ ...close, questions: 2 })).toBe(false);
      expect(await gaps.close(close)).toBe(true);
      expect(await gaps.close(close)).toBe(false);
      const audit = sampleAudit({ what: "gap.dismiss" });
      await gaps.change({ id: "gap_dismissed", from: ["open"], to: "dismissed", by: "Ada", at: 3000, audit });
      const stateOf = async (id: string) => {
        const gap = await gaps.find({ scope: everything, id });
        return [gap?.state, gap?.closedBy, gap?.changedBy, gap?.changedAt];
      };
      expect(await gaps.open()).toEqual([]);
      expect(await stateOf("gap_closed")).toEqual(["closed", "sync", null, 3000]);
      expect(await place(storage, late.replyId, "gap_closed", 4000)).toBe("joined");
      expect(await gaps.open()).toMatchObject([
        { id: "gap_closed", state: "closed", checked: null, questions: 2, proof: ["passage"] },
      ]);

      for (const gap of ["gap_closed", "gap_dismissed"])
        await place(storage, (await ask(storage, "again", { at: 5000 })).replyId, gap, 6000);

      expect(await stateOf("gap_closed")).toEqual(["reopened", null, null, 6000]);
      expect(await stateOf("gap_dismissed")).toEqual(["dismissed", null, "Ada", 3000]);
      expect((await storage.audit.list({ limit: 9 })).items).toMatchObject([{ what: "gap.dismiss" }]);
      await gaps.noteCheck({ id: "gap_closed", questions: 2, checked: "state 6" });
      await gaps.noteCheck({ id: "gap_closed", questions: 3, checked: "state 7" });
      expect(await gaps.open({ agentId: "guide" })).toEqual([
        {
          id: "gap_closed",
          agentId: "guide",
          state: "reopened",
          checked: "state 7",
          questions: 3,
          proof: [],
        },
      ]);
    });

    test("a flag opens the gap of its question again, and what it closed for is remembered", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { gaps, flags } = storage;
      const asked = [await ask(storage, "Mars?"), await ask(storage, "Venus?"), await ask(storage, "Pluto?")];
      const [closed, dismissed, late] = asked;
      if (!closed || !dismissed || !late) throw new Error("Nothing was asked.");
      for (const { chatId, replyId } of [closed, dismissed]) await place(storage, replyId, chatId);
      await gaps.close({ ...closing, id: closed.chatId, at: 3000 });
      await gaps.change({ id: dismissed.chatId, from: ["open"], to: "dismissed", at: 3000 });
      const flag = (reply: typeof closed) =>
        flags.put({ ...reply, reason: "incorrect", right: null, by: "Ada", at: 4000 });
      for (const each of asked) await flag(each);
      const state = async ({ chatId: id }: typeof closed) =>
        (await gaps.find({ scope: everything, id }))?.state;
      expect(await Promise.all([state(closed), state(dismissed)])).toEqual(["reopened", "reopened"]);
      expect((await gaps.open()).map(({ proof }) => proof)).toEqual(
        expect.arrayContaining([["passage"], []]),
      );

      // One whose question comes into a gap after it was flagged.
      await gaps.close({ ...closing, id: closed.chatId, checked: "state 2", at: 3500 });
      expect(await place(storage, late.replyId, closed.chatId, 5000)).toBe("reopened");
    });

    test("gaps of most chats come first, page by page, within the scope and as they are filtered", async () => {
      await using storage = await open();
      for (const agent of ["guide", "other"]) await putAgent(storage, agent);
      for (const [index, gap] of ["gap_a", "gap_b", "gap_b", "gap_c"].entries())
        await place(storage, (await ask(storage, gap, { at: 1000 + index })).replyId, gap);
      await place(storage, (await ask(storage, "x", { agentId: "other" })).replyId, "gap_other");
      const { gaps } = storage;
      await gaps.change({ id: "gap_a", from: ["open"], to: "answered", at: 1 });
      const idsOf = async (query: Omit<Parameters<typeof gaps.list>[0], "limit">) =>
        (await gaps.list({ ...query, limit: 9 })).items.map(({ id }) => id);
      const guide = { scope: { agents: ["guide"] } };

      const first = await gaps.list({ ...guide, limit: 2 });
      expect(first.items.map(({ id }) => id)).toEqual(["gap_b", "gap_c"]);
      expect(await idsOf({ ...guide, after: first.next ?? "" })).toEqual(["gap_a"]);
      expect(await idsOf({ ...guide, states: ["answered", "closed"] })).toEqual(["gap_a"]);
      expect(await idsOf({ ...guide, agentId: "other" })).toEqual([]);
      expect(await idsOf({ scope: everything, agentId: "other" })).toEqual(["gap_other"]);
      expect(await idsOf({ ...guide, from: 1003 })).toEqual(["gap_c"]);
      expect(await idsOf({ ...guide, to: 1001 })).toEqual(["gap_a"]);
      expect(await gaps.find({ ...guide, id: "gap_other" })).toBeUndefined();
      await expect(gaps.list({ ...guide, after: "x", limit: 9 })).rejects.toThrow("not a position");
    });

    test("an erased chat leaves no word in a gap, and removes a gap that has no other questions", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { gaps } = storage;
      const [erased, kept] = [await ask(storage, "Erased"), await ask(storage, "Kept")];
      const alone = await ask(storage, "Alone");
      for (const { replyId } of [erased, kept]) await place(storage, replyId, "gap_1");
      await place(storage, alone.replyId, "gap_alone");

      for (const { chatId } of [erased, alone]) await storage.conversations.erase(chatId);

      expect((await gaps.list({ scope: everything, limit: 9 })).items).toMatchObject([
        { id: "gap_1", question: "Kept", questions: 1 },
      ]);
      expect(await gaps.open()).toHaveLength(2);
      await gaps.removeEmpty();
      expect(await gaps.open()).toMatchObject([{ id: "gap_1" }]);
      await storage.agents.delete("guide");
      expect(await gaps.open()).toEqual([]);
    });
  });
}
