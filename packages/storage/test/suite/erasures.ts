import { describe, expect, test } from "vitest";
import type { Storage } from "../../src/index.ts";
import { auditedIn, sampleAudit } from "./operator-samples.ts";
import {
  endOf,
  firstTurn,
  newId,
  nextTurn,
  putAgent,
  sampleFacts,
  sampleKey,
  sampleMessage,
  startChat,
} from "./samples.ts";
import { heardBy, putWebhook } from "./webhook-samples.ts";

/** A database whose erasures can be watched, and broken off. */
export interface WatchedDatabase extends AsyncDisposable {
  readonly storage: Storage;
  /** Runs statements that both databases know, over another connection. */
  readonly run: (text: string) => Promise<readonly Record<string, unknown>[]>;
  /** Lets no message be deleted any longer, as if the process ended at the first. Resolves to what ends that. */
  readonly breakOff: () => Promise<() => Promise<void>>;
  /** Runs something, and resolves to the most rows that one transaction deleted meanwhile, whatever went with them. */
  readonly mostDeleted: (work: () => Promise<unknown>) => Promise<number>;
}

const everything = { scope: { agents: null }, limit: 200 };
const word = "quetzalcoatl";
const everythingIsOld = { now: 9000, idleSince: 9000, createdSince: 0 };

/** A chat of several turns, each with words, details and a question without an answer. */
export async function longChat(storage: Storage, turns: number, agentId = "guide"): Promise<string> {
  const first = firstTurn();
  const session = { ...first.session, agentId };
  const details = { searches: [{ query: word, passages: [] }], tools: [] };
  for (let number = 1; number <= turns; number++) {
    const turn = number === 1 ? { ...first, session } : nextTurn(session.id);
    const messages = [sampleMessage(`${word} ${number}`)];
    await storage.conversations.acceptTurn({ ...turn, messages });
    const facts = sampleFacts({ agentId, unanswered: true, marks: ["unanswered"], details });
    await storage.conversations.endReply(endOf(turn.replyId, { content: `${word} again`, facts }));
  }
  return session.id;
}

/** Has everything listed for operators. */
export async function listAll(storage: Storage): Promise<readonly string[]> {
  for (let at = 0; at < 3; at++) await storage.chatIndex.list(everything);
  const { items } = await storage.chatIndex.list({ ...everything, text: word });
  return items.map(({ id }) => id);
}

/** Erasing chats and agents in short steps: what others see of it, and what a crash leaves. */
export function erasurePromises(open: () => Promise<WatchedDatabase>): void {
  describe("erasure in steps", () => {
    test("however many turns a chat has and however many chats expire, one transaction deletes as few rows", async () => {
      await using database = await open();
      const { storage, mostDeleted } = database;
      await putAgent(storage);
      const [short, long] = [await longChat(storage, 12), await longChat(storage, 70)];
      await listAll(storage);
      const atShort = await mostDeleted(() => storage.conversations.erase(short));
      const atLong = await mostDeleted(() => storage.conversations.erase(long));
      expect(atShort).toBeGreaterThan(0);
      expect(atLong).toBeLessThanOrEqual(atShort * 1.5);

      const expiring = async (chats: number) => {
        for (let number = 0; number < chats; number++) await longChat(storage, 2);
        await listAll(storage);
        return mostDeleted(() => storage.conversations.expire(everythingIsOld));
      };
      expect(await expiring(30)).toBeLessThanOrEqual((await expiring(2)) * 1.5);
      expect(await database.run("select id from sessions")).toEqual([]);
    });

    test("turns of other visitors come between the steps of an erasure", async () => {
      await using database = await open();
      const { storage } = database;
      await putAgent(storage);
      const long = await longChat(storage, 60);
      await listAll(storage);
      const { sessionId } = await startChat(storage);
      let isErased = false;
      const erasing = storage.conversations.erase(long).finally(() => (isErased = true));
      let between = 0;
      while (!isErased) {
        const turn = nextTurn(sessionId);
        expect(await storage.conversations.acceptTurn(turn)).toMatchObject({ kind: "accepted" });
        await storage.conversations.endReply(endOf(turn.replyId));
        if (!isErased) between += 1;
      }
      await erasing;
      expect(between).toBeGreaterThan(5);
    });

    test("a chat whose erasure breaks off is gone for everybody, and the next expiry deletes the rest", async () => {
      await using database = await open();
      const { storage, run } = database;
      const { conversations } = storage;
      await putAgent(storage);
      const webhook = await putWebhook(storage);
      const id = await longChat(storage, 10);
      const running = nextTurn(id);
      await conversations.acceptTurn(running);
      expect(await listAll(storage)).toEqual([id]);
      const repair = await database.breakOff();
      await expect(conversations.erase(id, { at: 1000 })).rejects.toThrow();
      expect(await run(`select id from messages where session_id = '${id}'`)).not.toEqual([]);

      expect(await conversations.find(id)).toBeUndefined();
      expect(await conversations.findErased([id])).toEqual([id]);
      expect(await listAll(storage)).toEqual([]);
      expect(await storage.chatIndex.read({ ...everything, id })).toBeUndefined();
      expect(await storage.handoffs.find(id)).toBeUndefined();
      expect(await storage.handoffs.headsOf([id])).toEqual([]);
      const tokenHash = `hash of ${id}`;
      const always = { agentId: "guide", idleSince: 0, createdSince: 0 };
      expect(await conversations.findSession({ tokenHash, ...always })).toBeUndefined();
      expect(await conversations.acceptTurn(nextTurn(id))).toEqual({ kind: "session_erased" });
      expect(await conversations.endReply(endOf(running.replyId))).toBe("gone");

      await repair();
      expect(await conversations.expire({ now: 1000, idleSince: 0, createdSince: 0 })).toBe(0);
      for (const table of ["sessions", "messages", "replies", "chat_texts", "chat_turns", "gap_questions"])
        expect(await run(`select * from ${table}`), table).toEqual([]);
      const erased = (await heardBy(storage, webhook)).filter(({ type }) => type === "chat.erased");
      expect(erased).toHaveLength(1);
      const { total } = await storage.chatIndex.usage({
        scope: everything.scope,
        from: 0,
        to: 9000,
        by: "hour",
      });
      expect(total).toMatchObject({ chats: 1, erased: { byPeople: 1, expired: 0 } });
    });

    test("an expiry that breaks off counts each chat once, and the next one continues", async () => {
      await using database = await open();
      const { storage, run } = database;
      const { conversations } = storage;
      await putAgent(storage);
      for (let number = 0; number < 3; number++) await longChat(storage, 2);
      await listAll(storage);
      const repair = await database.breakOff();
      await expect(conversations.expire(everythingIsOld)).rejects.toThrow();
      expect(await listAll(storage)).toHaveLength(2);
      await repair();
      expect(await conversations.expire(everythingIsOld)).toBe(2);
      expect(await run("select * from sessions")).toEqual([]);
      const { total } = await storage.chatIndex.usage({
        scope: everything.scope,
        from: 0,
        to: 9000,
        by: "hour",
      });
      expect(total).toMatchObject({ chats: 3, erased: { byPeople: 0, expired: 3 } });
    });

    test("an expiry that is to end leaves the rest to the next one", async () => {
      await using database = await open();
      const { storage } = database;
      await putAgent(storage);
      await longChat(storage, 1);
      const signal = AbortSignal.abort();
      expect(await storage.conversations.expire({ ...everythingIsOld, signal })).toBe(0);
      expect(await storage.conversations.expire(everythingIsOld)).toBe(1);
    });

    test("deleting an agent takes as few rows at once however many chats it has, and tells how far it is", async () => {
      await using database = await open();
      const { storage, mostDeleted } = database;
      const deleting = async (chats: number) => {
        await putAgent(storage, "shop");
        for (let number = 0; number < chats; number++) await longChat(storage, 2, "shop");
        await listAll(storage);
        const steps: unknown[] = [];
        const most = await mostDeleted(() =>
          storage.agents.delete("shop", { onProgress: (progress) => steps.push(progress) }),
        );
        expect(steps).toEqual(Array.from({ length: chats }, (_, at) => ({ done: at + 1, total: chats })));
        return most;
      };
      const few = await deleting(2);
      expect(await deleting(20)).toBeLessThanOrEqual(few * 1.5);
      expect(await storage.agents.list()).toEqual([]);
    });

    test("an agent whose deletion breaks off is gone for everybody, and the same call finishes it", async () => {
      await using database = await open();
      const { storage, run } = database;
      await putAgent(storage);
      await putAgent(storage, "shop");
      const key = sampleKey({ agentId: "shop" });
      await storage.keys.create(key);
      const chats = [await longChat(storage, 2, "shop"), await longChat(storage, 2, "shop")];
      await replaceDocument(storage, "shop");
      expect((await listAll(storage)).toSorted()).toEqual(chats.toSorted());
      const repair = await database.breakOff();
      const audit = sampleAudit({ what: "agent.delete" });
      await expect(storage.agents.delete("shop", { audit })).rejects.toThrow();
      expect((await run("select id from sessions")).length).toBe(2);

      expect(await storage.agents.find("shop")).toBeUndefined();
      expect((await storage.agents.list()).map(({ id }) => id)).toEqual(["guide"]);
      expect(await storage.keys.find(key.id)).toBeUndefined();
      expect(await listAll(storage)).toEqual([]);
      for (const id of chats) expect(await storage.conversations.find(id)).toBeUndefined();
      const turn = firstTurn({ session: { id: newId("ses"), agentId: "shop", tokenHash: "new" } });
      expect(await storage.conversations.acceptTurn(turn)).toEqual({ kind: "agent_removed" });

      await repair();
      expect(await storage.agents.delete("shop", { audit: sampleAudit() })).toBe(true);
      expect(await storage.agents.delete("shop")).toBe(false);
      for (const table of ["sessions", "messages", "chat_texts", "documents", "passages"])
        expect(await run(`select * from ${table}`), table).toEqual([]);
      expect(await run("select * from agent_versions where agent_id = 'shop'")).toEqual([]);
      expect(await auditedIn(storage)).toEqual(["agent.delete"]);
    });

    test("an expiry, or an agent of the same id, finishes a deletion that broke off", async () => {
      await using database = await open();
      const { storage, run } = database;
      const breakOffDeletion = async () => {
        await putAgent(storage, "shop");
        await longChat(storage, 2, "shop");
        const repair = await database.breakOff();
        await expect(storage.agents.delete("shop")).rejects.toThrow();
        await repair();
      };
      await breakOffDeletion();
      await storage.conversations.expire({ now: 1000, idleSince: 0, createdSince: 0 });
      expect(await run("select id from agents")).toEqual([]);

      await breakOffDeletion();
      await putAgent(storage, "shop");
      expect(await run("select id from sessions")).toEqual([]);
      expect(await storage.agents.find("shop")).toMatchObject({ version: 1 });
    });
  });
}

async function replaceDocument(storage: Storage, agentId: string): Promise<void> {
  const document = { id: `d ${agentId}`, agentId, source: "files:*", location: "a.md", title: "A" };
  await storage.knowledge.replaceDocument(
    { ...document, url: null, fingerprint: "1", readAt: 1 },
    Array.from({ length: 9 }, (_, at) => ({ headings: [word], anchor: null, text: `Of ${word} ${at}` })),
  );
}
