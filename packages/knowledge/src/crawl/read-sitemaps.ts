import { OutboundError, type OutboundAnswer } from "@servicechat/outbound";
import type { Extractor } from "../extract/create-extractor.ts";
import { publicAddress } from "../extract/public-address.ts";
import { ReadingError } from "../extract/reading-error.ts";
import type { SyncFailure } from "../knowledge.ts";
import { failureSentence, type WebFetch } from "./fetch-web.ts";
import type { PageRules } from "./page-rules.ts";
import type { Robots } from "./read-robots.ts";

interface Dependencies {
  readonly fetch: WebFetch;
  readonly extractor: Extractor;
  readonly robots: Robots;
  readonly rules: PageRules;
  readonly signal: AbortSignal | undefined;
  /** Receives the pages that the rules leave out. */
  readonly onExcluded: (address: string) => void;
}

/** An index may name sitemaps, but no further indexes. */
const maxSitemaps = 200;
const maxFailures = 100;

/** The pages of a sitemap. */
interface SitemapPages {
  readonly pages: readonly string[];
  readonly failures: readonly SyncFailure[];
  /** Whether part of an index could not be read: then there may be more pages. */
  readonly isPartial: boolean;
}

/**
 * The pages that a sitemap names, including the sitemaps in an index, on its own host, once each. A sitemap of an index
 * that cannot be read is named, and the others are read.
 *
 * @param most the useful number of pages; when there are this many, no further sitemap is read
 * @throws ReadingError if the sitemap itself cannot be read: then the pages are unknown
 */
export async function readSitemaps(
  dependencies: Dependencies,
  { sitemap, max }: { readonly sitemap: string; readonly max: number },
): Promise<SitemapPages> {
  const pages = new Set<string>();
  const failures: SyncFailure[] = [];
  let isPartial = false;
  const lose = (location: string, reason: string) => {
    isPartial = true;
    failures.push({ location, reason });
  };
  const first = await readSitemap(dependencies, sitemap);
  const children = new Set(onHost(dependencies, first.sitemaps, failures));
  children.delete(sitemap);
  const take = (found: readonly string[]) => {
    for (const page of onHost(dependencies, found, failures))
      if (!dependencies.rules.keeps(page)) dependencies.onExcluded(page);
      else if (pages.size < max) pages.add(page);
  };
  take(first.pages);
  for (const address of [...children].slice(0, maxSitemaps)) {
    if (pages.size >= max) break;
    try {
      const { pages: found, sitemaps } = await readSitemap(dependencies, address);
      take(found);
      if (sitemaps.length > 0)
        lose(address, "It is an index in an index: the sitemaps that it names are not read.");
    } catch (error) {
      if (!(error instanceof ReadingError)) throw error;
      lose(address, `${error.message} The other sitemaps are read, and no page is removed.`);
    }
  }
  if (children.size > maxSitemaps)
    lose(sitemap, `It names more than ${maxSitemaps} sitemaps: the others are not read.`);
  return { pages: [...pages], failures, isPartial };
}

/** The addresses on the sitemap's own host; others are named as faults, and never asked for. */
function onHost(
  { rules }: Dependencies,
  addresses: readonly string[],
  failures: SyncFailure[],
): readonly string[] {
  return addresses.flatMap((text) => {
    const address = publicAddress(text);
    if (address !== undefined && rules.isOnHost(new URL(address))) return [address];
    if (failures.length < maxFailures)
      failures.push({
        location: text.slice(0, 300),
        reason:
          address === undefined
            ? "A sitemap names it, but it is not an absolute http or https address."
            : "It is not on the host of the sitemap that names it.",
      });
    return [];
  });
}

async function readSitemap({ fetch, extractor, robots, rules, signal }: Dependencies, address: string) {
  const mayFollow = (to: URL) => rules.isOnHost(to);
  let answer: OutboundAnswer;
  try {
    const accept = "application/xml,text/xml,text/plain,application/gzip";
    answer = await fetch({ url: address, accept, mayFollow, delayMs: robots.delayMs }, signal);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    throw new ReadingError(`The sitemap ${address} cannot be read. ${failureSentence(error)}`);
  }
  const { status, body } = answer;
  if (status !== 200)
    throw new ReadingError(`The sitemap ${address} cannot be read: the server answered ${status}.`);
  try {
    return await extractor.readSitemap(body, signal);
  } catch (error) {
    if (!(error instanceof ReadingError)) throw error;
    throw new ReadingError(`The sitemap ${address} cannot be read. ${error.message}`);
  }
}
