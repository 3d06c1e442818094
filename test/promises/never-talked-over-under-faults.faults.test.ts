import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { allFaults, faultsNamed } from "../harness/faults/all-faults.ts";
import { talkUnderFaults } from "../harness/handoff/run-handoff.ts";
import { startHandoff } from "../harness/handoff/start-handoff.ts";
import type { HandoffInstallation } from "../harness/handoff/start-handoff.ts";
import { missingForOwnPostgres } from "../servers/own-postgres.ts";
import { hasRedisProgram } from "../servers/redis.ts";

/*
 * Visitors write, and people take their chats, write in them and give them back, over two nodes while all their
 * dependencies break. What both sides remember is compared with what every reader received and with the database.
 */

const missing =
  missingForOwnPostgres() ?? (hasRedisProgram() ? undefined : "there is no redis-server on this machine");

describe.skipIf(missing !== undefined)(
  `on two nodes nobody is talked over, and no message of either side is lost${missing ? ` (${missing})` : ""}`,
  { timeout: 240_000 },
  () => {
    let started: HandoffInstallation;
    beforeAll(async () => {
      started = await startHandoff(2);
    });
    afterAll(() => started[Symbol.asyncDispose]());

    test.each([
      ["while nodes are killed in turn", ["kill -9", "kill -9"], 600],
      ["while Redis is killed, started empty and stalled", ["Redis"], 1_500],
      ["while PostgreSQL is stopped and crashes", ["PostgreSQL"], 1_000],
      [
        "while connections of both sides are reset, cut and lose their answers",
        [
          "visitors to a node: all connections reset",
          "visitors to a node: cut",
          "visitors to a node: answers",
        ],
        700,
      ],
    ])("%s", async (_, names, holdMs) => {
      let turn = 0;
      const [one, other] = started.installation.nodes;
      if (!one || !other) throw new Error("there are two");
      const all = allFaults(started.installation, () => (turn++ % 2 === 0 ? one : other));
      const report = await talkUnderFaults({
        ...started,
        plans: [faultsNamed(all, ...names).map((fault) => ({ fault, holdMs, restMs: 1_200 }))],
        visitors: 5,
        seed: names.join().length,
        patience: { pauseMs: 50, maxPauseMs: 500 },
      });
      expect(report.losses).toEqual([]);
      expect(report.taken).toBeGreaterThanOrEqual(10);
      expect(report.said.people).toBeGreaterThan(10);
    });
  },
);
