import { OutboundError, type OutboundAnswer } from "@servicechat/outbound";
import type { PageRecord } from "@servicechat/storage";
import { publicAddress } from "../extract/public-address.ts";
import type { SourceCrawl, PageVisit } from "./crawl.ts";
import { faultSentence } from "./fetch-web.ts";
import { isOurHash, readPage } from "./read-page.ts";
import { keepUnchangedPage } from "./keep-unchanged-page.ts";

/** Statuses that say that there is nothing for visitors here any more, whatever there was. */
const goneStatuses = new Set([401, 403, 404, 410, 451]);
const accept =
  "text/html,application/xhtml+xml,text/markdown,text/plain;q=0.9,application/pdf;q=0.9,*/*;q=0.5";

/**
 * Brings one page up to date: asks whether it changed, reads it if it did, and remembers where it leads. One that this
 * run has seen before, also before it was broken off, is not asked for again.
 */
export async function visitPage(crawl: SourceCrawl, address: string): Promise<PageVisit> {
  const { agentId, run, crawls, rules } = crawl;
  const known = await crawls.findPage({ agentId, address });
  // What another source's rules left out of this run may be just what this source is for.
  if (known?.run === run && (known.location !== null || isOurHash(known.hash, rules)))
    return keepUnchangedPage(crawl, known, {});
  const asked = await ask(crawl, address, known);
  if ("wall" in asked) return gone(known, asked.wall);
  if ("fault" in asked) return failForNow(crawl, known, asked);
  const { answer } = asked;
  if (answer.status === 304 && known) return keepUnchangedPage(crawl, known, answer.headers);
  if (goneStatuses.has(answer.status)) return gone(known, `Not found: the server answered ${answer.status}.`);
  if (answer.status < 200 || answer.status >= 300)
    return failForNow(crawl, known, { fault: `The server answered ${answer.status}.`, isHostFault: true });
  return readPage(crawl, { address, known, answer });
}

interface FaultForNow {
  readonly fault: string;
  readonly isHostFault: boolean;
}

/** `wall`: why it may not be read from here, today or later. */
type Asked = { readonly answer: OutboundAnswer } | { readonly wall: string } | FaultForNow;

async function ask(crawl: SourceCrawl, address: string, known: PageRecord | undefined): Promise<Asked> {
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
    const sentence = faultSentence(error);
    if (error.fault === "too_large") return { wall: sentence };
    return { fault: sentence, isHostFault: error.fault === "unreachable" || error.fault === "timeout" };
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

/** What was known of a page that fails for now stays. */
async function failForNow(
  { run, crawls, taken }: SourceCrawl,
  known: PageRecord | undefined,
  { fault: reason, isHostFault }: FaultForNow,
): Promise<PageVisit> {
  const failed = { outcome: "failed", reason, isHostFault } as const;
  if (!known) return { ...failed, links: [] };
  await crawls.putPage({ ...known, run });
  if (known.location !== null) taken.add(known.location);
  return { ...failed, links: known.links };
}

const gone = (known: PageRecord | undefined, reason: string): PageVisit => ({
  outcome: known?.location ? "gone" : "failed",
  reason,
  links: [],
});
