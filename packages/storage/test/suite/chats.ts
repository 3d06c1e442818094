import { describe, expect, test } from "vitest";
import { InvalidCursor } from "../../src/index.ts";
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
import { chatOf, everything, found } from "./written-chats.ts";

/** Operators' lists and transcripts of chats: current, in pages, within their scope. */
export function chatPromises(driver: string, open: OpenStorage): void {
  describe(`${driver}: chats for operators`, () => {
    test("a chat is listed with its first message at once, and with its answer as soon as that has ended", async () => {
      await using storage = await open();
      await putAgent(storage);
      const turn = firstTurn({ messages: [sampleMessage("Is it open?"), sampleMessage("Today?")] });
      await storage.conversations.acceptTurn(turn);
      const listed = async () => (await storage.chatIndex.list({ scope: everything, limit: 5 })).items;
      expect(await listed()).toMatchObject([
        {
          id: turn.session.id,
          keyId: null,
          messages: 3,
          first: "Is it open?",
          last: "Is it open?",
          lastAsked: "Today?",
        },
      ]);

      const facts = sampleFacts({
        marks: ["uncited"],
        details: { searches: [], tools: [], user: { id: "u1", name: "Ada" } },
      });
      await storage.conversations.endReply(endOf(turn.replyId, { content: "x".repeat(500), facts }));
      expect(await listed()).toEqual([
        {
          id: turn.session.id,
          agentId: "guide",
          keyId: "shop1",
          startedAt: 1000,
          lastAt: 1000,
          messages: 3,
          first: "Is it open?",
          last: "x".repeat(200),
          lastAsked: "Today?",
          holder: "agent",
          outcome: "assumed",
          rating: null,
          marks: ["uncited"],
          language: "en",
          user: { id: "u1", name: "Ada" },
          revision: expect.any(Number),
          operator: null,
          epoch: 0,
          handoff: null,
          addressSince: null,
          addressRevision: null,
          unanswered: 0,
          tags: [],
          snoozedUntil: null,
          isUnread: false,
          page: null,
        },
      ]);
    });

    test("one chat is found as it is now, and does not wait until all others are up to date", async () => {
      await using storage = await open();
      await putAgent(storage);
      for (let number = 0; number < 40; number++) {
        const { replyId } = await startChat(storage);
        await storage.conversations.endReply(endOf(replyId, { content: `Answer ${number}` }));
      }
      const turn = firstTurn({ messages: [sampleMessage("Is it open?")] });
      await storage.conversations.acceptTurn(turn);

      const chat = await storage.chatIndex.find({ scope: everything, id: turn.session.id });
      expect(chat).toMatchObject({ first: "Is it open?" });
      // There is still more to do than is done at once.
      expect(await storage.chatIndex.catchUp()).toBe(true);
    });

    test("a list shows what an answer says without its marks, and what a visitor wrote as it is", async () => {
      await using storage = await open();
      await putAgent(storage);
      const turn = firstTurn({ messages: [sampleMessage("**Is** it [open](now)?")] });
      await storage.conversations.acceptTurn(turn);
      const content = [
        `# Opening *hours*`,
        `We are **open** until [eight](https://shop.example/${"x".repeat(300)}) [1], \`daily\`.`,
        `- Mon\n- [ ] Tue\n\n| Day | Hour |\n|-|-|\n| Wed | 9 |`,
        `> 1 < 2 <b>so</b> ![a clock](https://shop.example/c.png)`,
        "[1]: https://shop.example/hours",
      ].join("\n\n");
      await storage.conversations.endReply(endOf(turn.replyId, { content }));
      const { items } = await storage.chatIndex.list({ scope: everything, limit: 5 });
      expect(items).toMatchObject([
        {
          first: "**Is** it [open](now)?",
          last: "Opening hours We are open until eight, daily. Mon Tue Day, Hour Wed, 9 1 < 2 <b>so</b> a clock",
        },
      ]);
    });

    test("pages follow each other without a gap, newest activity first, also of chats of one moment", async () => {
      await using storage = await open();
      await putAgent(storage);
      for (const [index, id] of ["a", "b", "c", "d", "e"].entries())
        await chatOf(storage, id, { at: index < 3 ? 1000 : 2000 });
      const pages: string[][] = [];
      let after: string | undefined;
      do {
        const page = await storage.chatIndex.list({ scope: everything, limit: 2, ...(after && { after }) });
        pages.push(page.items.map(({ id }) => id));
        after = page.next ?? undefined;
      } while (after !== undefined);
      expect(pages).toEqual([["e", "d"], ["c", "b"], ["a"]]);

      const query = { scope: everything, limit: 2 };
      const { next } = await storage.chatIndex.list(query);
      for (const wrong of ["", "x", `${next}x`.repeat(3)])
        await expect(storage.chatIndex.list({ ...query, after: wrong })).rejects.toThrow(InvalidCursor);
      await expect(storage.chatIndex.listFeedback({ ...query, after: next ?? "" })).rejects.toThrow(
        InvalidCursor,
      );
    });

    test("a transcript comes in order and in pages, replies with what is known of them", async () => {
      await using storage = await open();
      await putAgent(storage);
      const details = {
        searches: [
          {
            query: "opening",
            passages: [
              { title: "Hours", url: "https://a.example/", text: "9 to 5", score: 0.5, cited: true },
            ],
          },
        ],
        tools: [{ name: "orders", status: "failed", input: '{"id":1}', result: "no", ms: 12 }],
      } as const;
      const turn = firstTurn({
        session: { id: "a", agentId: "guide", tokenHash: "a" },
        messages: [sampleMessage("One"), sampleMessage("Two")],
      });
      await storage.conversations.acceptTurn(turn);
      const facts = sampleFacts({ details, version: 4, cachedTokens: 9, marks: ["tool_failed"] });
      await storage.conversations.endReply(endOf(turn.replyId, { content: "Three", facts }));
      const second = nextTurn("a", { messages: [sampleMessage("Four")] });
      await storage.conversations.acceptTurn(second);

      const texts: string[][] = [];
      let after: string | undefined;
      do {
        const page = await storage.chatIndex.read({
          scope: everything,
          id: "a",
          limit: 2,
          ...(after && { after }),
        });
        texts.push(
          (page?.entries ?? []).map((entry) => `${entry.role}: ${"text" in entry ? entry.text : ""}`),
        );
        after = page?.next ?? undefined;
      } while (after !== undefined);
      expect(texts).toEqual([
        ["user: One", "user: Two"],
        ["assistant: Three", "user: Four"],
        ["assistant: "],
      ]);
      const read = await storage.chatIndex.read({ scope: everything, id: "a", limit: 200 });
      expect(read?.next).toBeNull();
      expect(read?.entries[2]).toMatchObject({
        id: turn.replyId,
        status: "complete",
        facts: {
          ...details,
          version: 4,
          keyId: "shop1",
          model: "tiny",
          finish: "complete",
          language: "en",
          marks: ["tool_failed"],
          firstTextMs: 400,
          totalMs: 900,
          inputTokens: 300,
          outputTokens: 20,
          cachedTokens: 9,
        },
      });
      expect(read?.entries[4]).toMatchObject({ status: "streaming", facts: null });
      expect(await storage.chatIndex.read({ scope: everything, id: "none", limit: 5 })).toBeUndefined();
    });

    test("an export has every chat that fits, each whole", async () => {
      await using storage = await open();
      await putAgent(storage);
      for (let count = 0; count < 45; count++) await chatOf(storage, `chat ${count}`, { at: 1000 + count });
      const exported = await Array.fromAsync(storage.chatIndex.export({ scope: everything, from: 1005 }));
      expect(exported.map(({ chat }) => chat.id)).toEqual(
        Array.from({ length: 40 }, (_, index) => `chat ${44 - index}`),
      );
      expect(exported.every(({ entries }) => entries.length === 2)).toBe(true);
    });

    test("a reader that continues from the last revision gets each change once, and no erased chats", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { chatIndex } = storage;
      expect(await chatIndex.newestRevision()).toBe(0);
      const replyId = await chatOf(storage, "a");
      await chatOf(storage, "b");
      const since = async (revision: number) => {
        const changed = await chatIndex.changedSince({ scope: everything, revision, limit: 9 });
        return { ids: changed.map(({ id }) => id), revision: changed.at(-1)?.revision ?? revision };
      };
      const first = await since(0);
      expect(first.ids.toSorted()).toEqual(["a", "b"]);
      expect(await chatIndex.newestRevision()).toBe(first.revision);
      expect(await since(first.revision)).toEqual({ ...first, ids: [] });

      await storage.feedback.rate({ sessionId: "a", replyId, feedback: { rating: "down" }, at: 2000 });
      const second = await since(first.revision);
      expect(second.ids).toEqual(["a"]);
      await storage.conversations.erase("a");
      await chatOf(storage, "c");
      const third = await since(second.revision);
      expect(third.ids).toEqual(["c"]);
      expect(third.revision).toBeGreaterThan(second.revision);
      expect(await since(0)).toEqual({ ids: ["b", "c"], revision: third.revision });
      expect(await found(storage, { text: "hello" })).toEqual(["c", "b"]);
    });

    test("a replaced turn is read as such, and is not counted among the messages", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { sessionId } = await startChat(storage);
      const anew = nextTurn(sessionId, {
        replaces: { turn: 1, reopens: [] },
        messages: [sampleMessage("Hello again")],
      });
      await storage.conversations.acceptTurn(anew);
      await storage.conversations.endReply(endOf(anew.replyId));
      expect(await storage.chatIndex.find({ scope: everything, id: sessionId })).toMatchObject({
        messages: 2,
        first: "Hello again",
      });
      const read = await storage.chatIndex.read({ scope: everything, id: sessionId, limit: 9 });
      expect(read?.entries.map(({ replaced }) => replaced)).toEqual([true, true, false, false]);
    });

    test("each shows what was asked first, and of a turn that was replaced the later one", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { conversations } = storage;
      const chat = (id: string) => ({ id, agentId: "guide", tokenHash: `hash of ${id}` });
      const messages = [sampleMessage("Do you"), sampleMessage("sell tents?")];
      await startChat(storage, { session: chat("ses_a"), messages, at: 1 });
      await conversations.acceptTurn(nextTurn("ses_a", { messages: [sampleMessage("And stoves?")], at: 2 }));
      await startChat(storage, { session: chat("ses_b"), messages: [sampleMessage("Tnets?")], at: 3 });
      const anew = { messages: [sampleMessage("Tents?")], replaces: { turn: 1, reopens: [] }, at: 4 };
      await conversations.acceptTurn(nextTurn("ses_b", anew));

      expect((await storage.chatIndex.list({ scope: everything, limit: 9 })).items).toMatchObject([
        { id: "ses_b", first: "Tents?" },
        { id: "ses_a", first: "Do you" },
      ]);
    });

    test("rated replies are listed in pages, the one rated last first", async () => {
      await using storage = await open();
      await putAgent(storage);
      for (const [index, id] of ["a", "b", "c"].entries()) {
        const replyId = await chatOf(storage, id);
        const rating = index === 1 ? "up" : "down";
        await storage.feedback.rate({ sessionId: id, replyId, feedback: { rating }, at: 5000 + index });
      }
      const { chatIndex } = storage;
      const first = await chatIndex.listFeedback({ scope: everything, limit: 2 });
      expect(first.items.map(({ chatId }) => chatId)).toEqual(["c", "b"]);
      const rest = await chatIndex.listFeedback({ scope: everything, limit: 2, after: first.next ?? "" });
      expect(rest).toMatchObject({ items: [{ chatId: "a", rating: "down", ratedAt: 5000 }], next: null });
      const down = await chatIndex.listFeedback({ scope: everything, limit: 9, rating: "down" });
      expect(down.items.map(({ chatId }) => chatId)).toEqual(["c", "a"]);
    });
  });
}
