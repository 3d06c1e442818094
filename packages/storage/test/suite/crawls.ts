import { describe, expect, test } from "vitest";
import type { PageRecord } from "../../src/index.ts";
import { newId, putAgent, type OpenStorage } from "./samples.ts";

/** Crawls: one holder at a time, gone on with after a stop, and what is known of their pages. */
export function crawlPromises(driver: string, open: OpenStorage): void {
  const asked = {
    agentId: "guide",
    run: "run-1",
    holder: "one",
    now: 1000,
    heldUntil: 2000,
    startedSince: 0,
  };
  const page = (address: string, values: Partial<PageRecord> = {}): PageRecord => ({
    agentId: "guide",
    address: `https://docs.example/${address}`,
    source: "url:https://docs.example/",
    run: "run-1",
    location: `https://docs.example/${address}`,
    hash: "abc",
    etag: '"1"',
    lastModified: null,
    links: ["https://docs.example/b"],
    ...values,
  });

  async function opened() {
    const storage = await open();
    await putAgent(storage);
    return storage;
  }

  describe(`${driver}: crawls`, () => {
    test("a crawl is held by one until its time is over, and then continues with another", async () => {
      await using storage = await opened();
      const { crawls } = storage;
      expect(await crawls.begin(asked)).toEqual({ run: "run-1", startedAt: 1000 });
      const other = { ...asked, run: "run-2", holder: "two", heldUntil: 4000 };
      expect(await crawls.begin({ ...other, now: 1999 })).toBeUndefined();
      expect(await crawls.hold({ agentId: "guide", holder: "one", heldUntil: 3000 })).toBe(true);
      expect(await crawls.begin({ ...other, now: 2999 })).toBeUndefined();
      expect(await crawls.begin({ ...other, now: 3000 })).toEqual({ run: "run-1", startedAt: 1000 });
      expect(await crawls.hold({ agentId: "guide", holder: "one", heldUntil: 9000 })).toBe(false);
    });

    test("of several that begin at once, one gets the crawl", async () => {
      await using storage = await opened();
      const holders = ["one", "two", "three", "four"];
      const taken = await Promise.all(holders.map((holder) => storage.crawls.begin({ ...asked, holder })));
      expect(taken.filter((crawl) => crawl !== undefined)).toHaveLength(1);
    });

    test("a released crawl can be taken at once, and one that is too old starts again", async () => {
      await using storage = await opened();
      const { crawls } = storage;
      await crawls.begin(asked);
      await crawls.release({ agentId: "guide", holder: "one" });
      const later = { ...asked, run: "run-2", now: 1500, startedSince: 1001 };
      expect(await crawls.begin(later)).toEqual({ run: "run-2", startedAt: 1500 });
    });

    test("an abandoned crawl stays unfinished, and the next one starts again", async () => {
      await using storage = await opened();
      const { crawls } = storage;
      await crawls.begin(asked);
      await crawls.abandon({ agentId: "guide", holder: "two" });
      expect((await crawls.states())[0]?.heldUntil).toBe(2000);
      await crawls.abandon({ agentId: "guide", holder: "one" });
      const open = { agentId: "guide", startedAt: 1000, finishedAt: null, heldUntil: 0 };
      expect(await crawls.states()).toEqual([open]);
      const next = { ...asked, run: "run-2", now: 1500 };
      expect(await crawls.begin(next)).toEqual({ run: "run-2", startedAt: 1500 });
    });

    test("a finished crawl forgets the pages it did not see, and the next one is new", async () => {
      await using storage = await opened();
      const { crawls } = storage;
      await crawls.begin(asked);
      const kept = page("kept", { links: ["https://docs.example/ü?a=1&b=2"] });
      await crawls.putPage(page("kept", { etag: null, run: "run-0" }));
      await crawls.putPage(kept);
      await crawls.putPage(page("gone", { run: "run-0" }));
      await crawls.finish({ agentId: "guide", holder: "one", run: "run-1", at: 5000 });

      expect(await crawls.findPage(kept)).toEqual(kept);
      expect(await crawls.findPage(page("gone"))).toBeUndefined();
      expect(await crawls.states()).toEqual([
        { agentId: "guide", startedAt: null, finishedAt: 5000, heldUntil: 0 },
      ]);
      const next = { ...asked, run: "run-2", now: 6000 };
      expect(await crawls.begin(next)).toEqual({ run: "run-2", startedAt: 6000 });
    });

    test("the pages of one source can be kept as they are, and the kept ones name their documents once", async () => {
      await using storage = await opened();
      const { crawls } = storage;
      await crawls.putPage(page("a", { run: "run-0" }));
      await crawls.putPage(page("a?again", { run: "run-0", location: page("a").location }));
      await crawls.putPage(page("empty", { run: "run-0", location: null }));
      await crawls.putPage(page("other", { run: "run-0", source: "sitemap:https://docs.example/s.xml" }));
      await crawls.keepPages({ agentId: "guide", source: "url:https://docs.example/", run: "run-1" });
      const kept = await crawls.keptLocations({ agentId: "guide", run: "run-1" });
      expect(kept).toEqual(["https://docs.example/a"]);
    });

    test("documents are deleted only in the name of the crawl's holder", async () => {
      await using storage = await opened();
      const { crawls, knowledge } = storage;
      const location = "https://docs.example/a";
      const document = { id: newId("doc"), agentId: "guide", source: "url:https://docs.example/", location };
      const read = { title: "A", url: location, fingerprint: "1", readAt: 0 };
      await knowledge.replaceDocument({ ...document, ...read }, []);
      await crawls.begin(asked);
      const place = { agentId: "guide", location };
      expect(await knowledge.deleteDocument({ ...place, holder: "two" })).toBe(false);
      expect(await knowledge.documents("guide")).toHaveLength(1);
      expect(await knowledge.deleteDocument({ ...place, holder: "one" })).toBe(true);
      expect(await knowledge.documents("guide")).toEqual([]);
    });

    test("deleting an agent removes its crawl and its pages", async () => {
      await using storage = await opened();
      await storage.crawls.begin(asked);
      await storage.crawls.putPage(page("a"));
      await storage.agents.delete("guide");
      expect(await storage.crawls.states()).toEqual([]);
      expect(await storage.crawls.findPage(page("a"))).toBeUndefined();
    });
  });
}
