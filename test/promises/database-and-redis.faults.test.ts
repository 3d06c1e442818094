import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import type { Storage } from "@servicechat/storage";
import { openPostgres } from "@servicechat/storage/postgres";
import { createKey } from "../support/create-key.ts";
import { handTurnOn } from "../support/hand-turn-on.ts";
import { missingForCluster, spawnCluster } from "../support/spawn-cluster.ts";
import type { Cluster } from "../support/spawn-cluster.ts";
import type { SpawnedService } from "../support/spawn-service.ts";
import { findTestPostgres, runSql } from "../support/test-servers.ts";
import { ask, hear, history, post, type HeardReply } from "../support/visitor.ts";

const missing = await missingForCluster();

/** For how long a node trusts what it knows about keys without a database, in milliseconds. */
const trustedMs = 5_000;
const recovery = { interval: 100 };

const never = new Promise<void>(() => undefined);

describe.skipIf(missing !== undefined)(
  `two nodes and what they share${missing ? ` (${missing})` : ""}`,
  () => {
    let two: Cluster;
    let storage: Storage;
    beforeAll(async () => {
      two = await spawnCluster();
      storage = await openPostgres({ url: two.databaseUrl });
    });
    afterAll(async () => {
      await storage.close();
      await two[Symbol.asyncDispose]();
    });

    beforeEach(() => two.model.answer(() => ["Hello."]));
    afterEach(() => {
      for (const network of [two.postgresNetwork, two.redisNetwork]) network.set({});
    });

    const both = <Answer>(look: (node: SpawnedService) => Promise<Answer>): Promise<Answer[]> =>
      Promise.all([two.a, two.b].map(look));
    const readiness = () => both(async ({ baseUrl }) => (await fetch(`${baseUrl}/readyz`)).status);

    /** Asks until it is answered: a connection may be broken without anybody knowing. Returns the chat's token. */
    async function askUntilAnswered(node: SpawnedService, text: string, token?: string): Promise<string> {
      const headers = { "Idempotency-Key": crypto.randomUUID() };
      const asking = () => ask(node, text, { headers, ...(token !== undefined && { token }) });
      let heard: HeardReply | undefined;
      await expect.poll(async () => (heard = await asking()).text, recovery).toBe("Hello.");
      return heard?.token ?? "";
    }

    /** Every request that needs the database, with its response. */
    async function askEverything(node: SpawnedService, token: string) {
      const headers = { "X-Session-Token": token };
      const requests: Record<string, () => Promise<Response>> = {
        post: () => post(node, "hello"),
        postInChat: () => post(node, "hello", { token }),
        history: () => node.fetch("/chat-bot/history", { headers }),
        stream: () => node.fetch("/chat-bot/stream", { headers }),
        stop: () => node.fetch("/chat-bot/stop", { method: "POST", headers }),
        readyz: () => fetch(`${node.baseUrl}/readyz`),
      };
      return Promise.all(
        Object.entries(requests).map(async ([name, request]) => ({ name, response: await request() })),
      );
    }

    test("Promise 2: a message is in the database before the headers are sent, and its commit waits for the disk whatever the database's own setting is", async () => {
      await runSql(
        two.databaseUrl,
        `create table seen (content text, setting text);
        create function see() returns trigger language plpgsql as $$ begin
          insert into seen values (new.content, current_setting('synchronous_commit'));
          return new;
        end $$;
        create trigger seeing after insert on messages for each row execute function see()`,
      );
      onTestFinished(() => reconnectWith("synchronous_commit = on"));
      await reconnectWith("synchronous_commit = off");
      two.model.answer(() => [{ until: never }]);

      for (const [node, text] of [
        [two.a, "first"],
        [two.b, "second"],
      ] as const) {
        // Resolves with the headers, whose body has not ended; again if its connection was broken.
        const statusOf = async () => {
          const { body, status } = await post(node, text);
          await body?.cancel();
          return status;
        };
        await expect.poll(statusOf, recovery).toBe(200);
        const seen = await runSql(two.databaseUrl, `select setting from seen where content = '${text}'`);
        expect(seen).toEqual([{ setting: "on" }]);
      }

      await runSql(two.databaseUrl, "drop function see cascade; drop table seen");
    });

    test.for([
      ["refused", () => (two.postgresNetwork.set({ refuse: true }), two.postgresNetwork.cut())],
      ["stalled", () => two.postgresNetwork.set({ stall: true })],
    ] as const)(
      "Promise 17: while the database is %s, both nodes answer 503 instead of waiting, and recover without a restart",
      async ([, goAway]) => {
        const token = await askUntilAnswered(two.a, "before");
        goAway();
        await pause(1_100); // cached keys have expired, so they are read again too
        for (const answers of await both((node) => askEverything(node, token))) {
          for (const { name, response } of answers) {
            expect([name, response.status]).toEqual([name, 503]);
            expect(response.headers.get("Retry-After")).toBe("5");
            expect(response.headers.get("Content-Type")).toBe("application/problem+json");
            expect(await response.json()).toMatchObject({ code: "storage_unavailable", retryable: true });
          }
        }

        two.postgresNetwork.set({});

        await expect.poll(readiness, recovery).toEqual([200, 200]);
        for (const node of [two.a, two.b]) await askUntilAnswered(node, "after", token);
        await expect
          .poll(async () => (await history(two.b, token)).map(({ content }) => content), recovery)
          .toEqual(["before", "after", "after"].flatMap((text) => [text, "Hello."]));
      },
    );

    test("Promise 16: with a read-only database, history and config still work, POST answers 503, and becoming writable is enough to recover", async () => {
      const token = await askUntilAnswered(two.a, "before");
      // As with a full disk: existing data can be read, and nothing can be added.
      onTestFinished(() => reconnectWith("default_transaction_read_only = off"));
      await reconnectWith("default_transaction_read_only = on");

      for (const node of [two.a, two.b]) {
        await expect.poll(async () => (await node.fetch("/chat-bot/config")).status, recovery).toBe(200);
        await expect
          .poll(async () => (await history(node, token)).map(({ content }) => content), recovery)
          .toEqual(["before", "Hello."]);
        const refused = await post(node, "lost", { token });
        expect(refused.status).toBe(503);
        expect(refused.headers.get("Retry-After")).toBe("5");
        expect(await refused.json()).toMatchObject({ code: "storage_unavailable", retryable: true });
      }

      await reconnectWith("default_transaction_read_only = off");
      await askUntilAnswered(two.b, "after", token);
      await expect
        .poll(
          async () => (await history(two.a, token)).map(({ content, status }) => [content, status]),
          recovery,
        )
        .toEqual(["before", "Hello.", "after", "Hello."].map((text) => [text, "complete"]));
    });

    test("Promise 16: without a database no node trusts what it knew about a key for longer than 5 seconds", async () => {
      const key = await createKey(storage, "acme");
      const headers = { Authorization: `Bearer ${key.key}` };
      const statuses = () => both(async (node) => (await node.fetch("/chat-bot/agent", { headers })).status);
      await expect.poll(statuses, recovery).toEqual([200, 200]);
      two.postgresNetwork.set({ refuse: true });
      two.postgresNetwork.cut();

      await storage.keys.revoke(key.id, Date.now());
      const revokedAt = performance.now();
      let lastTrusted = revokedAt;
      for (;;) {
        const askedAt = performance.now();
        if (!(await statuses()).includes(200)) break;
        lastTrusted = askedAt;
        await pause(50);
      }

      expect(lastTrusted - revokedAt).toBeLessThan(trustedMs);
      expect(await statuses()).toEqual([503, 503]);
      two.postgresNetwork.set({});
      await expect.poll(statuses, recovery).toEqual([401, 401]);
    });

    test("Promise 17: without Redis both nodes answer, report a reply that they cannot receive, and afterwards follow each other's replies again", async () => {
      const token = await askUntilAnswered(two.a, "before");
      await askUntilAnswered(two.b, "before", token);
      two.redisNetwork.set({ refuse: true });
      two.redisNetwork.cut();

      for (const node of [two.a, two.b]) {
        expect((await ask(node, "without", { token })).text).toBe("Hello.");
        expect((await node.fetch("/chat-bot/config")).status).toBe(200);
      }
      expect(await history(two.b, token)).toHaveLength(8);
      expect(await readiness()).toEqual([200, 200]);

      const ending = Promise.withResolvers<void>();
      two.model.answer(() => ["whole", { until: ending.promise }]);
      const running = await post(two.a, "alone", { token });
      const headers = { "X-Session-Token": token };
      const unheard = await two.b.fetch("/chat-bot/stream", { headers });
      expect(unheard.status).toBe(409);
      expect(await unheard.json()).toMatchObject({ code: "resume_unavailable" });
      ending.resolve();
      expect((await hear(running)).text).toBe("whole");

      two.redisNetwork.set({});
      await expect
        .poll(async () => {
          const more = Promise.withResolvers<void>();
          two.model.answer(() => ["first ", { until: more.promise }, "second"]);
          const posted = await post(two.a, "after", { token });
          const followed = await two.b.fetch("/chat-bot/stream", { headers });
          more.resolve();
          const [here, there] = await Promise.all([hear(posted), hear(followed)]);
          return there.text === here.text;
        }, recovery)
        .toBe(true);
    });

    test("Promise 17: a key's minute does not exceed its limit over both nodes, however many requests there are while Redis goes away and comes back", async () => {
      const limit = 20;
      const key = await createKey(storage, "acme", { rateLimit: limit });
      const flood = async (times: number) => {
        const answers = Array.from({ length: times }, async () => {
          const headers = { Authorization: `Bearer ${key.key}` };
          return (await two.next().fetch("/chat-bot/agent", { headers })).status;
        });
        return (await Promise.all(answers)).filter((status) => status === 200).length;
      };
      const began = performance.now();
      const before = await flood(6);
      // Then both know about these.
      await handTurnOn(two.model, two.a, two.b);
      await handTurnOn(two.model, two.b, two.a);
      two.redisNetwork.set({ refuse: true });
      two.redisNetwork.cut();
      const without = await flood(60);
      two.redisNetwork.set({});
      let after = 0;
      while (performance.now() - began < 3_000) after += await flood(20);

      // The share rule's own tests verify the exact share of each node.
      expect(before).toBe(6);
      expect(without).toBeGreaterThan(0);
      expect(before + without + after).toBeLessThanOrEqual(limit);
    });

    /** The nodes get new connections, with another setting of the database. */
    async function reconnectWith(setting: string): Promise<void> {
      const database = new URL(two.databaseUrl).pathname.slice(1);
      const { url = "" } = await findTestPostgres(); // this one can always write
      await runSql(url, `alter database "${database}" set ${setting}`);
      await runSql(
        url,
        `select pg_terminate_backend(pid, 2000) from pg_stat_activity where datname = '${database}'`,
      );
      await expect.poll(readiness, recovery).toEqual([200, 200]);
    }
  },
);
