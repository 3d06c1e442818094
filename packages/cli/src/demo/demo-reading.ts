import { readFile } from "node:fs/promises";
import { parseKnownVectors, type KnownVectors, type Log, type SyncOptions } from "@servicechat/knowledge";
import type { Demo } from "./demo-agent.ts";
import type { Services } from "../open-services.ts";

/** The precomputed vectors of the demo's documents: computing them takes a minute of one core. */
const vectorsFile = new URL("document-vectors.txt", import.meta.url);

/** Reads the demo's documents while the service is already running. */
interface DemoReading {
  /**
   * Reads them, then computes missing vectors, once `embedAfter` resolves. A stop interrupts it; the next start continues. Never
   * rejects.
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

  async function readAll(options: Pick<SyncOptions, "signal" | "embedAfter">): Promise<void> {
    let known: Promise<KnownVectors> | undefined;
    const knownVectors = (): Promise<KnownVectors> => (known ??= readKnownVectors());
    await Promise.all(agentIds.map((agentId) => read(agentId, { ...options, knownVectors })));
  }

  /**
   * On a first start, the first question must not wait for the model: the documents have their vectors, but a question does
   * not. Later starts load it with the first question, since it takes 300 MB. Never rejects, since a stop has to wait for the
   * reading.
   */
  async function loadModelAtFirst(signal: AbortSignal): Promise<void> {
    const { agentId } = demo.guide;
    try {
      if ((await storage.knowledge.documents(agentId)).length > 0) return;
      await knowledge.sketch(agentId, [{ question: "What is this?" }], { maxEmbedded: 1, signal });
    } catch {
      // If it cannot be loaded, the first question finds that out, and is answered without it.
    }
  }

  return {
    async begin({ signal, embedAfter }) {
      // All are read at once, which is quick.
      try {
        await Promise.all([loadModelAtFirst(signal), readAll({ signal, embedAfter })]);
      } catch (cause) {
        if (!signal.aborted) log.warn({ err: cause }, "the demo's documents could not be read");
      }
    },
    async untilRead(agentId) {
      await readings.get(agentId)?.promise;
    },
  };
}

async function readKnownVectors(): Promise<KnownVectors> {
  return parseKnownVectors(await readFile(vectorsFile, "utf8"));
}
