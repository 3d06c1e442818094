import { expect, test } from "vitest";
import type { AgentRecord, CrawlState } from "@servicechat/storage";
import { createSourceSync, type SourceSyncDependencies, type SyncReport } from "../src/index.ts";
import { openKnowledge } from "./open-knowledge.ts";

const hourMs = 3_600_000;
const quiet: SyncReport = {
  read: 0,
  unchanged: 1,
  removed: 0,
  passages: 0,
  wordings: 0,
  notes: [],
  faults: [],
  pages: [],
};

interface Given {
  readonly resyncHours?: number;
  readonly state?: Partial<CrawlState>;
  readonly sync?: (agentId: string) => Promise<SyncReport>;
  readonly web?: boolean;
  /** Agents beside `shop`, listed before it and in the same state; of an `odd` one nothing can be made out. */
  readonly others?: readonly string[];
}

/** Lets it look once at the time `now`, and tells what it did. */
async function lookAt(now: number, { resyncHours = 24, state, sync, web = true, others = [] }: Given) {
  await using known = await openKnowledge();
  const agent = known.agent(
    web ? [{ url: "https://acme.example/", depth: 0, maxPages: 1 }] : [{ files: "*.md" }],
  );
  const { definition } = agent;
  const record: AgentRecord = {
    ...agent,
    definition: { ...definition, knowledge: { ...definition.knowledge, resyncHours } },
  };
  const odd = { ...definition, knowledge: {} } as unknown as AgentRecord["definition"];
  const records = others.map((id) => ({ ...record, id, ...(id === "odd" && { definition: odd }) }));
  const stop = new AbortController();
  const did: string[] = [];
  const pauses: number[] = [];
  const dependencies: SourceSyncDependencies = {
    agents: {
      list: () => Promise.resolve([...records, record]),
    } as unknown as SourceSyncDependencies["agents"],
    crawls: {
      states: () =>
        Promise.resolve(
          [...others, "shop"].flatMap((agentId) =>
            state ? [{ agentId, startedAt: null, finishedAt: null, heldUntil: 0, ...state }] : [],
          ),
        ),
    } as unknown as SourceSyncDependencies["crawls"],
    knowledge: {
      sync: ({ id }, options) => {
        did.push(`sync ${options?.only}`);
        return sync?.(id) ?? Promise.resolve(quiet);
      },
    },
    clock: { wallMs: () => now },
    log: { info: (_, text) => did.push(text), warn: (_, text) => did.push(`warn: ${text}`) },
  };
  const round = createSourceSync(dependencies);
  const work = new Set<Promise<unknown>>();
  for (let rounds = 0; rounds < 2; rounds++)
    pauses.push(await round(stop.signal, (begun) => void work.add(begun)));
  // Work may begin other work.
  for (const begun of work) await begun;
  return { did, pauses };
}

const again = ["sync web", "web sources were read again"];

test("web sources are read again once their hours are over, and not before", async () => {
  const state = { finishedAt: 1000 };
  expect((await lookAt(1000 + 24 * hourMs - 1, { state })).did).toEqual([]);
  expect((await lookAt(1000 + 24 * hourMs, { state })).did).toEqual(again);
  expect((await lookAt(1000 + 2 * hourMs, { state, resyncHours: 2 })).did).toEqual(again);
});

test("0 hours mean never, and files are left alone", async () => {
  const state = { finishedAt: 0 };
  expect((await lookAt(9000 * hourMs, { state, resyncHours: 0 })).did).toEqual([]);
  expect((await lookAt(9000 * hourMs, { state, web: false })).did).toEqual([]);
});

test("the first sync is left to the one who applies the agent, and a running sync is left alone", async () => {
  expect((await lookAt(9000 * hourMs, {})).did).toEqual([]);
  const held = { startedAt: 1000, finishedAt: 0, heldUntil: 9001 * hourMs };
  expect((await lookAt(9000 * hourMs, { state: held })).did).toEqual([]);
});

test("an interrupted sync continues", async () => {
  expect((await lookAt(2000, { state: { startedAt: 1000 } })).did).toEqual(again);
});

test("faults are logged, and a failure ends nothing", async () => {
  const state = { finishedAt: 0 };
  const faults = [{ location: "https://acme.example/", reason: "The answer is 503." }];
  const failed = await lookAt(25 * hourMs, { state, sync: () => Promise.resolve({ ...quiet, faults }) });
  expect(failed.did).toEqual([...again, "warn: some of the web sources could not be read"]);
  const broken = await lookAt(25 * hourMs, { state, sync: () => Promise.reject(new Error("no disk")) });
  expect(broken.did).toEqual(["sync web", "warn: web sources could not be read again"]);
  expect(broken.pauses).toHaveLength(2);
});

test("one agent's long reading holds up no other, and each of many has its turn", async () => {
  const long = Promise.withResolvers<SyncReport>();
  const read: string[] = [];
  const sync = (agentId: string) => {
    read.push(agentId);
    if (agentId !== "a") return Promise.resolve(quiet);
    return long.promise;
  };
  const others = ["a", "b", "c", "d", "e", "f"];
  const looking = lookAt(25 * hourMs, { state: { finishedAt: 0 }, sync, others });
  await expect.poll(() => read).toContain("shop");
  long.resolve(quiet);
  await looking;
  expect(read).toEqual([...others, "shop"]);
});

test("an agent of which nothing can be made out leaves the others their turn", async () => {
  const { did } = await lookAt(25 * hourMs, { state: { finishedAt: 0 }, others: ["odd"] });
  const warning = "warn: the agent's web sources cannot be determined";
  expect(did).toEqual([warning, ...again, warning]);
});
