import { readFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { parseKnownVectors, type KnownVectors, type Log, type SyncOptions } from "@servicechat/knowledge";
import type { Demo } from "./demo-agent.ts";
import type { Services } from "../open-services.ts";

/** The vectors of the demo's documents, which come with them: making them takes a minute of one core. */
const vectorsFile = new URL("document-vectors.txt", import.meta.url);
/** So long after a start the vectors are made that did not come along: documents were changed. */
const embeddingDelayMs = 10_000;
/** A question waits so long for documents at most. They take a second; on a machine that does much else, some more. */
const maxPatienceMs = 10_000;

/** The demo's documents, which are read while the service runs already. */
interface DemoReading {
  /** Reads them, then makes the vectors that they lack. A stop ends it; the next start goes on. Never rejects. */
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

  async function read(
    agentId: string,
    options: Pick<SyncOptions, "signal" | "embedAfter" | "knownVectors">,
  ): Promise<void> {
    const onRead = (): void => {
      readings.get(agentId)?.resolve();
      readings.delete(agentId);
    };
    try {
      const agent = await storage.agents.find(agentId);
      if (agent) await knowledge.sync(agent, { ...options, onRead });
    } finally {
      onRead();
    }
  }

  return {
    async begin(signal) {
      // All are read at once, which takes a moment. Making vectors takes a core, and waits until the start is over.
      const embedAfter = wait(embeddingDelayMs, undefined, { signal, ref: false });
      embedAfter.catch(() => undefined); // a stop, which the sync hears of as well
      try {
        const knownVectors = await readKnownVectors();
        await Promise.all(agentIds.map((agentId) => read(agentId, { signal, embedAfter, knownVectors })));
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

async function readKnownVectors(): Promise<KnownVectors> {
  return parseKnownVectors(await readFile(vectorsFile, "utf8"));
}
