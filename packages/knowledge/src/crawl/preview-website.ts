import { crawlSource, notAllowed } from "./crawl-source.ts";
import { nameOfSource, type Crawl, type PageVisit, type WebSource } from "./crawl.ts";
import { createWebFetch } from "./fetch-web.ts";
import type { KnowledgeDependencies } from "../create-knowledge.ts";
import { createExtractor } from "../extract/create-extractor.ts";
import type { PageReport } from "../knowledge.ts";

/** A page as a reading would find it. */
export interface PreviewedPage {
  readonly url: string;
  /** Of the page; `null` where it was not read. */
  readonly title: string | null;
  readonly words: number;
  readonly state: "read" | "excluded" | "failed";
  /** A sentence for people; `null` for pages that were read. */
  readonly reason: string | null;
}

/** How a preview went. */
export interface PreviewEnd {
  /** Pages that were read. */
  readonly pages: number;
  /** Whether there is more than was shown. */
  readonly more: boolean;
}

const maxPages = 30;
/** A menu may lead to very many pages that are left out: the others come to their turn too. */
const maxExcluded = 10;
const usualMs = 20_000;
const byRules = "The source's include or exclude patterns leave it out.";

/**
 * Visits a website as a reading does, and stores nothing. It ends after 30 pages or 20 seconds.
 *
 * @param onPage called with each page, as soon as it was read
 * @throws the signal's reason when it is aborted
 */
export async function previewWebsite(
  { outbound, wait, pauseMs, previewMs = usualMs, clock, randomUuid }: KnowledgeDependencies,
  source: WebSource,
  { onPage, signal }: { readonly onPage: (page: PreviewedPage) => void; readonly signal: AbortSignal },
): Promise<PreviewEnd> {
  const enough = new AbortController();
  const ended = AbortSignal.any([signal, enough.signal, AbortSignal.timeout(previewMs)]);
  const shown = new Set<string>();
  const excluded = new Map<string, PreviewedPage>();
  let [lines, pages, exclusions, more] = [0, 0, 0, false];

  function show(page: PreviewedPage): void {
    if (shown.has(page.url) || ended.aborted) return;
    if (lines >= maxPages) {
      more = true;
      return enough.abort();
    }
    shown.add(page.url);
    lines++;
    if (page.state === "read") pages++;
    onPage(page);
  }
  const fail = (url: string, reason: string) => show({ url, title: null, words: 0, state: "failed", reason });
  function exclude(url: string, reason: string): void {
    if (shown.has(url) || excluded.has(url)) return;
    const page = { url, title: null, words: 0, state: "excluded", reason } as const;
    if (exclusions++ < maxExcluded) show(page);
    else if (excluded.size < maxPages) excluded.set(url, page);
    else more = true;
  }

  await using extractor = createExtractor();
  const crawl: Crawl = {
    agentId: "",
    run: "",
    ...nothingStored,
    extractor,
    fetch: createWebFetch({ outbound, wait, ...(pauseMs !== undefined && { pauseMs }) }),
    clock,
    randomUuid,
    signal: ended,
    documents: new Map(),
    taken: new Set(),
    contents: new Map(),
  };
  try {
    await crawlSource(crawl, source, {
      onPage: (page, visit) => show(previewOf(page, visit)),
      onExcluded: (address, by) => exclude(address, by === "robots" ? notAllowed : byRules),
      onNote: () => undefined,
      onFailure({ location, reason }) {
        // The source has more pages than are to be read.
        if (location === nameOfSource(source)) more = true;
        else if (!excluded.has(location)) fail(location, reason);
      },
      onSourceFailure({ location, reason }) {
        if (shown.has(location)) more = true;
        else fail(location, reason);
      },
    });
    for (const page of excluded.values()) show(page);
  } catch (error) {
    signal.throwIfAborted();
    if (!ended.aborted) throw error;
    more = true;
  }
  return { pages, more };
}

function previewOf({ address, outcome, reason }: PageReport, { title, words }: PageVisit): PreviewedPage {
  if (outcome === "read" || outcome === "unchanged")
    return { url: address, title: title ?? null, words: words ?? 0, state: "read", reason: null };
  const state = outcome === "left_out" ? "excluded" : "failed";
  return { url: address, title: null, words: 0, state, reason: reason ?? null };
}

/** What a crawl looks up and writes, without a database: it knows nothing, and forgets everything. */
const nothingStored: Pick<Crawl, "crawls" | "knowledge"> = {
  crawls: {
    findPage: async () => undefined,
    putPage: async () => undefined,
    keepPages: async () => undefined,
  },
  knowledge: { replaceDocument: async () => undefined },
};
