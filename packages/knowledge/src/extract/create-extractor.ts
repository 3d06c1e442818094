import { Worker } from "node:worker_threads";
import type { ExtractedDocument, RawDocument } from "./extract-document.ts";
import type { ExtractionAnswer } from "./extraction-worker.ts";
import { ReadingFault } from "./reading-fault.ts";

/** Reads documents one after another, away from the thread that serves visitors. */
export interface Extractor extends AsyncDisposable {
  /** @throws ReadingFault when the document cannot be read; the signal's reason when it was aborted. */
  extract(document: RawDocument, signal?: AbortSignal): Promise<ExtractedDocument>;
}

const mostMegabytes = 1024;

/**
 * An extractor with one worker thread, started with the first document. A document that takes too long or too
 * much memory costs the worker its life and only itself: the next one gets a new worker.
 */
export function createExtractor({ mostSeconds = 60 }: { readonly mostSeconds?: number } = {}): Extractor {
  let worker: Worker | undefined;

  const stop = async () => {
    const stopping = worker;
    worker = undefined;
    await stopping?.terminate();
  };

  return {
    async extract(document, signal) {
      signal?.throwIfAborted();
      worker ??= startWorker();
      try {
        return await ask(worker, { document, mostSeconds, signal });
      } catch (error) {
        if (!(error instanceof ReadingFault && error.cause === undefined)) await stop();
        throw error;
      }
    },
    [Symbol.asyncDispose]: stop,
  };
}

function startWorker(): Worker {
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
  readonly document: RawDocument;
  readonly mostSeconds: number;
  readonly signal: AbortSignal | undefined;
}

/** A fault with a cause says that the worker is no longer fit for use. */
function ask(worker: Worker, { document, mostSeconds, signal }: Question): Promise<ExtractedDocument> {
  const { promise, resolve, reject } = Promise.withResolvers<ExtractedDocument>();
  const onAnswer = (answer: ExtractionAnswer) =>
    "extracted" in answer ? resolve(answer.extracted) : reject(new ReadingFault(answer.fault));
  const onError = (cause: unknown) =>
    reject(new ReadingFault("The file is too large or too damaged to be read.", { cause }));
  const onExit = (code: number) => onError(new Error(`The worker ended with code ${code}.`));
  const onAbort = () => reject(signal?.reason);
  const timer = setTimeout(() => {
    const sentence = `Reading the file took longer than ${mostSeconds} seconds.`;
    reject(new ReadingFault(sentence, { cause: "timeout" }));
  }, mostSeconds * 1000);

  worker.on("message", onAnswer).on("error", onError).on("exit", onExit);
  signal?.addEventListener("abort", onAbort, { once: true });
  worker.postMessage(document);
  return promise.finally(() => {
    clearTimeout(timer);
    worker.off("message", onAnswer).off("error", onError).off("exit", onExit);
    signal?.removeEventListener("abort", onAbort);
  });
}
