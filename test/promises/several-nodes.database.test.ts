import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { answering, answerTo } from "../harness/scripted-answers.ts";
import { runSql } from "../servers/run-sql.ts";
import { missingForCluster, spawnCluster } from "../support/spawn-cluster.ts";
import type { Cluster } from "../support/spawn-cluster.ts";
import { ask, hear, history, post } from "../support/visitor.ts";

const missing = await missingForCluster();

describe.skipIf(missing !== undefined)(
  `two nodes on PostgreSQL and Redis${missing ? ` (${missing})` : ""}`,
  () => {
    let two: Cluster;
    beforeAll(async () => {
      two = await spawnCluster();
    });
    afterAll(() => two[Symbol.asyncDispose]());

    /** Starts a reply on the first node, and follows it on the second. */
    async function begin(text: string) {
      const here = await post(two.a, text);
      const token = here.headers.get("X-Session-Token") ?? "";
      const there = await two.b.fetch("/chat-bot/stream", { headers: { "X-Session-Token": token } });
      return { here, there, token };
    }

    test("Promise 8: a reply that runs on one node is followed on the other to its end, byte for byte", async () => {
      two.model.answer(answering({ pauseMs: 40 }));
      const { here, there, token } = await begin("here");

      const [told, followed] = await Promise.all([here.text(), there.text()]);

      expect(followed).toBe(told);
      expect(told).toMatch(/event: done\n.*\n.*\n\n$/);
      expect((await history(two.b, token)).map(({ content }) => content)).toEqual(["here", answerTo("here")]);
    });

    test("Promises 8 and 14: a reply is followed on the other node to its end, byte for byte, when its own is stopped cleanly halfway", async () => {
      two.model.answer(answering({ pauseMs: 80 }));
      const { here, there, token } = await begin("half");
      const halfWay = Promise.withResolvers<void>();
      let heard = "";
      const following = (async () => {
        const decoder = new TextDecoder();
        for await (const chunk of there.body ?? []) {
          heard += decoder.decode(chunk as Uint8Array, { stream: true });
          if (heard.includes("half#9")) halfWay.resolve();
        }
      })();
      const told = here.text();
      await halfWay.promise;
      expect(heard).not.toContain("event: done");

      const { code } = await two.a.end("SIGTERM");

      await following;
      expect(code).toBe(0);
      expect(heard).toBe(await told);
      expect((await history(two.b, token))[1]).toMatchObject({
        content: answerTo("half"),
        status: "complete",
      });
      await two.a.start();
    });

    test("Promise 8: a visitor who resumes on the other node from the newest event gets what follows, even if that node is busy catching up", async () => {
      two.model.answer(answering({ pauseMs: 30 }));
      const others = await Promise.all(Array.from({ length: 6 }, (_, index) => begin(`other ${index}`)));
      const { here, there, token } = await begin("newest");
      const whole = there.text();
      const resumed: Promise<Response>[] = [];
      await hear(here, ({ id, event }) => {
        if (event !== "text") return;
        const headers = { "X-Session-Token": token, "Last-Event-ID": id };
        resumed.push(two.b.fetch("/chat-bot/stream", { headers }));
      });

      const told = await whole;
      for (const response of await Promise.all(resumed)) {
        // The last ones may arrive when the reply is over.
        expect([200, 204]).toContain(response.status);
        expect(told.endsWith(await response.text())).toBe(true);
      }
      for (const other of others) await Promise.all([other.here.text(), other.there.text()]);
    });

    test("Promise 10: twenty equal requests at once, over both nodes, are one message and one reply", async () => {
      two.model.answer(answering({ pauseMs: 20 }));
      const asked = two.model.asked.length;
      const headers = { "Idempotency-Key": crypto.randomUUID() };

      const replies = await Promise.all(
        Array.from({ length: 20 }, () => ask(two.next(), "once", { headers })),
      );

      expect(new Set(replies.map(({ token }) => token)).size).toBe(1);
      expect(new Set(replies.map(({ text }) => text))).toEqual(new Set([answerTo("once")]));
      const replayed = replies.filter(({ response }) => response.headers.has("Idempotency-Replayed"));
      expect(replayed).toHaveLength(19);
      expect(two.model.asked).toHaveLength(asked + 1);
      expect(await history(two.a, replies[0]?.token ?? "")).toHaveLength(2);
    });

    test("Promise 11: turns of one session on two nodes are answered in order", async () => {
      two.model.answer(answering({ pauseMs: 20 }));
      const { token } = await ask(two.a, "one");
      await Promise.all([ask(two.a, "two", { token }), ask(two.b, "three", { token })]);

      const roles = (await history(two.b, token)).map(({ role }) => role);
      expect(roles).toEqual(["user", "assistant", "user", "assistant", "user", "assistant"]);
    });

    test("Promise 1: a killed node's replies are ended by the other, which tells those who follow them", async () => {
      two.model.answer(answering({ pauseMs: 2_000 }));
      const { here, there, token } = await begin("lost");
      const told = hear(here).catch(() => undefined);
      const followed = hear(there);
      await two.a.end("SIGKILL");
      await told;

      expect((await followed).events.at(-1)).toMatchObject({ event: "error", data: { retryable: true } });
      expect((await history(two.b, token))[1]?.status).toBe("incomplete");
      await two.a.start();
    });

    test("Promise 1: a reader of a reply whose node is killed between its end and its last event is disconnected, and finds it complete", async () => {
      const never = new Promise<void>(() => undefined);
      two.model.answer(() => ["All ", "of it.", { until: never }]);
      const headers = { "Idempotency-Key": crypto.randomUUID() };
      const here = await post(two.a, "ends", { headers });
      const token = here.headers.get("X-Session-Token") ?? "";
      const there = await two.b.fetch("/chat-bot/stream", { headers: { "X-Session-Token": token } });
      const repeated = await post(two.b, "ends", { headers });
      let replyId = "";
      const told = hear(here, ({ id }) => void (replyId = id.split(".")[0] ?? "")).catch(() => undefined);
      const followed = Promise.allSettled([hear(there), hear(repeated)]);
      await expect.poll(async () => (await history(two.b, token))[1]?.content).toBe("All of it.");

      // As if the node had just committed the end, and had not announced it yet.
      await runSql(two.databaseUrl, `update replies set status = 'complete' where id = '${replyId}'`);
      await two.a.end("SIGKILL");
      await told;

      expect((await followed).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
      expect((await two.b.fetch("/chat-bot/stream", { headers: { "X-Session-Token": token } })).status).toBe(
        204,
      );
      const again = await ask(two.b, "ends", { headers });
      expect(again.text).toBe("All of it.");
      expect(again.events.at(-1)?.event).toBe("done");
      await two.a.start();
    });
  },
);
