import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { allFaults, faultsNamed } from "../harness/faults/all-faults.ts";
import { startTwoNodes } from "../harness/installation.ts";
import type { Installation } from "../harness/installation.ts";
import { missingForOwnPostgres } from "../servers/own-postgres.ts";
import { runUnderFaults } from "../harness/run-under-faults.ts";
import { hasRedisProgram } from "../servers/redis.ts";
import { post } from "../support/visitor.ts";

/*
 * As with one node (nothing-lost.faults.test.ts), except that visitors use another node with every request. The test
 * has its own database and Redis, since it stops them.
 */

const missing =
  missingForOwnPostgres() ?? (hasRedisProgram() ? undefined : "there is no redis-server on this machine");

describe.skipIf(missing !== undefined)(
  `two nodes on PostgreSQL and Redis lose nothing${missing ? ` (${missing})` : ""}`,
  () => {
    let installation: Installation;

    beforeAll(async () => {
      installation = await startTwoNodes();
    });
    afterAll(() => installation[Symbol.asyncDispose]());

    /** Each of the faults in turn, this many times; the nodes are affected in turn. */
    async function under(names: readonly string[], { times = 1, holdMs = 500, restMs = 400 } = {}) {
      let turn = 0;
      const [one, other] = installation.nodes;
      if (!one || !other) throw new Error("there are two");
      const all = allFaults(installation, () => (turn++ % 2 === 0 ? one : other));
      const plan = Array.from({ length: times }, (_, round) =>
        // At another time within the turns each time.
        faultsNamed(all, ...names).map((fault) => ({ fault, holdMs, restMs: restMs + round * 135 })),
      ).flat();
      const report = await runUnderFaults({
        installation,
        plans: [plan],
        visitors: 6,
        patience: { pauseMs: 50, maxPauseMs: 500 },
      });
      expect(report.losses).toEqual([]);
      expect(report.replies).toBeGreaterThan(6);
      return report;
    }

    test("Promise 1: while they are killed in turn", async () => {
      await under(["kill -9"], { times: 2, holdMs: 300, restMs: 1_000 });
    });

    test("Promise 14: while they are restarted one after the other with open streams", async () => {
      await under(["rolling restart"], { restMs: 1_000 });
    });

    test("Promises 8 and 10: while every stream is cut and resumed on the other node, and every third message is sent to both", async () => {
      const { resumed, repeated } = await under(["visitors to a node: all connections reset"], {
        times: 20,
        holdMs: 0,
        restMs: 100,
      });
      expect(resumed).toBeGreaterThan(6);
      expect(repeated).toBeGreaterThan(6);
    });

    test("Promise 17: while Redis is killed and restarted empty, and while it is stalled", async () => {
      await under(["Redis"], { holdMs: 1_500 });
    });

    test("Promise 17: while PostgreSQL is stopped, and while it crashes", async () => {
      await under(["PostgreSQL"], { holdMs: 1_000, restMs: 1_000 });
    });

    test("Promise 17: while the network to Redis is late, slow, cut, half-closed, refused or stalled", async () => {
      await under(["service to Redis"]);
    });

    test("Promise 17: while the network to PostgreSQL is late, slow, cut, half-closed, refused or stalled, and while responses to commits are lost", async () => {
      await under(["service to PostgreSQL"], { restMs: 800 });
    });

    test("while the clock of one of them jumps forwards and back", async () => {
      await under(["clock jumps"], { times: 2 });
    });

    test("Promise 8: a repeated request to a node that cannot receive the running reply says so, and never that it is done", async () => {
      const [one, other] = installation.nodes;
      const { redis } = installation.shared ?? {};
      if (!one || !other || !redis) throw new Error("there are two, and Redis");
      const headers = { "Idempotency-Key": crypto.randomUUID() };
      const started = await post(one, "a question whose answer takes a while", { headers });
      const token = started.headers.get("X-Session-Token") ?? "";
      redis.stall();
      const repeated = await post(other, "a question whose answer takes a while", { headers });
      redis.goOn();

      expect(repeated.status).toBe(409);
      expect(repeated.headers.get("X-Session-Token")).toBe(token);
      expect(await repeated.json()).toMatchObject({ code: "resume_unavailable" });
      expect(await started.text()).toContain("event: done");
    });
  },
);
