import { isUploaded } from "@servicechat/storage";
import type { AgentRecord, DocumentRecord, KnowledgeStore } from "@servicechat/storage";
import { isFromWeb, webSourcesOf } from "../crawl/crawl.ts";
import type { KnowledgeDependencies } from "../create-knowledge.ts";
import { createExtractor } from "../extract/create-extractor.ts";
import { ReadingError } from "../extract/reading-error.ts";
import type { SyncFailure, SyncNote, SyncOptions, SyncReport } from "../knowledge.ts";
import { listSources } from "./list-sources.ts";
import { OutOfReach, outOfReach, sourceOf } from "./out-of-reach.ts";
import { recordSync, SyncStopped, type SyncRecord } from "./record-sync.ts";
import { syncFile } from "./sync-file.ts";
import { noPages, syncWeb } from "./sync-web.ts";

type FileReport = Omit<SyncReport, "pages">;

/**
 * Brings the stored knowledge of an agent in step with its sources: reads what is new or changed, and forgets what is
 * gone or can no longer be read, since stale words would still answer. A file that temporarily cannot be opened keeps
 * its stored content.
 *
 * @throws the signal's reason if it is aborted; what was read until then stays
 */
export async function syncAgent(
  dependencies: KnowledgeDependencies,
  agent: AgentRecord,
  options: SyncOptions,
): Promise<SyncReport> {
  options.signal?.throwIfAborted();
  const none: FileReport = {
    read: 0,
    unchanged: 0,
    removed: 0,
    passages: 0,
    wordings: 0,
    notes: [],
    faults: [],
  };
  await using record = await recordSync(dependencies, agent, options);
  const { onStep, only } = options;
  const files = only === "web" ? none : await syncFiles(dependencies, agent, { onStep, record });
  const isStopped = record.signal.reason instanceof SyncStopped;
  const before = files.read + files.unchanged;
  const web = isStopped ? noPages : await syncWeb(dependencies, agent, { ...options, record, before });
  await record.finish();
  const count = (outcome: string) => web.pages.filter((page) => page.outcome === outcome).length;
  const failed = web.pages.filter((page) => page.outcome === "failed");
  return {
    read: files.read + count("read"),
    unchanged: files.unchanged + count("unchanged"),
    removed: files.removed + web.removed,
    passages: files.passages + web.passages,
    wordings: files.wordings + web.wordings,
    notes: [...files.notes, ...web.notes],
    faults: [
      ...files.faults,
      ...web.faults,
      ...failed.map(({ address, reason = "" }) => ({ location: address, reason })),
    ],
    pages: web.pages,
  };
}

async function syncFiles(
  { knowledge, clock, randomUuid }: KnowledgeDependencies,
  agent: AgentRecord,
  { onStep, record }: { readonly onStep: SyncOptions["onStep"]; readonly record: SyncRecord },
): Promise<FileReport> {
  const { signal } = record;
  const { files, faults: lost } = await listSources(agent);
  const documents = (await knowledge.documents(agent.id)).filter(isFromFile);
  const known = new Map(documents.map((document) => [document.location, document]));
  const faults: SyncFailure[] = [...lost];
  const kept = new Set<string>();
  const fail = (location: string, source: string, reason: string): void => {
    faults.push({ location, reason });
    record.failed({ location, source, reason });
  };
  const keep = (location: string, source: string, { message }: OutOfReach): void => {
    kept.add(location);
    fail(location, source, `${message} What was read from it before is kept.`);
  };
  for (const { location, reason } of lost) record.failed({ location, source: sourceOf(location), reason });
  const hasPages = webSourcesOf(agent).length > 0;
  const notes: SyncNote[] = [];
  let [read, unchanged, removed, passages, wordings] = [0, 0, 0, 0, 0];
  const report = () => ({ read, unchanged, removed, passages, wordings, notes, faults });

  await using extractor = createExtractor();
  for (const [index, file] of files.entries()) {
    if (signal.reason instanceof SyncStopped) return report();
    signal.throwIfAborted();
    const { location, source } = file;
    record.source(source);
    const request = { agentId: agent.id, file, known: known.get(location), knowledge, extractor };
    try {
      const outcome = await syncFile({ ...request, clock, randomUuid, signal });
      kept.add(location);
      if (outcome === "unchanged") {
        unchanged++;
        record.succeeded("same", location);
      } else {
        read++;
        record.succeeded(known.has(location) ? "changed" : "added", location);
        passages += outcome.passages;
        wordings += outcome.wordings;
        notes.push(...outcome.notes.map((note) => ({ location, note })));
      }
    } catch (error) {
      if (signal.reason instanceof SyncStopped) return report();
      if (!(error instanceof ReadingError)) throw error;
      if (error instanceof OutOfReach && known.has(location)) keep(location, source, error);
      else fail(location, source, error.message);
    }
    record.step(index + 1, hasPages ? null : files.length);
    onStep?.({ done: index + 1, total: files.length, location });
  }
  signal.throwIfAborted();
  const found = new Set(files.map(({ location }) => location));
  for (const document of documents) {
    const hindrance = found.has(document.location) ? undefined : await outOfReach(agent, document);
    if (hindrance) keep(document.location, document.source, hindrance);
  }
  removed = await removeOthers({ knowledge, agentId: agent.id, locations: [...known.keys()], kept });
  record.removed(removed);
  record.complete((failure) => !isFromWeb(failure));
  return report();
}

/** What is read from the web, and what people uploaded, is not in step with files. */
const isFromFile = (document: DocumentRecord) => !isFromWeb(document) && !isUploaded(document);

async function removeOthers({
  knowledge,
  agentId,
  locations,
  kept,
}: {
  readonly knowledge: KnowledgeStore;
  readonly agentId: string;
  readonly locations: readonly string[];
  readonly kept: ReadonlySet<string>;
}): Promise<number> {
  const gone = locations.filter((location) => !kept.has(location));
  for (const location of gone) await knowledge.deleteDocument({ agentId, location });
  return gone.length;
}
