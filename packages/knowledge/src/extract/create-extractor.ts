import { Worker } from "node:worker_threads";
import type { ExtractedDocument, RawDocument } from "./extract-document.ts";
import type { ExtractionAnswer, ExtractionTask } from "./extraction-worker.ts";
import type { Sitemap } from "./parse-sitemap.ts";
import { ReadingFault } from "./reading-fault.ts";
import { watchMemory } from "./watch-memory.ts";

/** Reads documents one after another, away from the thread that serves visitors. */
export interface Extractor extends AsyncDisposable {
  /** @throws ReadingFault when the document cannot be read; the signal's reason when it was aborted. */
  extract(document: RawDocument, signal?: AbortSignal): Promise<ExtractedDocument>;
  /** @throws as `extract` does */
  readSitemap(bytes: Uint8Array, signal?: AbortSignal): Promise<Sitemap>;
}

/**
 * An extractor with one worker thread, started with the first document. A document that takes too long or too
 * much memory costs the worker its life and only itself: the next one gets a new worker.
 */
export function createExtractor({
  mostSeconds = 60,
  mostMegabytes = 1024,
}: { readonly mostSeconds?: number; readonly mostMegabytes?: number } = {}): Extractor {
  let worker: Worker | undefined;

  const stop = async () => {
    const stopping = worker;
    worker = undefined;
    await stopping?.terminate();
  };

  const run = async (task: ExtractionTask, signal: AbortSignal | undefined) => {
    signal?.throwIfAborted();
    worker ??= startWorker(mostMegabytes);
    try {
      return await ask(worker, { task, mostSeconds, mostMegabytes, signal });
    } catch (error) {
      if (!(error instanceof ReadingFault && error.cause === undefined)) await stop();
      throw error;
    }
  };

  return {
    extract: async (document, signal) => (await run({ document }, signal)) as ExtractedDocument,
    readSitemap: async (bytes, signal) => (await run({ sitemap: bytes }, signal)) as Sitemap,
    [Symbol.asyncDispose]: stop,
  };
}

function startWorker(mostMegabytes: number): Worker {
  const worker = new Worker(new URL("./extraction-worker.ts", import.meta.url), {
    execArgv: [],
    // Libraries in there print warnings, which would spoil the output of a command.
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: mostMegabytes },
  });
  worker.stdout.resume();
  worker.stderr.resume();
  return worker;
}

interface Question {
  readonly task: ExtractionTask;
  readonly mostSeconds: number;
  readonly mostMegabytes: number;
  readonly signal: AbortSignal | undefined;
}

/** A fault with a cause says that the worker is no longer fit for use. */
function ask(
  worker: Worker,
  { task, mostSeconds, mostMegabytes, signal }: Question,
): Promise<ExtractedDocument | Sitemap> {
  const { promise, resolve, reject } = Promise.withResolvers<ExtractedDocument | Sitemap>();
  const onAnswer = (answer: ExtractionAnswer) =>
    "result" in answer ? resolve(answer.result) : reject(new ReadingFault(answer.fault));
  const onError = (cause: unknown) =>
    reject(new ReadingFault("The file is too large or too damaged to be read.", { cause }));
  const onExit = (code: number) => onError(new Error(`The worker ended with code ${code}.`));
  const onAbort = () => reject(signal?.reason);
  const timer = setTimeout(() => {
    const sentence = `Reading the file took longer than ${mostSeconds} seconds.`;
    reject(new ReadingFault(sentence, { cause: "timeout" }));
  }, mostSeconds * 1000);

  const stopWatching = watchMemory(worker, {
    mostMegabytes,
    onExceeded: () => onError(new Error(`The worker held more than ${mostMegabytes} MB.`)),
  });

  worker.on("message", onAnswer).on("error", onError).on("exit", onExit);
  signal?.addEventListener("abort", onAbort, { once: true });
  worker.postMessage(task);
  return promise.finally(() => {
    clearTimeout(timer);
    stopWatching();
    worker.off("message", onAnswer).off("error", onError).off("exit", onExit);
    signal?.removeEventListener("abort", onAbort);
  });
}
