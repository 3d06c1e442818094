import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { allFaults, faultsNamed } from "../harness/faults/all-faults.ts";
import { startOneNode } from "../harness/installation.ts";
import type { Installation } from "../harness/installation.ts";
import { runUnderFaults } from "../harness/run-under-faults.ts";

/*
 * Visitors that remember everything write to a service in which one thing breaks after the other, and a checker
 * compares what they remember with what the service returns. Acknowledged messages are there once, in order; text
 * received in time is stored; nothing is foreign. `npm run soak` does the same for long, with all faults at random.
 */

describe("one node on SQLite loses nothing", () => {
  let installation: Installation;

  beforeAll(async () => {
    installation = await startOneNode();
  });
  afterAll(() => installation[Symbol.asyncDispose]());

  /** Each of the faults in turn, this many times. */
  async function under(names: readonly string[], { times = 1, holdMs = 500 } = {}) {
    const [node] = installation.nodes;
    if (!node) throw new Error("there is one");
    const faults = faultsNamed(
      allFaults(installation, () => node),
      ...names,
    );
    const plan = Array.from({ length: times }, (_, round) =>
      // At another time within the turns each time.
      faults.map((fault) => ({ fault, holdMs, restMs: 300 + round * 235 })),
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

  test("Promise 1: while it is killed repeatedly, at any time", async () => {
    await under(["kill -9"], { times: 4, holdMs: 100 });
  });

  test("Promise 14: while it is stopped cleanly under load", async () => {
    await under(["SIGTERM"], { times: 2, holdMs: 100 });
  });

  test("Promise 16: while its disk is full", async () => {
    await under(["full disk"], { times: 2, holdMs: 1_500 });
  });

  test("while its clock jumps forwards and back", async () => {
    await under(["clock jumps"], { times: 2 });
  });

  test("Promise 15: while the network to the model is late, slow, cut, half-closed, refused or stalled", async () => {
    await under(["service to model"], { holdMs: 700 });
  });

  test("Promises 8 and 13: while the network to its visitors is late, slow, cut, half-closed, refused or stalled", async () => {
    const { resumed } = await under(["visitors to a node"], { holdMs: 700 });
    expect(resumed).toBeGreaterThan(0);
  });

  test("Promise 22: while a thousand connections never complete their requests, which hardly delays others", async () => {
    const [node] = installation.nodes;
    if (!node) throw new Error("there is one");
    const before = await usualWait(node);
    const [fault] = faultsNamed(
      allFaults(installation, () => node),
      "1,000 slow",
    );
    const heal = await fault?.inject();
    const meanwhile = await usualWait(node);
    await heal?.();
    expect(meanwhile - before).toBeLessThan(100);

    await under(["1,000 slow"], { holdMs: 1_500 });
  });
});

/** The response time within which a quarter of the requests are answered, in milliseconds: a busy machine delays others. */
async function usualWait({ fetch }: Pick<Installation["nodes"][number], "fetch">): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 21; round++) {
    const askedAt = performance.now();
    await (await fetch("/chat-bot/agent")).text();
    times.push(performance.now() - askedAt);
  }
  return times.toSorted((one, other) => one - other)[5] ?? 0;
}
