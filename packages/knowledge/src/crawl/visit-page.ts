import { OutboundError, type OutboundAnswer } from "@servicechat/outbound";
import type { PageRecord } from "@servicechat/storage";
import { publicAddress } from "../extract/public-address.ts";
import type { SourceCrawl, PageVisit } from "./crawl.ts";
import { failureSentence } from "./fetch-web.ts";
import { isOurHash, readPage, keepUnchangedPage } from "./read-page.ts";

/** Statuses that say that there is no longer anything for visitors here. */
const goneStatuses = new Set([401, 403, 404, 410, 451]);
const accept =
  "text/html,application/xhtml+xml,text/markdown,text/plain;q=0.9,application/pdf;q=0.9,*/*;q=0.5";

/**
 * Brings one page up to date: asks whether it changed, reads it if it did, and remembers where it leads. A page that
 * this run has already seen, even before it was interrupted, is not requested again.
 */
export async function visitPage(crawl: SourceCrawl, address: string): Promise<PageVisit> {
  const { agentId, run, crawls, rules } = crawl;
  const known = await crawls.findPage({ agentId, address });
  // A page that another source's rules excluded from this run may belong to this source.
  if (known?.run === run && (known.location !== null || isOurHash(known.hash, rules)))
    return keepUnchangedPage(crawl, known, {});
  const asked = await ask(crawl, address, known);
  if ("wall" in asked) return gone(known, asked.wall);
  if ("failure" in asked) return failForNow(crawl, known, asked);
  const { answer } = asked;
  if (answer.status === 304 && known) return keepUnchangedPage(crawl, known, answer.headers);
  if (goneStatuses.has(answer.status)) return gone(known, `Not found: the server answered ${answer.status}.`);
  if (answer.status < 200 || answer.status >= 300)
    return failForNow(crawl, known, {
      failure: `The server answered ${answer.status}.`,
      isHostFailure: true,
    });
  return readPage(crawl, { address, known, answer });
}

interface TemporaryFailure {
  readonly failure: string;
  readonly isHostFailure: boolean;
}

/** `wall`: why it may not be read from here, today or later. */
type FetchOutcome = { readonly answer: OutboundAnswer } | { readonly wall: string } | TemporaryFailure;

async function ask(
  crawl: SourceCrawl,
  address: string,
  known: PageRecord | undefined,
): Promise<FetchOutcome> {
  const { fetch, rules, robots, signal } = crawl;
  let wall: string | undefined;
  const mayFollow = (to: URL) => {
    if (!rules.isOnHost(to)) wall = `It redirects to another host: ${to.host}.`;
    else if (!robots.isAllowed(to.href))
      wall = `It redirects to an address that robots.txt does not allow: ${to.href}.`;
    return wall === undefined;
  };
  const headers = conditions(crawl, known);
  try {
    const request = { url: address, accept, headers, mayFollow, delayMs: robots.delayMs };
    const answer = await fetch(request, signal);
    return { answer: { ...answer, url: publicAddress(answer.url) ?? address } };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    if (wall !== undefined) return { wall };
    const sentence = failureSentence(error);
    if (error.kind === "too_large") return { wall: sentence };
    return {
      failure: sentence,
      isHostFailure: error.kind === "unreachable" || error.kind === "timeout",
    };
  }
}

/** Asks for a page only if it changed, unless it must be read again anyway. */
function conditions(
  { documents, rules }: SourceCrawl,
  known: PageRecord | undefined,
): Readonly<Record<string, string>> {
  if (!known || !isOurHash(known.hash, rules)) return {};
  if (known.location !== null && !documents.has(known.location)) return {};
  return {
    ...(known.etag !== null && { "if-none-match": known.etag }),
    ...(known.lastModified !== null && { "if-modified-since": known.lastModified }),
  };
}

/** A page that fails temporarily keeps its stored content. */
async function failForNow(
  { run, crawls, taken }: SourceCrawl,
  known: PageRecord | undefined,
  { failure: reason, isHostFailure }: TemporaryFailure,
): Promise<PageVisit> {
  const failed = { outcome: "failed", reason, isHostFailure } as const;
  if (!known) return { ...failed, links: [] };
  await crawls.putPage({ ...known, run });
  if (known.location !== null) taken.add(known.location);
  return { ...failed, ...(known.location !== null && { location: known.location }), links: known.links };
}

const gone = (known: PageRecord | undefined, reason: string): PageVisit => ({
  outcome: known?.location ? "gone" : "failed",
  reason,
  links: [],
});
