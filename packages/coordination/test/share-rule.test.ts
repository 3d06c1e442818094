import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createShareRule } from "../src/redis/share-rule.ts";
import { createUnsentRequests } from "../src/redis/request-counter.ts";
import { maxInAWindow, playCluster } from "./cluster-model.ts";
import type { ModelOutage } from "./cluster-model.ts";

const windowMs = 60_000;

/** An outage that every node notices at once and that ends for all at once. */
const outage = (from: number, lengthMs: number, forgets = false): ModelOutage => ({
  at: from,
  lengthMs,
  forgets,
  countsUnheard: false,
  noticeMs: [],
  returnMs: [],
});

describe("Promise 17: the limit while Redis is away", () => {
  test("in no 60 seconds more than the limit are accepted over all nodes, whatever happens to Redis", async () => {
    await fc.assert(
      fc.asyncProperty(clusters, async (cluster) => {
        const { accepted } = await playCluster(cluster);
        expect(maxInAWindow(accepted)).toBeLessThanOrEqual(cluster.limit);
      }),
      { numRuns: 3_000 },
    );
  });

  test("nobody within the limit is refused as long as Redis is available", async () => {
    await fc.assert(
      fc.asyncProperty(clusters, async ({ requests, ...cluster }) => {
        const spaced = requests.map(({ node }, index) => ({
          at: Math.ceil((windowMs / cluster.limit) * index),
          node,
          times: 1,
        }));
        const { refused } = await playCluster({ ...cluster, requests: spaced, outages: [] });
        expect(refused).toEqual([]);
      }),
    );
  });

  test("a node that joined after one outage has its share in the next, even within the same minute", () => {
    const rule = createShareRule({ nowMs: () => 0, windowMs });
    rule.begin(1);
    rule.end();
    rule.begin(2);
    expect(rule.stand("k", 10)).toMatchObject({ accepted: true, left: 5 });
    // One that left meanwhile may have taken its share before.
    rule.end();
    rule.begin(1);
    expect(rule.stand("k", 10)).toMatchObject({ accepted: true, left: 5 });
  });

  test("a request that is announced late is counted for at least as long as one that was announced in time", () => {
    let now = windowMs;
    const rule = createShareRule({ nowMs: () => now, windowMs });
    rule.remember("k");
    rule.remember("k", windowMs - 1_000);
    now += 2_000;
    rule.begin(1);
    expect(rule.stand("k", 1)).toMatchObject({ accepted: false });
    now += windowMs - 2_000;
    expect(rule.stand("k", 1)).toMatchObject({ accepted: true });
  });

  test("each node accepts its share of what is left, even one that notices late", async () => {
    const { accepted } = await playCluster({
      nodes: 3,
      limit: 20,
      requests: [{ at: 0, node: 0, times: 5 }, ...[0, 1, 2].map((node) => ({ at: 2_000, node, times: 20 }))],
      outages: [{ ...outage(1_000, 100_000), noticeMs: [0, 5_000, 900] }],
    });
    // 5 are known to all: 15 are left, 5 for each.
    for (const node of [0, 1, 2])
      expect(accepted.filter((one) => one.at === 2_000 && one.node === node)).toHaveLength(5);
  });

  test("without earlier knowledge, a share is the limit divided by the number of nodes, and at least one", async () => {
    for (const [limit, share] of [
      [60, 20],
      [61, 20],
      [2, 1],
    ] as const) {
      const { accepted } = await playCluster({
        nodes: 3,
        limit,
        requests: [{ at: 70_000, node: 1, times: limit + 1 }],
        outages: [outage(1_000, 100_000)],
      });
      expect(accepted).toHaveLength(share);
    }
  });

  test("a minute after Redis is back the whole limit is available again, on any node", async () => {
    const { accepted } = await playCluster({
      nodes: 3,
      limit: 30,
      requests: [
        { at: 20_000, node: 2, times: 40 },
        { at: 90_000 + windowMs - 1, node: 2, times: 40 },
        { at: 90_000 + 3 * windowMs, node: 2, times: 40 },
      ],
      outages: [outage(10_000, 80_000)],
    });
    expect(accepted.map(({ at }) => at)).toEqual([
      ...Array.from({ length: 10 }, () => 20_000),
      ...Array.from({ length: 10 }, () => 90_000 + windowMs - 1),
      ...Array.from({ length: 30 }, () => 90_000 + 3 * windowMs),
    ]);
  });

  test("what one node accepted while Redis was back already counts for another, even a minute later", async () => {
    const back = 100_000;
    const { accepted } = await playCluster({
      nodes: 2,
      limit: 10,
      requests: [
        { at: back + 500, node: 1, times: 10 },
        { at: back + windowMs + 200, node: 0, times: 10 },
      ],
      outages: [{ ...outage(10_000, back - 10_000), returnMs: [0, 1_000] }],
    });
    // The second node is still cut off at first and takes its share; then the first is bound only by Redis.
    expect(accepted.map(({ node }) => node)).toEqual([1, 1, 1, 1, 1, 0, 0, 0, 0, 0]);
  });

  test("a second outage counts what was accepted since the first, even for a node whose minute is not over", async () => {
    const { accepted } = await playCluster({
      nodes: 2,
      limit: 2,
      requests: [
        { at: windowMs, node: 0, times: 2 },
        { at: windowMs + 1, node: 1, times: 1 },
      ],
      outages: [
        { ...outage(0, 0), returnMs: [0, 469] },
        { ...outage(windowMs + 1, 0), returnMs: [0, 1] },
      ],
    });
    expect(accepted.map(({ node }) => node)).toEqual([0, 0]);
  });

  test("a request that a node learns of only after the loss was accepted before it", () => {
    const rule = createShareRule({ nowMs: () => 0, windowMs });
    rule.begin(2);
    expect(rule.stand("k", 10)).toMatchObject({ accepted: true, left: 5 });
    rule.remember("k");
    rule.remember("k");
    expect(rule.stand("k", 10)).toMatchObject({ accepted: true, left: 4 });
  });

  test("a request that was accepted without Redis and taken back is not sent to it later", () => {
    const unsent = createUnsentRequests({ windowMs });
    for (const member of ["one", "other", "third"]) unsent.add("k", { member, time: 0 });
    unsent.remove("k", "other");
    unsent.remove("k", "never there");
    unsent.remove("elsewhere", "one");
    expect(unsent.takeAll(1).get("k")).toEqual([
      { member: "one", time: 0 },
      { member: "third", time: 0 },
    ]);
  });

  test("a refusal says when a request is accepted again, to the millisecond", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 1, max: 3 }),
        fc.array(fc.nat({ max: 30_000 }), { maxLength: 12 }),
        fc.array(fc.nat({ max: 20_000 }), { maxLength: 12 }),
        (limit, nodes, earlier, later) => {
          let now = 0;
          const rule = createShareRule({ nowMs: () => now, windowMs });
          for (const at of earlier.toSorted((one, other) => one - other)) {
            now = at;
            rule.remember("k");
          }
          now = 30_000;
          rule.begin(nodes);
          for (const pause of later) {
            now += pause;
            const standing = rule.stand("k", limit);
            if (standing.accepted) rule.take("k");
            else {
              expect(standing.left).toBe(0);
              now += standing.resetMs - 1;
              expect(rule.stand("k", limit).accepted).toBe(false);
              now += 1;
              expect(rule.stand("k", limit).accepted).toBe(true);
            }
          }
        },
      ),
    );
  });
});

const delays = fc.array(fc.integer({ min: 0, max: 1_250 }), { minLength: 4, maxLength: 4 });

const outages = fc
  .array(
    fc.record({
      pauseMs: fc.integer({ min: 0, max: 90_000 }),
      lengthMs: fc.oneof(fc.integer({ min: 0, max: 3_000 }), fc.integer({ min: 0, max: 150_000 })),
      forgets: fc.boolean(),
      countsUnheard: fc.boolean(),
      noticeMs: delays,
      returnMs: delays,
    }),
    { maxLength: 3 },
  )
  .map((list) => {
    let at = 0;
    return list.map(({ pauseMs, ...rest }): ModelOutage => {
      at += pauseMs;
      const made = { ...rest, at };
      at += rest.lengthMs;
      return made;
    });
  });

const clusters = fc
  .record({
    nodes: fc.integer({ min: 1, max: 4 }),
    limitPerNode: fc.integer({ min: 0, max: 9 }),
    requests: fc.array(
      fc.record({
        at: fc.integer({ min: 0, max: 300_000 }),
        node: fc.nat({ max: 3 }),
        times: fc.integer({ min: 1, max: 15 }),
      }),
      { minLength: 1, maxLength: 40 },
    ),
    outages,
  })
  .map(({ limitPerNode, ...rest }) => ({ ...rest, limit: rest.nodes + limitPerNode }));
