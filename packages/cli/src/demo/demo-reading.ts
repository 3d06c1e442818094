import type { Knowledge, Log, SyncOptions } from "@servicechat/knowledge";
import type { Demo } from "./demo-agent.ts";
import type { Services } from "../open-services.ts";

/** Reads the demo's documents while the service is already running. */
interface DemoReading {
  /**
   * Reads them, then computes missing vectors, once `embedAfter` resolves; until then they are found by their words. A stop
   * interrupts it; the next start continues. Never rejects.
   */
  begin(options: { readonly signal: AbortSignal; readonly embedAfter: Promise<void> }): Promise<void>;
  /**
   * Waits until the agent's documents have been read, or could not be: of half of them, the nearest passage may be a wrong
   * answer. That takes a second, longer on a busy machine. Returns immediately for all other agents.
   */
  untilRead(agentId: string): Promise<void>;
}

/** Creates the reading, which begins later. */
export function createDemoReading(
  {
    storage,
    knowledge,
    log,
  }: Pick<Services, "storage"> & {
    readonly knowledge: Pick<Knowledge, "sync">;
    readonly log: Log;
  },
  demo: Pick<Demo, "guide" | "shop">,
): DemoReading {
  const agentIds = [demo.guide, ...(demo.shop ? [demo.shop] : [])].map(({ agentId }) => agentId);
  const readings = new Map(agentIds.map((agentId) => [agentId, Promise.withResolvers<void>()]));

  async function read(agentId: string, options: Pick<SyncOptions, "signal" | "embedAfter">): Promise<void> {
    const onRead = (): void => {
      readings.get(agentId)?.resolve();
      readings.delete(agentId);
    };
    try {
      const agent = await storage.agents.find(agentId);
      if (agent) await knowledge.sync(agent, { ...options, onRead, isUnrecorded: true });
    } finally {
      onRead();
    }
  }

  return {
    async begin({ signal, embedAfter }) {
      // All are read at once, which is quick.
      try {
        await Promise.all(agentIds.map((agentId) => read(agentId, { signal, embedAfter })));
      } catch (cause) {
        if (!signal.aborted) log.warn({ err: cause }, "the demo's documents could not be read");
      }
    },
    async untilRead(agentId) {
      await readings.get(agentId)?.promise;
    },
  };
}
