import type { AgentRecord } from "@servicechat/storage";
import type { SyncOptions, SyncReport } from "../knowledge.ts";

type Sync = (agent: AgentRecord, options: SyncOptions) => Promise<SyncReport>;

/** A sync that the service has begun because the sources of an agent changed. */
interface SharedSync {
  readonly version: number;
  readonly listeners: Set<SyncOptions>;
  readonly report: Promise<SyncReport>;
}

/**
 * Whoever applies an agent and then asks for a sync, as commands do, gets the one that the service has already begun,
 * with its steps and its report, instead of a second one that finds nothing to do.
 */
export function shareRequestedSyncs(sync: Sync): Sync {
  const shared = new Map<string, SharedSync>();

  function begin(agent: AgentRecord, options: SyncOptions): Promise<SyncReport> {
    const listeners = new Set([options]);
    const report = sync(agent, {
      ...options,
      // What changes from now on would not be in it.
      onRead: () => {
        shared.delete(agent.id);
        options.onRead?.();
      },
      onStep: (step) => listeners.forEach(({ onStep }) => onStep?.(step)),
      onEmbedded: (step) => listeners.forEach(({ onEmbedded }) => onEmbedded?.(step)),
    }).finally(() => shared.delete(agent.id));
    shared.set(agent.id, { version: agent.version, listeners, report });
    return report;
  }

  return (agent, options) => {
    if (options.isRequested) return begin(agent, options);
    const running = shared.get(agent.id);
    if (running?.version !== agent.version || options.only !== undefined) return sync(agent, options);
    running.listeners.add(options);
    return running.report;
  };
}
