import { OutboundError, type OutboundAnswer } from "@servicechat/outbound";
import type { Extractor } from "../extract/create-extractor.ts";
import { publicAddress } from "../extract/public-address.ts";
import { ReadingError } from "../extract/reading-error.ts";
import type { SyncFailure } from "../knowledge.ts";
import { faultSentence, type WebFetch } from "./fetch-web.ts";
import type { PageRules } from "./page-rules.ts";
import type { Robots } from "./read-robots.ts";

interface Parts {
  readonly fetch: WebFetch;
  readonly extractor: Extractor;
  readonly robots: Robots;
  readonly rules: PageRules;
  readonly signal: AbortSignal | undefined;
}

/** An index may name sitemaps, but no further indexes. */
const maxSitemaps = 200;
const maxFaults = 100;

/**
 * The pages that a sitemap names, those of the sitemaps in an index included, on its own host, once each.
 *
 * @param most pages that are of use; no further sitemap is read when there are so many
 * @throws ReadingError when a sitemap cannot be read: which pages there are is not known then
 */
export async function readSitemaps(
  parts: Parts,
  { sitemap, max }: { readonly sitemap: string; readonly max: number },
): Promise<{ readonly pages: readonly string[]; readonly faults: readonly SyncFailure[] }> {
  const pages = new Set<string>();
  const faults: SyncFailure[] = [];
  const queue = [sitemap];
  for (const [index, address] of queue.entries()) {
    const found = await readSitemap(parts, address);
    if (index === 0) queue.push(...onHost(parts, found.sitemaps, faults).slice(0, maxSitemaps));
    for (const page of onHost(parts, found.pages, faults)) {
      if (pages.size < max && parts.rules.keeps(page)) pages.add(page);
    }
    if (pages.size >= max) break;
  }
  return { pages: [...pages], faults };
}

/** The addresses on the sitemap's own host; others are named as faults, and never asked for. */
function onHost({ rules }: Parts, addresses: readonly string[], faults: SyncFailure[]): readonly string[] {
  return addresses.flatMap((text) => {
    const address = publicAddress(text);
    if (address !== undefined && rules.isOnHost(new URL(address))) return [address];
    if (faults.length < maxFaults)
      faults.push({
        location: text.slice(0, 300),
        reason: "It is not on the host of the sitemap that names it.",
      });
    return [];
  });
}

async function readSitemap({ fetch, extractor, robots, rules, signal }: Parts, address: string) {
  const mayFollow = (to: URL) => rules.isOnHost(to);
  let answer: OutboundAnswer;
  try {
    const accept = "application/xml,text/xml,text/plain,application/gzip";
    answer = await fetch({ url: address, accept, mayFollow, delayMs: robots.delayMs }, signal);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    throw new ReadingError(`The sitemap ${address} cannot be read. ${faultSentence(error)}`);
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
