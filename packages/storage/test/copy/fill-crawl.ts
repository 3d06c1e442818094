import type { Storage } from "../../src/index.ts";

/** A crawl that was broken off after its first page, in a reading that could not read another one. */
export async function fillCrawl({ crawls, syncs }: Pick<Storage, "crawls" | "syncs">): Promise<void> {
  const crawl = { agentId: "guide", run: "run-1", holder: "here", now: 1000 };
  await crawls.begin({ ...crawl, heldUntil: 2000, startedSince: 0 });
  await crawls.putPage({
    agentId: "guide",
    address: "https://docs.example/a",
    source: "url:https://docs.example/",
    run: "run-1",
    location: "https://docs.example/a",
    hash: "abc",
    etag: '"1"',
    lastModified: null,
    links: ["https://docs.example/b"],
  });
  const held = { agentId: "guide", holder: "here" };
  await syncs.begin({ ...held, now: 1000, heldUntil: 2000 });
  await syncs.putFailure({
    agentId: "guide",
    location: "https://docs.example/c",
    source: "url:https://docs.example/",
    reason: "Not found.",
  });
}
