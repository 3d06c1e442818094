import type { AgentRecord, DocumentRecord } from "@servicechat/storage";
import { crawlSource, type CrawlListener } from "../crawl/crawl-source.ts";
import { createWebFetch } from "../crawl/fetch-web.ts";
import { isFromWeb, nameOfSource, webSourcesOf, type WebSource } from "../crawl/crawl.ts";
import type { KnowledgeDependencies } from "../create-knowledge.ts";
import { createExtractor } from "../extract/create-extractor.ts";
import type { PageReport, SyncFailure, SyncNote, SyncOptions } from "../knowledge.ts";
import { leaseCrawl, SourcesChanged, takenOver, type CrawlLease } from "./crawl-lease.ts";

/** The result of reading the web. */
interface WebReport {
  readonly pages: readonly PageReport[];
  readonly removed: number;
  readonly passages: number;
  readonly wordings: number;
  readonly notes: readonly SyncNote[];
  readonly faults: readonly SyncFailure[];
}

const nothing: WebReport = { pages: [], removed: 0, passages: 0, wordings: 0, notes: [], faults: [] };

/**
 * Updates an agent's web sources. One sync at a time reads them, on whatever node; an interrupted one continues where
 * it was.
 *
 * @throws the signal's reason if it is aborted; the next sync then continues
 */
export async function syncWeb(
  dependencies: KnowledgeDependencies,
  agent: AgentRecord,
  { onStep, signal, only }: SyncOptions,
): Promise<WebReport> {
  const sources = webSourcesOf(agent);
  const documents = (await dependencies.knowledge.documents(agent.id)).filter(isFromWeb);
  if (sources.length === 0 && documents.length === 0) return nothing;
  await using held = await leaseCrawl(dependencies, { agent, patient: only !== "web", signal });
  if (!held) return { ...nothing, faults: sources.map(busyFailure) };

  const pages: PageReport[] = [];
  const faults: SyncFailure[] = [];
  const notes: SyncNote[] = [];
  let [passages, wordings] = [0, 0];
  /** Where in `pages` an address stands. */
  const positions = new Map<string, number>();
  const listener: CrawlListener = {
    onPage: (page, { toCome, ...written }) => {
      const place = positions.get(page.address) ?? pages.length;
      const before = pages[place];
      // Reported once. A page that one source leaves out and another one keeps is kept.
      if (before && (isKept(before) || !isKept(page))) return;
      positions.set(page.address, place);
      passages += written.passages;
      wordings += written.wordings;
      pages[place] = page;
      onStep?.({ done: pages.length, total: pages.length + toCome, location: page.address });
    },
    onNote: (note) => void notes.push(note),
    onFailure: (fault) => void faults.push(fault),
  };

  try {
    await crawlAll(dependencies, { agentId: agent.id, documents, sources, held, listener });
  } catch (error) {
    if (!(held.signal.reason instanceof SourcesChanged)) throw error;
  }
  if (held.signal.reason instanceof SourcesChanged || (await held.isOutdated())) {
    // Pages that the old sources no longer lead to may be reached by the new ones: nothing is forgotten, and nothing is
    // finished.
    await held.abandon();
    const changed = sources.map(changedFailure);
    return { pages, removed: 0, passages, wordings, notes, faults: [...faults, ...changed] };
  }
  const removed = await removeUnseen(dependencies, { agentId: agent.id, held });
  for (const location of removed)
    if (!positions.has(location))
      pages.push({ address: location, outcome: "removed", reason: "No page leads to it." });
  await held.finish();
  return { pages, removed: removed.length, passages, wordings, notes, faults };
}

const isKept = ({ outcome }: PageReport) => outcome === "read" || outcome === "unchanged";

async function crawlAll(
  dependencies: KnowledgeDependencies,
  given: {
    readonly agentId: string;
    readonly documents: readonly DocumentRecord[];
    readonly sources: readonly WebSource[];
    readonly held: CrawlLease;
    readonly listener: CrawlListener;
  },
): Promise<void> {
  const { outbound, wait, pauseMs } = dependencies;
  await using extractor = createExtractor();
  const crawl = {
    ...dependencies,
    agentId: given.agentId,
    run: given.held.run,
    extractor,
    fetch: createWebFetch({ outbound, wait, ...(pauseMs !== undefined && { pauseMs }) }),
    signal: given.held.signal,
    documents: new Map(given.documents.map((document) => [document.location, document])),
    taken: new Set<string>(),
    contents: new Map<string, string>(),
  };
  for (const source of given.sources) await crawlSource(crawl, source, given.listener);
}

/**
 * Removes the documents without a page in this run. For a process that was suspended while another one finished this
 * run, that would be all of them: nothing is removed once another process has the crawl.
 */
async function removeUnseen(
  { crawls, knowledge }: KnowledgeDependencies,
  { agentId, held: { run, holder } }: { readonly agentId: string; readonly held: CrawlLease },
): Promise<readonly string[]> {
  const kept = new Set(await crawls.keptLocations({ agentId, run }));
  const gone = (await knowledge.documents(agentId))
    .filter((document) => isFromWeb(document) && !kept.has(document.location))
    .map(({ location }) => location);
  for (const location of gone)
    if (!(await knowledge.deleteDocument({ agentId, location, holder }))) throw takenOver();
  return gone;
}

const busyFailure = (source: WebSource): SyncFailure => ({
  location: nameOfSource(source),
  reason: "Another sync is reading this agent's web sources. Try again when it has finished.",
});

const changedFailure = (source: WebSource): SyncFailure => ({
  location: nameOfSource(source),
  reason: "The agent's web sources changed while this one was being read, so reading it was cancelled.",
});
