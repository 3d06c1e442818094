import { setImmediate } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { pageOf } from "../../../test/support/start-site.ts";
import { leaseCrawl, SourcesChanged } from "../src/sync/crawl-lease.ts";
import { openCrawl, reasons, shop } from "./open-crawl.ts";
import { openKnowledge } from "./open-knowledge.ts";

describe("a second sync", () => {
  test("fetches nothing that did not change, and writes nothing", async () => {
    await using shopping = await openCrawl(shop);
    await shopping.sync(shopping.url());
    shopping.site.paths();
    shopping.known.writes.length = 0;
    const report = await shopping.sync(shopping.url());
    expect(report).toMatchObject({ read: 0, unchanged: 5, removed: 0, passages: 0, faults: [] });
    expect(shopping.site.paths()).toEqual([
      "/ 304",
      "/tents 304",
      "/stoves 304",
      "/deep/one 304",
      "/deep/two 304",
    ]);
    expect(shopping.known.writes).toEqual([]);
  });

  test("reads again what changed, forgets what is gone, and finds what is new", async () => {
    await using shopping = await openCrawl(shop);
    const { site } = shopping;
    await shopping.sync(shopping.url());
    site.pages["/"] = pageOf("Shop", "Welcome to the shop.", "/tents", "/stoves", "/new");
    site.pages["/new"] = pageOf("New", "Lamps are new.");
    site.pages["/stoves"] = { status: 410 };
    shopping.known.writes.length = 0;
    const report = await shopping.sync(shopping.url());
    expect(report).toMatchObject({ read: 2, unchanged: 3, removed: 1, faults: [] });
    expect(report.pages).toContainEqual({
      address: `${site.origin}/stoves`,
      outcome: "removed",
      reason: "Not found: the server answered 410.",
    });
    expect(shopping.known.writes.map((write) => write.replace(site.origin, ""))).toEqual([
      "replace /",
      "replace /new",
      "delete /stoves",
    ]);
  });

  test("uses dates if there is no ETag, and splits nothing again if there is neither", async () => {
    const modified = "Sat, 01 Aug 2026 10:00:00 GMT";
    const body = pageOf("Dated", "Dated words.");
    await using shopping = await openCrawl({
      "/": { body: pageOf("Shop", "Welcome.", "/dated"), headers: { etag: "" } },
      "/dated": { body, headers: { etag: "", "last-modified": modified } },
    });
    await shopping.sync(shopping.url());
    shopping.known.writes.length = 0;
    const report = await shopping.sync(shopping.url());
    expect(report).toMatchObject({ read: 0, unchanged: 2 });
    expect(shopping.known.writes).toEqual([]);
    expect(shopping.site.asked.at(-1)?.headers["if-modified-since"]).toBe(modified);
  });

  test("keeps what was known of pages that fail for now, and finds what they led to", async () => {
    await using shopping = await openCrawl(shop);
    const { site } = shopping;
    await shopping.sync(shopping.url());
    site.pages["/"] = { status: 503 };
    site.pages["/tents"] = { answer: (response) => response.destroy() };
    const report = await shopping.sync(shopping.url());
    expect(reasons(report)).toEqual({
      "/": "The server answered 503.",
      "/tents": expect.stringMatching(/^It cannot be reached: /) as string,
    });
    expect(report).toMatchObject({ unchanged: 3, removed: 0 });
    expect(await shopping.locations()).toHaveLength(5);
    expect(await shopping.texts("green")).toHaveLength(1);
  });

  test("gives up on a host that is down, and keeps all that was known", async () => {
    const many = Array.from({ length: 9 }, (_, index) => `/p${index}`);
    const pages = Object.fromEntries(many.map((path) => [path, pageOf(path, `Words of ${path}.`)]));
    await using shopping = await openCrawl({ "/": pageOf("Shop", "Welcome.", ...many), ...pages });
    const { site } = shopping;
    await shopping.sync(shopping.url());
    for (const path of Object.keys(site.pages)) site.pages[path] = { status: 500 };
    delete site.pages["/robots.txt"];
    site.paths();
    const report = await shopping.sync(shopping.url());
    expect(site.paths()).toHaveLength(5);
    expect(report).toMatchObject({ removed: 0 });
    expect(report.faults[0]?.reason).toBe(
      "5 pages in a row failed. What was already known from this source is kept.",
    );
    expect(await shopping.locations()).toHaveLength(10);
  });

  test("does not give up on a host that answers in between", async () => {
    const many = Array.from({ length: 8 }, (_, index) => `/p${index}`);
    const pages = Object.fromEntries(many.map((path) => [path, { status: 500 }]));
    await using shopping = await openCrawl({
      "/": pageOf("Shop", "Welcome.", ...many),
      ...pages,
      "/p4": pageOf("Four", "Here again."),
    });
    const report = await shopping.sync(shopping.url());
    expect(report).toMatchObject({ read: 2 });
    expect(shopping.site.paths()).toHaveLength(9);
  });

  test("reads again what is no longer stored, also where the site says that nothing has changed", async () => {
    await using shopping = await openCrawl(shop);
    const { site, known } = shopping;
    await shopping.sync(shopping.url());
    await known.store.deleteDocument({ agentId: "shop", location: `${site.origin}/stoves` });
    expect(await shopping.sync(shopping.url())).toMatchObject({ read: 1, unchanged: 4 });
    expect(await shopping.texts("alcohol")).toHaveLength(1);
  });

  test("leaves a page that fails for now its place, also where another one says that it is the same", async () => {
    const copy = (text: string) =>
      `<!doctype html><title>Copy</title><link rel="canonical" href="/tents"><main><h1>Copy</h1><p>${text}</p></main>`;
    await using shopping = await openCrawl({
      "/": pageOf("Shop", "Welcome.", "/tents", "/copy"),
      "/tents": pageOf("Tents", "Tents are green."),
      "/copy": copy("Tents are green, too."),
    });
    const { site } = shopping;
    await shopping.sync(shopping.url());
    site.pages["/tents"] = { status: 503 };
    site.pages["/copy"] = copy("Tents are blue.");
    await shopping.sync(shopping.url());
    expect(await shopping.texts("tents")).toEqual(["Tents are green. (/tents)"]);
  });

  test("forgets the pages of a source that the agent no longer has", async () => {
    await using shopping = await openCrawl(shop);
    await shopping.sync(shopping.url());
    expect(await shopping.sync()).toMatchObject({ removed: 5, faults: [] });
    expect(await shopping.locations()).toEqual([]);
  });
});

test("a page that one source leaves out is read for another with the same address, and once", async () => {
  await using shopping = await openCrawl(shop);
  const sources = [shopping.url({ include: ["/tents"], depth: 1 }), shopping.url({ depth: 0 })];
  expect(await shopping.sync(...sources)).toMatchObject({ read: 2, faults: [] });
  expect(await shopping.locations()).toEqual(["/", "/tents"]);
  shopping.known.writes.length = 0;
  expect(await shopping.sync(...sources)).toMatchObject({ read: 0, removed: 0, faults: [] });
  expect(shopping.known.writes).toEqual([]);
  expect(await shopping.locations()).toEqual(["/", "/tents"]);
});

describe("a sync that was broken off", () => {
  test("continues where it was", async () => {
    await using shopping = await openCrawl(shop);
    const { known, site } = shopping;
    const stop = new AbortController();
    const agent = known.agent([shopping.url()]);
    const onStep = ({ done }: { done: number }) => done === 2 && stop.abort(new Error("enough"));
    await expect(known.knowledge.sync(agent, { onStep, signal: stop.signal })).rejects.toThrow("enough");
    expect(site.paths()).toEqual(["/", "/tents"]);

    const report = await known.knowledge.sync(agent);
    expect(site.paths()).toEqual(["/stoves", "/deep/one", "/deep/two"]);
    expect(report).toMatchObject({ read: 3, unchanged: 2, removed: 0, faults: [] });

    await known.knowledge.sync(agent);
    expect(site.paths()).toHaveLength(5);
  });

  test("forgets nothing that it did not come to", async () => {
    await using shopping = await openCrawl(shop);
    const agent = shopping.known.agent([shopping.url()]);
    await shopping.known.knowledge.sync(agent);
    const stop = new AbortController();
    const aborted = { onStep: () => stop.abort(new Error("enough")), signal: stop.signal };
    await expect(shopping.known.knowledge.sync(agent, aborted)).rejects.toThrow("enough");
    expect(await shopping.locations()).toHaveLength(5);
  });
});

test("a suspended sync forgets nothing after another one has finished and started again", async () => {
  await using shopping = await openCrawl(shop);
  const { known, site, url } = shopping;
  const agent = known.agent([url()]);
  await known.knowledge.sync(agent);
  const { crawls } = known;
  const other = { agentId: "shop", holder: "other" };
  const takeOver = async () => {
    const taken = await crawls.begin({ ...other, run: "", now: 90_000, heldUntil: 99_000, startedSince: 0 });
    await crawls.finish({ ...other, run: taken?.run ?? "", at: 90_000 });
    const next = { ...other, run: "next", now: 90_000, heldUntil: 99_000, startedSince: 0 };
    await crawls.begin(next);
    await crawls.keepPages({ agentId: "shop", source: `url:${site.origin}/`, run: "next" });
  };
  site.pages["/deep/two"] = {
    answer: (response) => void takeOver().then(() => response.writeHead(304).end()),
  };
  await expect(known.knowledge.sync(agent)).rejects.toThrow("Another sync has taken over");
  expect(await shopping.locations()).toHaveLength(5);
});

test("sources that change during a sync are read again, and nothing is finished or removed before", async () => {
  await using shopping = await openCrawl(shop);
  const { known, site, url } = shopping;
  await known.knowledge.sync(known.agent([url()]));
  const changed = known.agent([url({ exclude: ["/deep"] })]);
  site.pages["/stoves"] = {
    answer: (response) => void known.putAgent(changed, 5).then(() => response.writeHead(404).end()),
  };
  const report = await known.knowledge.sync(known.agent([url()]));
  expect(report.faults.at(-1)?.reason).toContain("The agent's web sources changed");
  expect(await shopping.locations()).toHaveLength(5);
  const state = { agentId: "shop", startedAt: 1000, finishedAt: 1000, heldUntil: 0 };
  expect(await known.crawls.states()).toEqual([state]);

  site.pages["/stoves"] = shop["/stoves"];
  await known.knowledge.sync({ ...changed, updatedAt: 5 });
  expect(await shopping.locations()).toEqual(["/", "/stoves", "/tents"]);
});

test("a sync notices changed sources while it is still reading", async () => {
  await using known = await openKnowledge();
  const { crawls, agents } = known;
  const agent = known.agent([{ url: "https://acme.example/", depth: 0, maxPages: 1 }]);
  await known.putAgent(known.agent([{ url: "https://other.example/", depth: 0, maxPages: 1 }]), 5);
  const clock = { wallMs: () => 1000 };
  const parts = { crawls, agents, clock, randomUuid: () => "one", wait: () => setImmediate() };
  await using held = await leaseCrawl(parts, { agent, patient: false, signal: undefined });
  await expect.poll(() => held?.signal.reason).toBeInstanceOf(SourcesChanged);
});

test.for([
  ["goes on for a day", 86_400_000, "begun"],
  ["begins anew after that, since what it saw is old", 86_400_001, "new"],
] as const)("a crawl that was broken off %s", async ([, ms, run]) => {
  await using known = await openKnowledge();
  const { crawls, agents } = known;
  const agent = known.agent([{ url: "https://acme.example/", depth: 0, maxPages: 1 }]);
  const first = { agentId: "shop", holder: "first" };
  await crawls.begin({ ...first, run: "begun", now: 1000, heldUntil: 1000, startedSince: 0 });
  await crawls.release(first);
  const clock = { wallMs: () => 1000 + ms };
  const wait = (_ms: number, signal?: AbortSignal) =>
    new Promise<void>((resolve) => signal?.addEventListener("abort", () => resolve()));
  const parts = { crawls, agents, clock, randomUuid: () => "new", wait };
  await using held = await leaseCrawl(parts, { agent, patient: false, signal: undefined });
  expect(held?.run).toBe(run);
});

test("of two syncs at once, one reads the pages and the other says so", async () => {
  await using shopping = await openCrawl(shop);
  const agent = shopping.known.agent([shopping.url()]);
  const reports = await Promise.all([
    shopping.known.knowledge.sync(agent, { only: "web" }),
    shopping.known.knowledge.sync(agent, { only: "web" }),
  ]);
  expect(reports.map(({ read }) => read).toSorted((one, other) => one - other)).toEqual([0, 5]);
  expect(reports.flatMap(({ faults }) => faults)).toEqual([
    expect.objectContaining({ reason: expect.stringMatching(/^Another sync is reading/) as string }),
  ]);
  expect(shopping.site.paths()).toHaveLength(5);
});
