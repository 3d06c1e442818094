import { publicAddress } from "../extract/public-address.ts";
import { ReadingError } from "../extract/reading-error.ts";
import type { PageReport, SyncFailure, SyncNote } from "../knowledge.ts";
import { nameOfSource } from "./crawl.ts";
import type { Crawl, SourceCrawl, PageVisit, WebSource } from "./crawl.ts";
import { pageRules } from "./page-rules.ts";
import { readRobots } from "./read-robots.ts";
import { readSitemaps } from "./read-sitemaps.ts";
import { visitPage } from "./visit-page.ts";

/** Receives the progress of a crawl. */
export interface CrawlListener {
  /** @param toCome how many pages of the source are known to come after this one */
  readonly onPage: (page: PageReport, visit: PageVisit, toCome: number) => void;
  /** A page that was not requested: `robots.txt`, or the source's `include` and `exclude`, leave it out. */
  readonly onExcluded: (address: string, by: "robots" | "rules") => void;
  readonly onNote: (note: SyncNote) => void;
  readonly onFailure: (failure: SyncFailure) => void;
  /** The source itself cannot be read, or not to its end: everything that is known of it stays. */
  readonly onSourceFailure: (failure: SyncFailure) => void;
}

/** After this many pages in a row without a response, a host is considered down. */
const maxFailures = 5;

/**
 * Reads the pages of one source, nearest first. When the source itself cannot be read for now, everything that is
 * known of it stays.
 */
export async function crawlSource(crawl: Crawl, source: WebSource, listener: CrawlListener): Promise<void> {
  const name = nameOfSource(source);
  const start = publicAddress("url" in source ? source.url : source.sitemap) ?? "";
  try {
    const robots = await readRobots({ fetch: crawl.fetch, page: start }, crawl.signal);
    const parts = { ...crawl, source: name, rules: pageRules(source), robots };
    if (!robots.isAllowed(start)) {
      listener.onExcluded(start, "robots");
      return listener.onFailure({ location: start, reason: notAllowed });
    }
    const starting = await startingPages(parts, source, listener);
    await readAll(parts, starting, { ...source, listener });
    if (starting.isPartial)
      await crawl.crawls.keepPages({ agentId: crawl.agentId, source: name, run: crawl.run });
  } catch (error) {
    if (!(error instanceof ReadingError)) throw error;
    await crawl.crawls.keepPages({ agentId: crawl.agentId, source: name, run: crawl.run });
    listener.onSourceFailure({ location: start, reason: error.message });
  }
}

/** Why a page that `robots.txt` hides is not read. */
export const notAllowed = "robots.txt does not allow it to be read.";

/** Pages that also count addresses which fail or repeat others. */
const maxAsked = (maxPages: number) => maxPages * 2;

async function startingPages(
  crawl: SourceCrawl,
  source: WebSource,
  { onFailure, onExcluded }: CrawlListener,
): Promise<{ readonly pages: readonly string[]; readonly depth: number; readonly isPartial: boolean }> {
  if ("url" in source)
    return { pages: [publicAddress(source.url) ?? ""], depth: source.depth, isPartial: false };
  const max = maxAsked(source.maxPages);
  const { failures, ...read } = await readSitemaps(
    { ...crawl, onExcluded: (address) => onExcluded(address, "rules") },
    { sitemap: source.sitemap, max },
  );
  failures.forEach(onFailure);
  return { ...read, depth: 0 };
}

async function readAll(
  crawl: SourceCrawl,
  { pages, depth }: { readonly pages: readonly string[]; readonly depth: number },
  { maxPages, listener }: { readonly maxPages: number; readonly listener: CrawlListener },
): Promise<void> {
  const seen = new Set(pages);
  const queue = pages.map((address) => ({ address, depth: 0 }));
  const hidden: string[] = [];
  let [kept, failures] = [0, 0];

  for (let next = queue.shift(); next; next = queue.shift()) {
    const { address } = next;
    if (kept >= maxPages) {
      return listener.onFailure({
        location: crawl.source,
        reason: `There are more pages than maxPages (${maxPages}).`,
      });
    }
    if (!crawl.robots.isAllowed(address)) {
      hidden.push(address);
      listener.onExcluded(address, "robots");
      continue;
    }
    crawl.signal?.throwIfAborted();
    const visit = await visitPage(crawl, address);
    const leftOut: string[] = [];
    for (const link of next.depth < depth ? visit.links : []) {
      if (seen.size >= maxAsked(maxPages)) break;
      if (seen.has(link)) continue;
      if (!crawl.rules.asks(link)) {
        if (crawl.rules.leavesOut(link)) leftOut.push(link);
        continue;
      }
      seen.add(link);
      queue.push({ address: link, depth: next.depth + 1 });
    }
    listener.onPage(reportOf(address, visit), visit, queue.length);
    for (const link of leftOut) listener.onExcluded(link, "rules");
    for (const note of visit.notes ?? []) listener.onNote({ location: address, note });
    if (visit.outcome === "read" || visit.outcome === "unchanged") kept++;
    failures = visit.isHostFailure ? failures + 1 : 0;
    if (failures >= maxFailures) throw new ReadingError(`${failures} pages in a row failed.`);
  }
  if (hidden.length > 0) listener.onFailure(hiddenFailure(hidden));
}

function hiddenFailure([first = "", ...others]: readonly string[]): SyncFailure {
  const reason = others.length > 0 ? `${notAllowed} The same applies to ${others.length} more.` : notAllowed;
  return { location: first, reason };
}

function reportOf(address: string, { outcome, reason }: PageVisit): PageReport {
  const reported = outcome === "gone" ? "removed" : outcome;
  return { address, outcome: reported, ...(reason !== undefined && { reason }) };
}
