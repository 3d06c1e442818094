import { describe, expect, test } from "vitest";
import type { ChatFilter } from "../../src/index.ts";
import {
  endOf,
  firstTurn,
  nextTurn,
  putAgent,
  sampleFacts,
  sampleMessage,
  startChat,
  type OpenStorage,
} from "./samples.ts";
import { typedAndWritten } from "../../../../test/support/typed-and-written.ts";
import { chatOf, everything, found } from "./written-chats.ts";

const hourMs = 3_600_000;

/** Which chats operators find: by filters, by what was said, and within their scope. */
export function foundChatPromises(driver: string, open: OpenStorage): void {
  describe(`${driver}: finding chats`, () => {
    test("while nobody looks, a turn is listed once, when its reply has ended", async () => {
      await using storage = await open();
      await putAgent(storage);
      const turn = firstTurn({ messages: [sampleMessage("Is it open?")] });
      await storage.conversations.acceptTurn(turn);
      expect(await storage.chatIndex.catchUp()).toBe(false);
      await storage.conversations.endReply(endOf(turn.replyId, { content: "Until eight." }));
      while (await storage.chatIndex.catchUp());
      const { items } = await storage.chatIndex.list({ scope: everything, limit: 5 });
      expect(items).toMatchObject([{ last: "Until eight.", revision: 1 }]);
    });

    test("words are found anywhere in a chat, by their beginning, without case and accents; a phrase as it stands", async () => {
      await using storage = await open();
      await putAgent(storage);
      await chatOf(storage, "a", { question: "Wo ist die Crème brûlée?", answer: "Im Kühlregal, hinten." });
      await chatOf(storage, "b", { question: "退货政策 是什么", answer: "Returns within 30 days" });
      const long = firstTurn({ session: { id: "c", agentId: "guide", tokenHash: "c" } });
      await storage.conversations.acceptTurn(long);
      await storage.conversations.endReply(endOf(long.replyId, { content: "Pomegranate" }));
      for (let turn = 2; turn < 30; turn++) {
        const next = nextTurn("c", { messages: [sampleMessage(`Question ${turn}`)] });
        await storage.conversations.acceptTurn(next);
        await storage.conversations.endReply(
          endOf(next.replyId, { content: turn === 29 ? "Quince" : "Yes" }),
        );
      }
      const searches: Readonly<Record<string, readonly string[]>> = {
        "creme KUHL": ["a"],
        brûl: ["a"],
        rulee: [],
        '"creme brulee"': ["a"],
        '"brulee creme"': [],
        '"creme brul"': [],
        退货: ["b"],
        货政: ["b"],
        货退: [],
        "pomegr quin": ["c"],
        "quince crème": [],
        "ret* OR NEAR(x) -:(30)'": [],
        "within:30-days!": ["b"],
        '"within 30': ["b"],
        "": [],
        '"" ** %': [],
      };
      for (const [text, ids] of Object.entries(searches))
        expect(await found(storage, { text }), text).toEqual(ids);
    });

    test("chats are found as people type, whatever script, form or sign is written", async () => {
      await using storage = await open();
      await putAgent(storage);
      for (const [at, { written }] of typedAndWritten.entries()) {
        await chatOf(storage, `chat_${at}`, at % 2 === 0 ? { question: written } : { answer: written });
        // The words of a few chats at a time, as where people write them.
        if (at % 16 === 0) await found(storage, { text: "nothing" });
      }
      const wrong: (readonly [string, unknown])[] = [];
      for (const [at, { what, typed }] of typedAndWritten.entries()) {
        const text = typed.replace("기간은?", "");
        const ids = await found(storage, { text });
        if (ids.join() !== `chat_${at}`) wrong.push([what, ids]);
      }
      expect(wrong).toEqual([]);
    });

    test("what is said while a reply runs is found at once, and the answer when it has ended", async () => {
      await using storage = await open();
      await putAgent(storage);
      const turn = firstTurn({ messages: [sampleMessage("gooseberries")] });
      await storage.conversations.acceptTurn(turn);
      await storage.conversations.saveProgress([{ replyId: turn.replyId, offset: 0, appended: "medlars" }]);
      expect(await found(storage, { text: "gooseberries" })).toEqual([turn.session.id]);
      expect(await found(storage, { text: "medlars" })).toEqual([]);
      await storage.conversations.endReply(endOf(turn.replyId, { content: "medlars" }));
      expect(await found(storage, { text: "medlars gooseb" })).toEqual([turn.session.id]);
    });

    test("what a scope leaves out is in no list, no search, no transcript, no feedback and no count", async () => {
      await using storage = await open();
      await putAgent(storage);
      await putAgent(storage, "shop");
      const replyId = await chatOf(storage, "secret", { agentId: "shop", question: "gooseberries" });
      const feedback = { rating: "down" } as const;
      await storage.feedback.rate({ sessionId: "secret", replyId, feedback, at: 2000 });
      const { chatIndex } = storage;
      const time = { from: 0, to: hourMs, by: "day" } as const;
      for (const [agents, count] of [
        [["guide"], 0],
        [[], 0],
        [["guide", "shop"], 1],
      ] as const) {
        const scope = { agents };
        expect((await chatIndex.list({ scope, limit: 9 })).items).toHaveLength(count);
        expect((await chatIndex.list({ scope, limit: 9, text: "goose" })).items).toHaveLength(count);
        expect((await chatIndex.list({ scope, limit: 9, agentId: "shop" })).items).toHaveLength(count);
        expect([await chatIndex.find({ scope, id: "secret" })].flatMap((chat) => chat ?? [])).toHaveLength(
          count,
        );
        expect((await chatIndex.read({ scope, id: "secret", limit: 9 }))?.entries ?? []).toHaveLength(
          2 * count,
        );
        expect((await chatIndex.listFeedback({ scope, limit: 9 })).items).toHaveLength(count);
        expect(await chatIndex.changedSince({ scope, revision: 0, limit: 9 })).toHaveLength(count);
        expect((await chatIndex.usage({ scope, ...time })).total.chats).toBe(count);
        expect(await Array.fromAsync(chatIndex.export({ scope }))).toHaveLength(count);
      }
    });

    test("filters are joined, and of several values of one any fits", async () => {
      await using storage = await open();
      await putAgent(storage);
      await putAgent(storage, "shop");
      const facts = (values: object) => ({ facts: sampleFacts(values) });
      await chatOf(storage, "a", { at: 1000, end: facts({ marks: ["cut"], language: "de", version: 3 }) });
      await chatOf(storage, "b", { at: 5000, end: facts({ marks: ["stopped"], keyId: "k2", version: 13 }) });
      const rated = await chatOf(storage, "c", { at: 9000, agentId: "shop" });
      const feedback = { rating: "up" } as const;
      await storage.feedback.rate({ sessionId: "c", replyId: rated, feedback, at: 9000 });

      expect(await found(storage)).toEqual(["c", "b", "a"]);
      expect(await found(storage, { agentId: "guide" })).toEqual(["b", "a"]);
      expect(await found(storage, { keyId: "k2" })).toEqual(["b"]);
      expect(await found(storage, { marks: ["cut", "stopped"] })).toEqual(["b", "a"]);
      expect(await found(storage, { marks: ["cut"], language: "en" })).toEqual([]);
      expect(await found(storage, { language: "de" })).toEqual(["a"]);
      expect(await found(storage, { version: 3 })).toEqual(["a"]);
      expect(await found(storage, { from: 1001, to: 9000 })).toEqual(["b"]);
      expect(await found(storage, { rating: "up" })).toEqual(["c"]);
      expect(await found(storage, { outcomes: ["confirmed"] })).toEqual(["c"]);
      expect(await found(storage, { outcomes: ["assumed", "confirmed"] })).toEqual(["c", "b", "a"]);
      expect(await found(storage, { holder: "person" })).toEqual([]);
      expect(await found(storage, { userId: "nobody" })).toEqual([]);
    });

    test("chats of a time are those active in it: begun before its end, and last active since its beginning", async () => {
      await using storage = await open();
      await putAgent(storage);
      for (const [id, begun, last] of [
        ["before", 1000, 1999],
        ["into", 1000, 2000],
        ["around", 1000, 9000],
        ["out of", 2999, 9000],
        ["after", 3000, 9000],
      ] as const) {
        await startChat(storage, { session: { id, agentId: "guide", tokenHash: id }, at: begun });
        await storage.conversations.acceptTurn(nextTurn(id, { at: last }));
      }
      const ids = await found(storage, { from: 2000, to: 3000 });
      expect(ids.toSorted()).toEqual(["around", "into", "out of"]);
    });

    test("what visitors or agents said is found by its words, whatever their case and accents, never by half of one", async () => {
      await using storage = await open();
      await putAgent(storage);
      await chatOf(storage, "ses_a", { question: "Où est mon ÉLÉPHANT?", answer: "In the zoo." });
      await chatOf(storage, "ses_b", { question: "Zoos near me", answer: "The 100% best: zoo_park" });
      await chatOf(storage, "ses_c", { question: "退货政策是什么", answer: "三十天" });
      const search = async (text: string) => (await found(storage, { text })).toSorted();

      expect(await search("elephant")).toEqual(["ses_a"]);
      expect(await search("zoo")).toEqual(["ses_a", "ses_b"]);
      expect(await search("zoo ELEPH")).toEqual(["ses_a"]);
      expect(await search("lephant")).toEqual([]);
      expect(await search('"the zoo"')).toEqual(["ses_a"]);
      expect(await search('"zoo the"')).toEqual([]);
      expect(await search('park "100% best"')).toEqual(["ses_b"]);
      expect(await search("政策")).toEqual(["ses_c"]);
      for (const nothing of ["", "%", "_", '"', '""', "'; drop table sessions --"])
        expect(await search(nothing)).toEqual([]);
    });

    test("a search continues through chats that do not match until enough do, and never shows an erased one", async () => {
      await using storage = await open();
      await putAgent(storage);
      for (let index = 0; index < 90; index++)
        await chatOf(storage, `ses_${index}`, {
          question: index % 30 === 0 ? "Of tents" : "Of stoves",
          at: index,
        });
      const query = { scope: everything, text: "tents" };
      expect(await found(storage, { text: "tents" })).toEqual(["ses_60", "ses_30", "ses_0"]);
      const first = await storage.chatIndex.list({ ...query, limit: 2 });
      expect(first.items.map(({ id }) => id)).toEqual(["ses_60", "ses_30"]);
      const rest = await storage.chatIndex.list({ ...query, limit: 2, after: first.next ?? "" });
      expect(rest).toMatchObject({ items: [{ id: "ses_0" }], next: null });
      await storage.conversations.erase("ses_30");
      expect(await found(storage, { text: "tents" })).toEqual(["ses_60", "ses_0"]);
    });

    test("unanswered turns are counted: those that failed, broke off, or found nothing, unless they were replaced", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { conversations } = storage;
      const answered = endOf("");
      const nothing = { ...answered, facts: sampleFacts({ unanswered: true }) };
      const failed = { ...answered, status: "failed", failure: "model_unavailable" } as const;
      const cut = { ...answered, status: "incomplete", failure: "reply_cut" } as const;
      const both = { ...failed, facts: sampleFacts({ unanswered: true }) };
      const stopped = { ...answered, status: "stopped" } as const;
      const chats = {
        fine: [answered, answered],
        mixed: [answered, nothing, cut],
        once: [both],
        bad: [failed],
        left: [stopped],
      };
      const chat = (id: string) => ({ id, agentId: "guide", tokenHash: `hash of ${id}` });
      for (const [id, ends] of Object.entries(chats)) {
        for (const [index, end] of ends.entries()) {
          const turn = firstTurn({ session: index === 0 ? chat(id) : { id } });
          await conversations.acceptTurn(turn);
          await conversations.endReply({ ...end, replyId: turn.replyId });
        }
      }
      // Its second try is good; a third still runs.
      await conversations.acceptTurn(nextTurn("bad", { replaces: { turn: 1, reopens: [] } }));
      await startChat(storage, { session: chat("tried") });

      const listed = async (filter: ChatFilter = {}) => {
        const { items } = await storage.chatIndex.list({ scope: everything, limit: 9, ...filter });
        return Object.fromEntries(items.map(({ id, unanswered }) => [id, unanswered]));
      };
      expect(await listed()).toEqual({ fine: 0, mixed: 2, once: 1, bad: 0, left: 0, tried: 0 });
      expect(await listed({ unanswered: true })).toEqual({ mixed: 2, once: 1 });
      expect(await listed({ unanswered: true, text: "day", from: 0 })).toEqual({ mixed: 2, once: 1 });
    });

    test("outcomes follow from how the chat went, and a current chat is open", async () => {
      await using storage = await open();
      await putAgent(storage);
      await chatOf(storage, "failed", { end: { status: "failed", failure: "model_unavailable" } });
      await chatOf(storage, "unanswered", { end: { facts: sampleFacts({ unanswered: true }) } });
      await chatOf(storage, "stopped", { end: { status: "stopped" } });
      const question = { type: "question", id: "q", questions: [] } as const;
      await chatOf(storage, "asked", { end: { parts: [question] } });
      await chatOf(storage, "now", { at: Date.now() });
      const { items } = await storage.chatIndex.list({ scope: everything, limit: 9 });
      expect(Object.fromEntries(items.map(({ id, outcome }) => [id, outcome]))).toEqual({
        failed: "unanswered",
        unanswered: "unanswered",
        stopped: "abandoned",
        asked: "abandoned",
        now: "open",
      });
    });
  });
}
