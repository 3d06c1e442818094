import { setTimeout as wait } from "node:timers/promises";
import type { Log } from "@servicechat/knowledge";
import type { Demo } from "./demo-agent.ts";
import type { Services } from "../open-services.ts";

/** So long after a start the demo's documents get their vectors. */
const embeddingDelayMs = 10_000;
/** A question waits so long for documents at most. They take a second; on a machine that does much else, some more. */
const maxPatienceMs = 10_000;

/** The demo's documents, which are read while the service runs already. */
interface DemoReading {
  /** Reads them, then makes their vectors. A stop ends it; the next start goes on. Never rejects. */
  begin(signal: AbortSignal): Promise<void>;
  /** Waits, for a while, until those of the agent were read: what is asked sooner would find nothing. At once for any other agent. */
  untilRead(agentId: string): Promise<void>;
}

/** Makes the reading, which begins later. */
export function createDemoReading(
  { storage, knowledge, log }: Pick<Services, "storage" | "knowledge"> & { readonly log: Log },
  demo: Pick<Demo, "guide" | "shop">,
): DemoReading {
  const agentIds = [demo.guide, ...(demo.shop ? [demo.shop] : [])].map(({ agentId }) => agentId);
  const readings = new Map(agentIds.map((agentId) => [agentId, Promise.withResolvers<void>()]));

  async function read(agentId: string, signal: AbortSignal, embedAfter: Promise<unknown>): Promise<void> {
    const isRead = (): void => {
      readings.get(agentId)?.resolve();
      readings.delete(agentId);
    };
    try {
      const agent = await storage.agents.find(agentId);
      const onStep = ({ done, total }: { readonly done: number; readonly total: number }) => {
        if (done === total) isRead();
      };
      if (agent) await knowledge.sync(agent, { signal, embedAfter, onStep });
    } finally {
      isRead();
    }
  }

  return {
    async begin(signal) {
      // All are read at once, which takes a moment. Vectors take a minute of one core, and are made when the start is over.
      const embedAfter = wait(embeddingDelayMs, undefined, { signal, ref: false });
      embedAfter.catch(() => undefined); // a stop, which the sync hears of as well
      try {
        await Promise.all(agentIds.map((agentId) => read(agentId, signal, embedAfter)));
      } catch (cause) {
        if (!signal.aborted) log.warn({ err: cause }, "the demo's documents could not be read");
      }
    },
    async untilRead(agentId) {
      const reading = readings.get(agentId);
      if (reading) await Promise.race([reading.promise, wait(maxPatienceMs, undefined, { ref: false })]);
    },
  };
}
