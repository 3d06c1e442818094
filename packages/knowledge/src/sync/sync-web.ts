import type { AgentRecord, DocumentRecord } from "@servicechat/storage";
import { crawlSource, notAllowed, type CrawlListener } from "../crawl/crawl-source.ts";
import { createWebFetch } from "../crawl/fetch-web.ts";
import { isFromWeb, nameOfSource, webSourcesOf, type PageVisit, type WebSource } from "../crawl/crawl.ts";
import type { KnowledgeDependencies } from "../create-knowledge.ts";
import { createExtractor } from "../extract/create-extractor.ts";
import type { PageReport, SyncFailure, SyncNote, SyncOptions } from "../knowledge.ts";
import { leaseCrawl, SourcesChanged, takenOver, type CrawlLease } from "./crawl-lease.ts";
import type { SyncRecord } from "./record-sync.ts";

/** The result of reading the web. */
interface WebReport {
  readonly pages: readonly PageReport[];
  readonly removed: number;
  readonly passages: number;
  readonly wordings: number;
  readonly notes: readonly SyncNote[];
  readonly faults: readonly SyncFailure[];
}

/** The result of reading none of the web. */
export const noPages: WebReport = { pages: [], removed: 0, passages: 0, wordings: 0, notes: [], faults: [] };

/**
 * Updates an agent's web sources. One sync at a time reads them, on whatever node; an interrupted one continues where
 * it was. A patient one waits for the one that reads them, and gets what that one found.
 *
 * @param before files that were read before the pages
 * @throws the signal's reason if it is aborted; the next sync then continues. One that somebody stops ends with what it
 *   has read, and is not continued
 */
export async function syncWeb(
  dependencies: KnowledgeDependencies,
  agent: AgentRecord,
  {
    record,
    before,
    onStep,
    only,
  }: Pick<SyncOptions, "onStep" | "only"> & { readonly record: SyncRecord; readonly before: number },
): Promise<WebReport> {
  const { knowledge, syncs } = dependencies;
  const { signal } = record;
  const sources = webSourcesOf(agent);
  const documents = (await knowledge.documents(agent.id)).filter(isFromWeb);
  if (sources.length === 0 && documents.length === 0) return noPages;
  const onWait = async () => {
    const { done = 0, total, source } = (await syncs.find(agent.id)) ?? {};
    if (done > 0) onStep?.({ done, total: total ?? done, location: source ?? "" });
  };
  await using held = await leaseCrawl(dependencies, { agent, patient: only !== "web", onWait, signal });
  if (!held && only === "web") return { ...noPages, faults: sources.map(busyFailure) };
  if (!held) return reportOfOther(dependencies, agent.id, record);

  const pages: PageReport[] = [];
  const faults: SyncFailure[] = [];
  const notes: SyncNote[] = [];
  let [passages, wordings, removed] = [0, 0, 0];
  /** Where in `pages` an address stands. */
  const positions = new Map<string, number>();
  const hidden = new Set<string>();
  let source = "";
  const listener: CrawlListener = {
    onPage: (page, visit, toCome) => {
      const { address } = page;
      const place = positions.get(address) ?? pages.length;
      const earlier = pages[place];
      // Reported once. A page that one source leaves out and another one keeps is kept.
      if (earlier && (isKept(earlier) || !isKept(page))) return;
      positions.set(address, place);
      passages += visit.passages ?? 0;
      wordings += visit.wordings ?? 0;
      pages[place] = page;
      recordPage(record, source, page, visit);
      const known = pages.length + toCome;
      record.step(before + pages.length, before + known);
      onStep?.({ done: pages.length, total: known, location: address });
    },
    onExcluded: (location, by) => {
      if (by === "rules") return;
      hidden.add(location);
      record.failed({ location, source, reason: notAllowed });
    },
    onNote: (note) => void notes.push(note),
    onFailure: (fault) => {
      faults.push(fault);
      // A source that has more pages than are read has not failed.
      if (fault.location !== source && !hidden.has(fault.location)) record.failed({ ...fault, source });
    },
    onSourceFailure: ({ location, reason }) => {
      const fault = { location, reason: `${reason} What was already known from this source is kept.` };
      faults.push(fault);
      record.failed({ ...fault, source });
    },
  };
  const onSource = (name: string) => {
    source = name;
    record.source(name);
  };
  const report = () => ({ pages, removed, passages, wordings, notes, faults });
  const stoppedReport = () => {
    notes.push({ location: source, note: "Reading was stopped before the end." });
    return report();
  };

  try {
    await crawlAll(dependencies, { agentId: agent.id, documents, sources, held, listener, onSource });
  } catch (error) {
    if (await record.isStopped()) return stoppedReport();
    if (!(held.signal.reason instanceof SourcesChanged)) throw error;
  }
  if (held.signal.reason instanceof SourcesChanged || (await held.isOutdated())) {
    // Pages that the old sources no longer lead to may be reached by the new ones: nothing is forgotten, and nothing is
    // finished.
    await held.abandon();
    faults.push(...sources.map(changedFailure));
    return report();
  }
  try {
    const gone = await removeUnseen(dependencies, { agentId: agent.id, held });
    removed = gone.length;
    for (const location of gone)
      if (!positions.has(location))
        pages.push({ address: location, outcome: "removed", reason: "No page leads to it." });
  } catch (error) {
    if (await record.isStopped()) return stoppedReport();
    throw error;
  }
  record.removed(removed);
  record.complete(isFromWeb);
  await held.finish();
  return report();
}

/** Writes down what became of a page. */
function recordPage(
  record: SyncRecord,
  source: string,
  { address, outcome, reason = "" }: PageReport,
  { isNew = false, isAsBefore = false, location = address }: PageVisit,
): void {
  if (isAsBefore) for (const place of [address, location]) record.asBefore(place);
  if (outcome === "read") record.succeeded(isNew ? "added" : "changed", address, location);
  else if (outcome === "unchanged" && isAsBefore) record.succeeded("same");
  else if (outcome === "unchanged") record.succeeded("same", address, location);
  // One that is gone is still linked to: whoever keeps the site wants to know.
  else if (outcome === "failed" || outcome === "removed") record.failed({ location, source, reason });
}

/** What another sync has found, for which this one has waited. */
async function reportOfOther(
  { knowledge, syncs }: KnowledgeDependencies,
  agentId: string,
  record: SyncRecord,
): Promise<WebReport> {
  const documents = (await knowledge.documents(agentId)).filter(isFromWeb);
  const failures = (await syncs.failures(agentId)).filter(isFromWeb);
  for (const _ of documents) record.succeeded("same");
  for (const failure of failures) record.failed(failure);
  return {
    ...noPages,
    pages: documents.map(({ location }) => ({ address: location, outcome: "unchanged" })),
    faults: failures.map(({ location, reason }) => ({ location, reason })),
  };
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
    readonly onSource: (name: string) => void;
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
  for (const source of given.sources) {
    given.onSource(nameOfSource(source));
    await crawlSource(crawl, source, given.listener);
  }
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
