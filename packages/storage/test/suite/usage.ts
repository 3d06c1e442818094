import { describe, expect, test } from "vitest";
import {
  endOf,
  firstTurn,
  newId,
  putAgent,
  sampleFacts,
  sampleMessage,
  startChat,
  type OpenStorage,
} from "./samples.ts";
import { found } from "./written-chats.ts";

const dayMs = 86_400_000;
const always = { since: 0, until: Number.MAX_SAFE_INTEGER };

/** The usage of replies: counted once, added up, kept when chats are deleted. */
export function usagePromises(driver: string, open: OpenStorage): void {
  describe(`${driver}: usage`, () => {
    test("what replies used is added up by day, agent and key, within a time", async () => {
      await using storage = await open();
      await putAgent(storage);
      const used = [
        { at: 10 * dayMs, keyId: "a", inputTokens: 100, outputTokens: 10 },
        { at: 11 * dayMs - 1, keyId: "b", inputTokens: 200, outputTokens: 20 },
        { at: 11 * dayMs, keyId: "a", inputTokens: 400, outputTokens: 40 },
        { at: 12 * dayMs, agentId: "shop", keyId: "c", inputTokens: 5_000_000_000, outputTokens: 80 },
      ];
      for (const { at, ...facts } of used) {
        const turn = firstTurn({ at });
        await storage.conversations.acceptTurn(turn);
        await storage.conversations.endReply(endOf(turn.replyId, { facts: sampleFacts(facts) }));
      }
      const { usage } = storage;

      expect(await usage.read({ by: "day", ...always })).toMatchObject([
        { of: 10 * dayMs, replies: 2, inputTokens: 300, outputTokens: 30 },
        { of: 11 * dayMs, replies: 1, inputTokens: 400, outputTokens: 40 },
        { of: 12 * dayMs, replies: 1, inputTokens: 5_000_000_000, outputTokens: 80 },
      ]);
      expect(await usage.read({ by: "agent", ...always })).toMatchObject([
        { of: "shop", replies: 1, inputTokens: 5_000_000_000, outputTokens: 80 },
        { of: "guide", replies: 3, inputTokens: 700, outputTokens: 70 },
      ]);
      const within = { since: 11 * dayMs - 1, until: 12 * dayMs, agents: ["guide"] };
      expect(await usage.read({ by: "key", ...within })).toMatchObject([
        { of: "a", replies: 1, inputTokens: 400, outputTokens: 40 },
        { of: "b", replies: 1, inputTokens: 200, outputTokens: 20 },
      ]);
      expect(await usage.read({ by: "day", since: 0, until: 10 * dayMs })).toEqual([]);
    });

    test("a reply whose end is saved again is counted once, as it was saved last", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { replyId } = await startChat(storage);
      const facts = sampleFacts({ inputTokens: 7, outputTokens: 8 });
      await storage.conversations.endReply(endOf(replyId, { status: "incomplete", facts }));
      const counted = [{ of: "guide", replies: 1, inputTokens: 7, outputTokens: 8 }];
      expect(await storage.usage.read({ by: "agent", ...always })).toMatchObject(counted);

      // Nobody spoke, or the reply is gone: nothing is added or taken away.
      const { facts: _, ...nothingSaid } = endOf(replyId);
      await storage.conversations.endReply(nothingSaid);
      await storage.conversations.endReply(endOf("rep_gone"));
      expect(await storage.usage.read({ by: "agent", ...always })).toMatchObject(counted);
    });

    test("what an erased or expired chat used stays counted, and so does that of a deleted agent", async () => {
      await using storage = await open();
      await putAgent(storage);
      const one = await startChat(storage, { at: 5000 });
      await startChat(storage, { at: 1000 });
      await startChat(storage, { at: 6000 });
      const used = () => storage.usage.read({ by: "agent", ...always });
      const before = await used();
      expect(before).toMatchObject([{ of: "guide", replies: 3, inputTokens: 900, outputTokens: 60 }]);

      await storage.conversations.erase(one.sessionId);
      expect(await used()).toEqual(before);
      await storage.conversations.expire({ now: 9000, idleSince: 5000, createdSince: 0 });
      expect(await found(storage)).toHaveLength(1);
      expect(await used()).toEqual(before);
      await storage.agents.delete("guide");
      expect(await used()).toEqual(before);
    });

    test("what was used is forgotten after 400 days", async () => {
      await using storage = await open();
      await putAgent(storage);
      for (let count = 0; count < 250; count++) {
        const replyId = newId("rep");
        const turn = firstTurn({ replyId, at: dayMs - 1, messages: [sampleMessage("Old")] });
        await storage.conversations.acceptTurn(turn);
        await storage.conversations.endReply(endOf(replyId));
      }
      await startChat(storage, { at: dayMs });
      const expire = (now: number) => storage.conversations.expire({ now, idleSince: 0, createdSince: 0 });
      const days = async () => (await storage.usage.read({ by: "day", ...always })).map(({ of }) => of);

      await expire(400 * dayMs);
      expect(await days()).toEqual([0, dayMs]);
      await expire(401 * dayMs);
      expect(await days()).toEqual([dayMs]);
    });
  });
}
