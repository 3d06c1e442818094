import type { AgentStore, ReadDocument, UploadedDocument, UploadedDocumentStore } from "@servicechat/storage";
import type { Clock } from "../create-knowledge.ts";
import { createExtractor, type Extractor } from "../extract/create-extractor.ts";
import { ReadingError } from "../extract/reading-error.ts";
import type { Knowledge } from "../knowledge.ts";

/** The dependencies for reading documents that people upload. */
export interface UploadReadingDependencies {
  readonly documents: UploadedDocumentStore;
  readonly agents: Pick<AgentStore, "find">;
  readonly knowledge: Pick<Knowledge, "finishReading">;
  readonly clock: Clock;
  readonly randomUuid: () => string;
  readonly log: { warn(detail: object, message: string): void };
  /** Resolves after this many milliseconds; rejects when the signal is aborted. */
  readonly wait: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** One round. `waitUntil` gets the work that outlasts it. */
type Round = (signal: AbortSignal, waitUntil: (work: Promise<unknown>) => void) => Promise<void>;

/** A document of a process that died is read by another one after this many milliseconds. */
const leaseMs = 10_000;
/** Documents that are read at once, of different agents: one that takes long holds up only its own agent's. */
const maxAtOnce = 2;
/** Between two deletions of bytes that no document has any more, in milliseconds. */
const pauseMs = 5;

/** Raised whenever documents would be cut, cleaned or indexed differently. */
const version = "1";

/**
 * Reads the documents that wait, each on one node: the agents take turns. Afterwards passages get their vectors, and the
 * bytes of documents that were replaced or removed are deleted, some at a time.
 *
 * @returns a function that begins whatever there is to do; call it again when something was uploaded
 */
export function createUploadReading(dependencies: UploadReadingDependencies): Round {
  const { documents, clock, randomUuid, log, wait } = dependencies;
  const holder = randomUuid();
  const reading = new Set<string>();
  const embedding = createEmbedding(dependencies);
  let running = 0;
  let isRemoving = false;

  /** Another agent's if there is one, so that a folder of thousands keeps nobody waiting. */
  async function claim(last: string | undefined): Promise<UploadedDocument | undefined> {
    const now = clock.wallMs();
    const ask = (except: readonly string[]) =>
      documents.claim({ holder, now, heldUntil: now + leaseMs, except });
    const busy = [...reading];
    return (last === undefined ? undefined : await ask([...busy, last])) ?? (await ask(busy));
  }

  async function readOneByOne(first: UploadedDocument, signal: AbortSignal): Promise<void> {
    await using extractor = createExtractor();
    for (let next: UploadedDocument | undefined = first; next;) {
      const { agentId } = next;
      try {
        await readOne(dependencies, { document: next, holder, extractor, signal });
      } catch (error) {
        if (!signal.aborted)
          log.warn({ agentId, err: error }, "a document could not be stored, trying again");
        // Its hold ends by itself: it is not tried again at once.
        next = undefined;
      } finally {
        reading.delete(agentId);
      }
      embedding.isDue(agentId);
      if (signal.aborted || !next) return;
      next = await claim(agentId);
      if (next) reading.add(next.agentId);
    }
  }

  async function removeBytes(signal: AbortSignal): Promise<void> {
    isRemoving = true;
    try {
      while (!signal.aborted && (await documents.removeSome(clock.wallMs()))) await wait(pauseMs, signal);
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      isRemoving = false;
    }
  }

  return async (signal, waitUntil) => {
    while (running < maxAtOnce && !signal.aborted) {
      const document = await claim(undefined);
      if (!document) break;
      reading.add(document.agentId);
      running++;
      const work = readOneByOne(document, signal)
        .catch((error: unknown) => {
          if (!signal.aborted) log.warn({ err: error }, "documents could not be read, trying again");
        })
        .finally(() => running--);
      waitUntil(work.then(() => embedding.run(signal)));
    }
    if (!isRemoving && !signal.aborted) waitUntil(removeBytes(signal));
  };
}

interface Task {
  readonly document: UploadedDocument;
  readonly holder: string;
  readonly extractor: Extractor;
  readonly signal: AbortSignal;
}

/** Reads a document, and holds it meanwhile. One that is replaced or removed meanwhile is given up. */
async function readOne(
  { documents, clock, randomUuid, wait }: UploadReadingDependencies,
  { document, holder, extractor, signal }: Task,
): Promise<void> {
  const { agentId, path, content } = document;
  const held = { agentId, path, content, holder };
  const ended = new AbortController();
  const either = AbortSignal.any([signal, ended.signal]);
  const renewing = (async () => {
    while (!either.aborted) {
      await wait(leaseMs / 3, either).catch(() => undefined);
      if (either.aborted) return;
      const isHeld = await documents
        .hold({ ...held, heldUntil: clock.wallMs() + leaseMs })
        // Whatever is written at the end says that the database fails.
        .catch(() => true);
      if (!isHeld) ended.abort();
    }
  })();
  try {
    const read = await extract({ documents, randomUuid }, { document, extractor, signal: either });
    await documents.finish({ ...held, read, at: clock.wallMs() });
  } catch (error) {
    if (signal.aborted) await documents.release(held);
    else if (!ended.signal.aborted) throw error;
  } finally {
    ended.abort();
    await renewing;
  }
}

async function extract(
  { documents, randomUuid }: Pick<UploadReadingDependencies, "documents" | "randomUuid">,
  { document, extractor, signal }: Omit<Task, "holder">,
): Promise<ReadDocument> {
  const bytes = new Uint8Array(document.size);
  let size = 0;
  for await (const piece of documents.read(document.content)) {
    bytes.set(piece, size);
    size += piece.length;
  }
  if (size !== document.size) return { reason: "Its bytes are incomplete. Upload the document again." };
  try {
    const { type: kind, path: name } = document;
    const given = document.title === null ? {} : { title: document.title };
    const read = await extractor.extract({ kind, name, bytes, isUploaded: true, ...given }, signal);
    return {
      title: read.title,
      url: read.url,
      passages: read.passages,
      missing: read.notes ?? [],
      id: `doc_${randomUuid()}`,
      fingerprint: `${version} ${document.sha256}`,
    };
  } catch (error) {
    if (error instanceof ReadingError) return { reason: error.message };
    throw error;
  }
}

/** Gives the passages of agents whose documents have been read their vectors, one agent after another. */
function createEmbedding({ agents, knowledge, log }: UploadReadingDependencies) {
  const due = new Set<string>();
  let isRunning = false;
  return {
    isDue: (agentId: string) => void due.add(agentId),
    async run(signal: AbortSignal): Promise<void> {
      if (isRunning) return;
      isRunning = true;
      try {
        for (const agentId of due) {
          if (signal.aborted) return;
          due.delete(agentId);
          const agent = await agents.find(agentId);
          if (agent) await knowledge.finishReading(agent, { signal });
        }
      } catch (error) {
        if (!signal.aborted) log.warn({ err: error }, "documents that were read got no vectors yet");
      } finally {
        isRunning = false;
      }
    },
  };
}
