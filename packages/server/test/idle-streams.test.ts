import { PassThrough } from "node:stream";
import { afterEach, expect, test, vi } from "vitest";
import { createMetrics } from "../src/telemetry/metrics.ts";
import type { FollowedFrom } from "../src/streams/followed-from.ts";
import { createIdleStreams } from "../src/streams/idle-streams.ts";

afterEach(() => vi.restoreAllMocks());

/** Streams of many chats, one each, and two of `ses_two`. Says what each reader heard. */
async function followMany(chats: number, holder: "agent" | "waiting" = "agent") {
  const queries: (readonly string[])[] = [];
  let queried = (): unknown => undefined;
  const idle = createIdleStreams({
    coordination: { replies: { find: () => undefined } },
    storage: {
      handoffs: {
        follow: async () => ({
          holding: { holder, operator: null, epoch: 0, since: null },
          position: { turn: 1, epoch: 0 },
          events: [],
          turns: [],
        }),
        async headsOf(ids: readonly string[]) {
          queries.push(ids);
          queried();
          return ids.map((sessionId) => ({ sessionId, tokenHash: "hash", turn: 1, epoch: 0, takenEpoch: 0 }));
        },
      },
    },
    metrics: createMetrics(),
    nowMs: () => 0,
  } as never);
  const sessions = ["ses_two", "ses_two", ...Array.from({ length: chats }, (_, index) => `ses_${index}`)];
  const readers = sessions.map((sessionId) => {
    const response = new PassThrough();
    let heard = "";
    response.on("data", (chunk: Buffer) => void (heard += chunk.toString()));
    const from = {
      sessionId,
      tokenHash: "hash",
      keyId: "shop1",
      origin: undefined,
      isSeen: false,
      createdAt: 0,
      position: { turn: 1, epoch: 0 },
      eventId: "evt_1",
    } satisfies FollowedFrom;
    void idle.follow({ request: { method: "GET", socket: {} }, response } as never, from);
    return { sessionId, response, heard: () => heard };
  });
  await expect.poll(() => readers.every(({ heard }) => heard().includes("event: holder"))).toBe(true);
  const onQuery = (hear: () => unknown) => void (queried = hear);
  return { idle, readers, queries, onQuery };
}

/** How many members of sets are looked at while something is done. */
function countVisited(act: () => void): number {
  let visited = 0;
  const list = (set: ReadonlySet<unknown>) => Array.from({ [Symbol.iterator]: () => set.values() });
  vi.spyOn(Set.prototype, Symbol.iterator).mockImplementation(function* (this: Set<unknown>) {
    for (const member of list(this)) {
      visited++;
      yield member;
    }
    return undefined;
  });
  vi.spyOn(Set.prototype, "forEach").mockImplementation(function (this: Set<unknown>, visit) {
    for (const member of this) visit(member, member, this);
  });
  act();
  const counted = visited;
  vi.restoreAllMocks();
  return counted;
}

test("an event of one chat looks at that chat's streams only, however many are open", async () => {
  const { idle, readers } = await followMany(100);

  expect(countVisited(() => idle.typing("ses_two", "Ada"))).toBe(2);
  expect(countVisited(() => idle.wake("ses_two"))).toBe(2);
  expect(countVisited(() => idle.cut({ sessionId: "ses_two", tokenHash: "hash" }, "session_erased"))).toBe(2);
  expect(countVisited(() => idle.typing("ses_unknown", "Ada"))).toBe(0);

  const typed = readers.filter(({ heard }) => heard().includes("event: typing"));
  expect(typed.map(({ sessionId }) => sessionId)).toEqual(["ses_two", "ses_two"]);
  idle.endAll();
});

test("a stream that has ended is forgotten, and the other of its chat hears on", async () => {
  const { idle, readers } = await followMany(1);
  const [left, staying] = readers;

  left?.response.destroy();
  await expect.poll(() => idle.count()).toBe(2);
  idle.typing("ses_two", "Ada");
  await expect.poll(() => staying?.heard()).toContain("event: typing");
  expect(left?.heard()).not.toContain("event: typing");

  staying?.response.destroy();
  await expect.poll(() => idle.count()).toBe(1);
  expect(countVisited(() => idle.wake("ses_two"))).toBe(0);
  idle.endAll();
});

/** The places that a reader was told, in order. */
const placesIn = (heard: string) =>
  [...heard.matchAll(/^event: queue\ndata: \{"before":(\d+)\}$/gm)].map(([, before]) => Number(before));

test("who waits is told the place when it changes, and who does not wait never", async () => {
  const { idle, readers } = await followMany(1, "waiting");
  idle.showPlaces(
    new Map([
      ["ses_two", 1],
      ["ses_0", 0],
    ]),
  );
  idle.showPlaces(new Map([["ses_two", 1]]));
  idle.showPlaces(new Map([["ses_two", 0]]));
  await expect.poll(() => readers.map(({ heard }) => placesIn(heard()))).toEqual([[1, 0], [1, 0], [0]]);
  expect(readers[0]?.heard()).not.toMatch(/event: queue\nid:/);
  idle.endAll();

  const others = await followMany(1);
  others.idle.showPlaces(new Map([["ses_two", 1]]));
  others.idle.typing("ses_two", "Ada");
  await expect.poll(() => others.readers[0]?.heard()).toContain("event: typing");
  expect(others.readers.flatMap(({ heard }) => placesIn(heard()))).toEqual([]);
  others.idle.endAll();
});

test("each who leaves a queue of 500 moves the ten behind at once, and the others after ten seconds", async () => {
  const { idle, readers } = await followMany(500, "waiting");
  const clock = vi.spyOn(performance, "now").mockReturnValue(0);
  const queue = readers.slice(2);
  const show = (left: number) =>
    idle.showPlaces(new Map(queue.slice(left).map(({ sessionId }, before) => [sessionId, before])));
  const countHeard = () => queue.reduce((sum, { heard }) => sum + placesIn(heard()).length, 0);
  const lastHeard = () => placesIn(queue.at(-1)?.heard() ?? "").at(-1);

  show(0);
  await expect.poll(lastHeard).toBe(499);
  expect(countHeard()).toBe(500);
  for (let left = 1; left <= 20; left++) show(left);
  idle.typing("ses_499", "Ada");
  await expect.poll(() => queue.at(-1)?.heard()).toContain("event: typing");
  expect(countHeard()).toBeLessThanOrEqual(500 + 20 * 10);
  expect(lastHeard()).toBe(499);

  clock.mockReturnValue(10_000);
  show(20);
  await expect.poll(lastHeard).toBe(479);
  expect(countHeard()).toBeLessThanOrEqual(500 + 20 * 10 + 480);
  idle.endAll();
});

/** Does something in each turn of the event loop, until the returned function is called. */
function betweenTurns(act: () => void): () => void {
  let isOver = false;
  const turn = () => {
    if (isOver) return;
    act();
    setImmediate(turn);
  };
  setImmediate(turn);
  return () => (isOver = true);
}

test("however many chats are followed, other work comes between the queries that compare them", async () => {
  const { idle, queries, onQuery } = await followMany(500);
  const order: string[] = [];
  const stop = betweenTurns(() => order.push("other"));
  onQuery(() => order.push("query"));

  await idle.poll();
  stop();

  expect(order.join(" ")).not.toContain("query query");
  expect(queries.flat().toSorted()).toEqual([...new Set(queries.flat())].toSorted());
  expect(queries.flat()).toHaveLength(501);
  expect(Math.max(...queries.map((ids) => ids.length))).toBeLessThanOrEqual(200);
  idle.endAll();
});
