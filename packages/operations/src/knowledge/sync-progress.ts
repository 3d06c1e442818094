import type { AgentRecord, DocumentRecord, SyncCounts } from "@servicechat/storage";
import type { OperationContext } from "../operation-context.ts";

/** How far the reading of an agent's sources is. Times are milliseconds since 1970. */
export interface SyncProgress {
  readonly running: boolean;
  /** Of the one that runs. */
  readonly startedAt: number | null;
  readonly source: string | null;
  readonly done: number;
  /** `null` while it is unknown. */
  readonly total: number | null;
  readonly lastFinishedAt: number | null;
  readonly lastResult: SyncCounts | null;
  /** When its websites are read again; `null` if they are not. */
  readonly nextAt: number | null;
}

const hourMs = 3_600_000;

/** How far the reading of an agent's sources is, on whatever node. */
export async function readSyncProgress(
  { storage, now }: Pick<OperationContext, "storage" | "now">,
  { id, definition }: AgentRecord,
): Promise<SyncProgress> {
  const [sync, crawl] = await Promise.all([storage.syncs.find(id), storage.crawls.state(id)]);
  // The time of a process that died passes.
  const isRunning = sync !== undefined && sync.heldUntil > now();
  const { sources, resyncHours } = definition.knowledge;
  const isReadAgain = resyncHours > 0 && sources.some((source) => !("files" in source));
  const finishedAt = crawl?.finishedAt ?? null;
  return {
    running: isRunning,
    startedAt: isRunning ? sync.startedAt : null,
    source: isRunning ? sync.source : null,
    done: isRunning ? sync.done : 0,
    total: isRunning ? sync.total : null,
    lastFinishedAt: sync?.finishedAt ?? null,
    lastResult: sync?.result ?? null,
    nextAt: isReadAgain && finishedAt !== null ? Math.round(finishedAt + resyncHours * hourMs) : null,
  };
}

/** A file, page or document of an agent's knowledge, with the result of its last reading. */
export interface KnowledgeItem extends Pick<DocumentRecord, "id" | "title" | "url" | "location" | "source"> {
  /** `null` for what was never read. */
  readonly readAt: number | null;
  readonly state: "read" | "failed";
  /** Why it failed; `null` for what was read. */
  readonly reason: string | null;
  readonly kind: "file" | "page" | "document";
}

/** What an agent knows, and what it was to read and could not, by location. */
export async function knowledgeItems(
  { storage }: Pick<OperationContext, "storage">,
  agentId: string,
): Promise<readonly KnowledgeItem[]> {
  const documents = await storage.knowledge.documents(agentId);
  const failures = new Map(
    (await storage.syncs.failures(agentId)).map((failure) => [failure.location, failure]),
  );
  const items = documents.map(({ id, title, url, location, source, readAt }): KnowledgeItem => {
    const reason = failures.get(location)?.reason ?? null;
    failures.delete(location);
    const state = reason === null ? "read" : "failed";
    return { id, title, url, location, source, readAt, state, reason, kind: kindOf(source) };
  });
  const unread = [...failures.values()].map(({ location, source, reason }): KnowledgeItem => {
    const kind = kindOf(source);
    const url = kind === "page" ? location : null;
    const id = `failed_${location}`;
    return { id, title: location, url, location, source, readAt: null, state: "failed", reason, kind };
  });
  if (unread.length === 0) return items;
  return [...items, ...unread].toSorted((one, other) => (one.location < other.location ? -1 : 1));
}

/** By the entry that led to it. */
function kindOf(source: string): KnowledgeItem["kind"] {
  if (source.startsWith("files:")) return "file";
  return /^(?:url|sitemap):/.test(source) ? "page" : "document";
}
