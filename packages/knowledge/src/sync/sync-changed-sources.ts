import type { AgentStore, SyncStore } from "@servicechat/storage";
import type { Clock } from "../create-knowledge.ts";
import type { Knowledge } from "../knowledge.ts";
import { reportSync, type SyncLog } from "./sync-due-sources.ts";

/** The dependencies for reading sources that were changed. */
export interface ChangedSourceDependencies {
  readonly agents: Pick<AgentStore, "find">;
  readonly syncs: Pick<SyncStore, "requested">;
  readonly knowledge: Pick<Knowledge, "sync">;
  readonly clock: Clock;
  readonly log: SyncLog;
}

/** How many agents' sources are read at once by this task. */
const maxAtOnce = 4;
/** One that failed is tried again after this many milliseconds. */
const retryMs = 60_000;

/** One round. `waitUntil` gets the work that outlasts it. */
type Round = (signal: AbortSignal, waitUntil: (work: Promise<unknown>) => void) => Promise<void>;

/**
 * Reads the sources of agents whose files were applied with other sources, as if a sync had been asked for. Of several
 * nodes one reads an agent's sources; where it dies, another one begins again.
 */
export function createChangedSourceSync({
  agents,
  syncs,
  knowledge,
  clock,
  log,
}: ChangedSourceDependencies): Round {
  const reading = new Set<string>();
  const failedAt = new Map<string, number>();

  async function read(id: string, signal: AbortSignal): Promise<void> {
    const agent = await agents.find(id);
    if (!agent) return;
    try {
      const report = await knowledge.sync(agent, { isRequested: true, signal });
      reportSync(log, { agent, report, what: "changed sources", done: "were read" });
      failedAt.delete(id);
    } catch (cause) {
      if (signal.aborted) return;
      failedAt.set(id, clock.wallMs());
      log.warn({ agentId: id, err: cause }, "the sources of an agent could not be read, trying again later");
    }
  }

  return async (signal, waitUntil) => {
    for (const id of await syncs.requested(clock.wallMs())) {
      if (signal.aborted || reading.size >= maxAtOnce) return;
      if (reading.has(id) || (failedAt.get(id) ?? -Infinity) + retryMs > clock.wallMs()) continue;
      reading.add(id);
      waitUntil(read(id, signal).finally(() => reading.delete(id)));
    }
  };
}
