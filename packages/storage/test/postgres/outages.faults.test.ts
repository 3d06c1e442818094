import { describe, expect, test } from "vitest";
import { startFaultProxy } from "../../../../test/harness/fault-proxy.ts";
import { openPostgres } from "../../src/postgres/index.ts";
import { inLivedTime, startLivedTime } from "../../../../test/support/lived-time.ts";
import { StorageUnavailable, type Storage } from "../../src/index.ts";
import {
  definitionOf,
  endOf,
  firstTurn,
  nextTurn,
  putAgent,
  sampleKey,
  startChat,
} from "../suite/samples.ts";
import { emptyDatabase, isMissing, title, type TestDatabase } from "./database.ts";
import { startTcpProxy } from "./tcp-proxy.ts";

/** The longest that anybody waits for a database that does not answer, in milliseconds. */
const maxWait = 2000;

async function openThroughProxy() {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(emptyDatabase());
  const proxy = stack.use(await startTcpProxy(database.url));
  const storage = await database.open(proxy.url);
  await putAgent(storage);
  const { sessionId, replyId } = await startChat(storage);
  const kept = stack.move();
  return { database, proxy, storage, sessionId, replyId, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

/** Everything the storage does, once. */
function everything(storage: Storage, { sessionId, replyId }: { sessionId: string; replyId: string }) {
  const { agents, keys, conversations, knowledge, keyValues } = storage;
  const document = { id: "d", agentId: "guide", source: "f", location: "l", title: "t", url: null };
  const times = { idleSince: 0, createdSince: 0 };
  return {
    ping: () => storage.ping(),
    put: () => agents.put({ id: "b", definition: definitionOf("b"), baseDirectory: "/", at: 1 }),
    findAgent: () => agents.find("guide"),
    deleteAgent: () => agents.delete("nobody"),
    createKey: () => keys.create(sampleKey()),
    findKey: () => keys.find("k"),
    revoke: () => keys.revoke("k", 1),
    firstTurn: () => conversations.acceptTurn(firstTurn()),
    nextTurn: () => conversations.acceptTurn(nextTurn(sessionId)),
    findSession: () => conversations.findSession({ tokenHash: "t", agentId: "guide", ...times }),
    saveProgress: () => conversations.saveProgress([{ replyId, offset: 0, appended: "late" }]),
    endReply: () => conversations.endReply(endOf(replyId)),
    readTurns: () => conversations.readTurns({ sessionId }),
    recentTurns: () => conversations.recentTurns({ sessionId, before: 9, limit: 9 }),
    markOrphans: () => conversations.markOrphans({ failure: "reply_cut", liveNodes: [] }),
    erase: () => conversations.erase("nobody"),
    expire: () => conversations.expire({ now: 0, ...times }),
    replaceDocument: () => knowledge.replaceDocument({ ...document, fingerprint: "1", readAt: 1 }, []),
    search: () => knowledge.search({ agentId: "guide", words: ["apple"], limit: 1 }),
    note: () => keyValues.save("a", "b"),
  };
}

/** The result of each call, and how long it took. */
async function outcomes(calls: Record<string, () => Promise<unknown>>) {
  using time = startLivedTime();
  return await Promise.all(
    Object.entries(calls).map(async ([name, call]) => {
      const failure = await call().then(
        () => undefined,
        (error: unknown) => error,
      );
      return { name, failure, milliseconds: time.ms() };
    }),
  );
}

/** Takes the locks of a statement, and gives the function that lets go of them. */
async function holdLock(database: TestDatabase, statement: string): Promise<() => Promise<void>> {
  const held = database.run(`begin; ${statement}; select pg_sleep(600) as ${database.schema}; rollback`);
  const ended = expect(held).rejects.toThrow("canceling statement");
  const holder = `from pg_stat_activity where wait_event = 'PgSleep' and query like '%as ${database.schema};%'`;
  await expect.poll(() => database.run(`select 1 ${holder}`)).toHaveLength(1);
  return async () => {
    await database.run(`select pg_cancel_backend(pid) ${holder}`);
    await ended;
  };
}

/** The address with a name by which its connections are found. */
function withName({ url, schema }: TestDatabase): string {
  const named = new URL(url);
  named.searchParams.set("application_name", schema);
  return named.href;
}

describe.skipIf(isMissing)(title, () => {
  test.each(["cut", "stall"] as const)(
    "a database that is gone (%s) makes everything unavailable within two seconds, and everything continues once it is back",
    async (outage) => {
      await using setting = await openThroughProxy();
      const { storage, proxy, sessionId } = setting;
      const calls = everything(storage, setting);

      proxy[outage]();
      const failed = await outcomes(calls);
      expect(failed.filter(({ failure }) => !(failure instanceof StorageUnavailable))).toEqual([]);
      expect(failed.filter(({ milliseconds }) => milliseconds > maxWait)).toEqual([]);
      // Again, when no connection is left over from before.
      const failedAgain = await outcomes(calls);
      expect(failedAgain.filter(({ failure }) => !(failure instanceof StorageUnavailable))).toEqual([]);
      expect(failedAgain.filter(({ milliseconds }) => milliseconds > maxWait)).toEqual([]);

      proxy.mend();
      const back = await outcomes(calls);
      expect(back.filter(({ failure }) => failure !== undefined)).toEqual([]);
      const turns = await storage.conversations.readTurns({ sessionId });
      expect(turns.map(({ number }) => number)).toEqual(turns.map((_, index) => index + 1));
    },
  );

  test("a commit whose answer is lost is in doubt, since it may have taken effect; a refused connection is not", async () => {
    await using setting = await openThroughProxy();
    const { database, sessionId, storage: direct } = setting;
    const address = new URL(database.url);
    await using network = await startFaultProxy({
      host: address.hostname,
      port: Number(address.port || 5432),
    });
    address.host = `127.0.0.1:${network.port}`;
    const storage = await database.open(address.href);
    const outcome = () =>
      storage.conversations.acceptTurn(nextTurn(sessionId)).catch((error: unknown) => error);

    network.set({ loseAnswerTo: "commit\0" });
    expect(await outcome()).toMatchObject({ name: "StorageUnavailable", inDoubt: true });
    const turns = () => direct.conversations.readTurns({ sessionId });
    await expect.poll(turns).toHaveLength(2);

    network.set({ refuse: true });
    network.cut();
    expect(await outcome()).toMatchObject({ name: "StorageUnavailable", inDoubt: false });
    network.set({});
    expect(await outcome()).toEqual({ kind: "accepted", turn: 3 });
  });

  test("while the database is stalled, opening it fails and closing it ends, both within two seconds", async () => {
    await using setting = await openThroughProxy();
    const { storage, proxy } = setting;
    proxy.stall();
    const opening = expect(openPostgres({ url: proxy.url })).rejects.toThrow(StorageUnavailable);
    await inLivedTime(opening, maxWait);
    const sockets = () => process.getActiveResourcesInfo().filter((name) => name === "TCPSocketWrap").length;
    const before = sockets();
    await inLivedTime(storage.close(), maxWait);
    // Nothing is left that would keep the process from ending.
    await expect.poll(sockets).toBeLessThan(before);
  });

  test("a lock that another holds too long makes the one who waits unavailable, and it waits no longer", async () => {
    await using setting = await openThroughProxy();
    const { database, sessionId } = setting;
    const storage = await database.open(withName(database));
    const letGo = await holdLock(database, `update sessions set turns = turns where id = '${sessionId}'`);
    const accepting = storage.conversations.acceptTurn(nextTurn(sessionId));
    await inLivedTime(expect(accepting).rejects.toThrow(StorageUnavailable), 2500);
    const waiting = `select 1 from pg_stat_activity
      where application_name = '${database.schema}' and wait_event_type = 'Lock'`;
    await expect.poll(() => database.run(waiting)).toEqual([]);
    // Readers and other chats do not wait.
    expect(await storage.conversations.readTurns({ sessionId })).toHaveLength(1);
    expect(await storage.conversations.acceptTurn(firstTurn())).toEqual({ kind: "accepted", turn: 1 });
    await letGo();
    expect(await storage.conversations.acceptTurn(nextTurn(sessionId))).toEqual({
      kind: "accepted",
      turn: 2,
    });
  });

  test("deleting an agent, which may be large, has more time than a visitor's request", async () => {
    await using setting = await openThroughProxy();
    const { storage, database } = setting;
    const letGo = await holdLock(database, "select 1 from agents for update");
    const deleting = storage.agents.delete("guide");
    await expect(storage.keys.create(sampleKey())).rejects.toThrow(StorageUnavailable);
    await letGo();
    expect(await deleting).toBe(true);
  });

  test("connections that the database ends, as it does on a restart, are replaced", async () => {
    await using setting = await openThroughProxy();
    const { database, sessionId } = setting;
    const storage = await database.open(withName(database));
    const pingAll = () => Promise.all(Array.from({ length: 8 }, () => storage.ping()));
    await pingAll();
    const ended = await database.run(`
      select pg_terminate_backend(pid) from pg_stat_activity where application_name = '${database.schema}'`);
    expect(ended.length).toBeGreaterThan(0);
    await expect.poll(() => pingAll().then(() => "there")).toBe("there");
    expect(await storage.conversations.acceptTurn(nextTurn(sessionId))).toEqual({
      kind: "accepted",
      turn: 2,
    });
  });

  test("a read-only database makes every write unavailable, and reading continues", async () => {
    await using setting = await openThroughProxy();
    const { storage, sessionId, database } = setting;
    const readOnly = new URL(database.url);
    readOnly.searchParams.set("options", "-c default_transaction_read_only=on");
    await using reader = await database.open(readOnly.href);
    await expect(reader.conversations.acceptTurn(nextTurn(sessionId))).rejects.toThrow(StorageUnavailable);
    await expect(reader.keyValues.save("a", "b")).rejects.toThrow(StorageUnavailable);
    expect(await reader.conversations.readTurns({ sessionId })).toHaveLength(1);
    expect(await storage.conversations.acceptTurn(nextTurn(sessionId))).toEqual({
      kind: "accepted",
      turn: 2,
    });
  });
});
