import { describe, expect, test } from "vitest";
import type { SessionQuery, Storage } from "../../src/storage.ts";
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

/** Lists of chats: by agent, time, words and whether they have an answer, page by page. */
export function sessionListPromises(driver: string, open: OpenStorage): void {
  const chat = (id: string, agentId = "guide") => ({ id, agentId, tokenHash: `hash of ${id}` });

  async function listIds({ conversations }: Storage, query: Partial<SessionQuery> = {}) {
    return (await conversations.list({ limit: 10, ...query })).map(({ id }) => id);
  }

  describe(`${driver}: lists of sessions`, () => {
    test("sessions are listed newest first, of all agents or of one", async () => {
      await using storage = await open();
      await putAgent(storage);
      await putAgent(storage, "shop");
      const agents = ["guide", "shop", "guide"];
      for (const [index, agentId] of agents.entries())
        await startChat(storage, { session: chat(`ses_${index}`, agentId), at: 1000 + index });
      expect(await listIds(storage)).toEqual(["ses_2", "ses_1", "ses_0"]);
      expect(await listIds(storage, { limit: 2 })).toEqual(["ses_2", "ses_1"]);
      expect(await listIds(storage, { agents: ["guide"] })).toEqual(["ses_2", "ses_0"]);
      expect(await listIds(storage, { agents: ["nobody"] })).toEqual([]);
      expect(await listIds(storage, { agents: [] })).toEqual([]);
      expect(await listIds(storage, { agents: null })).toHaveLength(agents.length);
    });

    test("pages follow each other without a gap, also where chats were active at one moment", async () => {
      await using storage = await open();
      await putAgent(storage);
      const times = [5, 7, 7, 7, 9];
      for (const [index, at] of times.entries())
        await startChat(storage, { session: chat(`ses_${index}`), at });
      const paged: string[] = [];
      for (let after = "ses_4"; ; after = paged.at(-1) ?? "") {
        const [next] = await listIds(storage, { after, limit: 1 });
        if (next === undefined) break;
        paged.push(next);
      }
      expect(paged).toEqual(["ses_3", "ses_2", "ses_1", "ses_0"]);
      expect(await listIds(storage, { after: "ses_gone" })).toEqual([]);
    });

    test("sessions of a time are those active in it: begun before its end, and last active since its beginning", async () => {
      await using storage = await open();
      await putAgent(storage);
      for (const [id, begun, last] of [
        ["before", 1000, 1999],
        ["into", 1000, 2000],
        ["around", 1000, 9000],
        ["out of", 2999, 9000],
        ["after", 3000, 9000],
      ] as const) {
        await startChat(storage, { session: chat(id), at: begun });
        await storage.conversations.acceptTurn(nextTurn(id, { at: last }));
      }
      const found = await listIds(storage, { since: 2000, until: 3000 });
      expect(found.toSorted()).toEqual(["around", "into", "out of"]);
    });

    test("each shows what was asked first, all of it, and of a turn that was replaced the later one", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { conversations } = storage;
      const messages = [sampleMessage("Do you"), sampleMessage("sell tents?")];
      await startChat(storage, { session: chat("ses_a"), messages, at: 1 });
      await conversations.acceptTurn(nextTurn("ses_a", { messages: [sampleMessage("And stoves?")], at: 2 }));
      await startChat(storage, { session: chat("ses_b"), messages: [sampleMessage("Tnets?")], at: 3 });
      const anew = { messages: [sampleMessage("Tents?")], replaces: { turn: 1, reopens: [] }, at: 4 };
      await conversations.acceptTurn(nextTurn("ses_b", anew));

      expect(await conversations.list({ limit: 9 })).toMatchObject([
        { id: "ses_b", turns: 2, firstQuestion: "Tents?" },
        { id: "ses_a", turns: 2, firstQuestion: "Do you\nsell tents?" },
      ]);
    });

    test("what visitors or agents said is found by its words, whatever their case and accents, never by half of one", async () => {
      await using storage = await open();
      await putAgent(storage);
      const said = async (id: string, content: string, answer: string) => {
        const turn = firstTurn({ session: chat(id), messages: [sampleMessage(content)] });
        await storage.conversations.acceptTurn(turn);
        await storage.conversations.endReply(endOf(turn.replyId, { content: answer }));
      };
      await said("ses_a", "Où est mon ÉLÉPHANT?", "In the zoo.");
      await said("ses_b", "Zoos near me", "The 100% best: zoo_park");
      await said("ses_c", "退货政策是什么", "三十天");
      const search = async (text: string) => (await listIds(storage, { search: text })).toSorted();

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
      for (let index = 0; index < 90; index++) {
        const messages = [sampleMessage(index % 30 === 0 ? "Of tents" : "Of stoves")];
        await startChat(storage, { session: chat(`ses_${index}`), messages, at: index });
      }
      expect(await listIds(storage, { search: "tents" })).toEqual(["ses_60", "ses_30", "ses_0"]);
      expect(await listIds(storage, { search: "tents", limit: 2 })).toEqual(["ses_60", "ses_30"]);
      expect(await listIds(storage, { search: "tents", after: "ses_60" })).toEqual(["ses_30", "ses_0"]);
      await storage.conversations.erase("ses_30");
      expect(await listIds(storage, { search: "tents" })).toEqual(["ses_60", "ses_0"]);
    });

    test("unanswered turns are counted: those that failed, broke off, or found nothing, unless they were replaced", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { conversations } = storage;
      const found = endOf("");
      const nothing = { ...found, facts: sampleFacts({ unanswered: true }) };
      const failed = { ...found, status: "failed", failure: "model_unavailable" } as const;
      const cut = { ...found, status: "incomplete", failure: "reply_cut" } as const;
      const stopped = { ...found, status: "stopped" } as const;
      const chats = { fine: [found, found], mixed: [found, nothing, cut], bad: [failed], left: [stopped] };
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

      const listed = async (query: Partial<SessionQuery> = {}) => {
        const sessions = await conversations.list({ limit: 9, ...query });
        return Object.fromEntries(sessions.map(({ id, unanswered }) => [id, unanswered]));
      };
      expect(await listed()).toEqual({ fine: 0, mixed: 2, bad: 0, left: 0, tried: 0 });
      expect(await listed({ unanswered: true })).toEqual({ mixed: 2 });
      expect(await listed({ unanswered: true, search: "day" })).toEqual({ mixed: 2 });
    });
  });
}
