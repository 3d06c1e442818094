import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { constants, setPriority } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import type { ExtractedDocument, RawDocument } from "./extract-document.ts";
import type { ExtractionAnswer, ExtractionTask } from "./extraction-process.ts";
import type { PageTags, RawPage } from "./extract-tags.ts";
import type { Sitemap } from "./parse-sitemap.ts";
import { outOfTime } from "./reader-limits.ts";
import type { ReaderLimits } from "./reader-limits.ts";
import { ReadingError } from "./reading-error.ts";
import { codeCache } from "../code-cache.ts";

/** Reads documents one after another, away from the process that serves visitors. */
export interface Extractor extends AsyncDisposable {
  /** @throws ReadingError when the document cannot be read; the signal's reason when it was aborted. */
  extract(document: RawDocument, signal?: AbortSignal): Promise<ExtractedDocument>;
  /** @throws as `extract` does */
  readSitemap(bytes: Uint8Array, signal?: AbortSignal): Promise<Sitemap>;
  /** @throws as `extract` does */
  readTags(page: RawPage, signal?: AbortSignal): Promise<PageTags>;
}

interface Dependencies extends Partial<ReaderLimits> {
  /** Resolves after this many milliseconds; rejects when the signal is aborted. */
  readonly wait?: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
}

/** A machine that does much else leaves a reader little time: it may take at most this many times as long. */
const patience = 3;
/** Milliseconds before another process is started after one was lost, and after many in a row. */
const [minPauseMs, maxPauseMs] = [500, 30_000];

/**
 * An extractor with one process, started with the first document. A document that takes too long or too much memory
 * ends the process, but only that document fails: the next one gets a new process, as it does when something else ended
 * it. Starting one is work too, so each that is lost in a row doubles the pause before the next.
 */
export function createExtractor({
  maxSeconds = 60,
  maxMegabytes = 1024,
  wait = (ms, signal) => pause(ms, undefined, { signal }),
}: Dependencies = {}): Extractor {
  let reader: ChildProcess | undefined;
  /** Processes that were lost since the last document that one could be asked for. */
  let lost = 0;

  const start = async (signal: AbortSignal | undefined) => {
    if (lost > 0)
      await wait(Math.min(maxPauseMs, minPauseMs * 2 ** (lost - 1)), signal).catch(() =>
        signal?.throwIfAborted(),
      );
    const started = startReader({ maxMegabytes, maxSeconds });
    started.once("exit", () => {
      if (reader === started) reader = undefined;
    });
    return started;
  };

  const stop = async () => {
    const stopping = reader;
    reader = undefined;
    if (stopping?.kill("SIGKILL")) await once(stopping, "exit");
  };

  const run = async (task: ExtractionTask, signal: AbortSignal | undefined) => {
    signal?.throwIfAborted();
    try {
      reader ??= await start(signal);
      signal?.throwIfAborted();
      const answer = await ask(reader, { task, maxSeconds, signal });
      lost = 0;
      return answer;
    } catch (error) {
      const isFit = error instanceof ReadingError && error.cause === undefined;
      if (isFit) lost = 0;
      else {
        await stop();
        if (!signal?.aborted) lost++;
      }
      throw error;
    }
  };

  return {
    extract: async (document, signal) => (await run({ document }, signal)) as ExtractedDocument,
    readSitemap: async (bytes, signal) => (await run({ sitemap: bytes }, signal)) as Sitemap,
    readTags: async (page, signal) => (await run({ page }, signal)) as PageTags,
    [Symbol.asyncDispose]: stop,
  };
}

interface Question {
  readonly task: ExtractionTask;
  readonly maxSeconds: number;
  readonly signal: AbortSignal | undefined;
}

/** An error with a cause says that the process is no longer fit for use. */
function ask(
  reader: ChildProcess,
  { task, maxSeconds, signal }: Question,
): Promise<ExtractedDocument | PageTags | Sitemap> {
  const { promise, resolve, reject } = Promise.withResolvers<ExtractedDocument | PageTags | Sitemap>();
  const onAnswer = (answer: ExtractionAnswer) =>
    "result" in answer ? resolve(answer.result) : reject(new ReadingError(answer.fault));
  const onError = (cause: unknown) =>
    reject(new ReadingError("The file is too large or too damaged to read.", { cause }));
  const onTimeout = () =>
    reject(
      new ReadingError(`Reading the file took longer than ${maxSeconds} seconds.`, { cause: "timeout" }),
    );
  const onExit = (code: number | null, killedBy: string | null) =>
    killedBy === outOfTime ? onTimeout() : onError(new Error(`The process ended with ${code ?? killedBy}.`));
  const onAbort = () => reject(signal?.reason);
  const timer = setTimeout(onTimeout, patience * maxSeconds * 1000);

  reader.on("message", onAnswer).on("error", onError).on("exit", onExit);
  signal?.addEventListener("abort", onAbort, { once: true });
  reader.send(task, (failed) => failed && onError(failed));
  return promise.finally(() => {
    clearTimeout(timer);
    reader.off("message", onAnswer).off("error", onError).off("exit", onExit);
    signal?.removeEventListener("abort", onAbort);
  });
}

const program = new URL("./extraction-process.ts", import.meta.url);

/**
 * Starts a process that reads documents for this one. Foreign bytes go through large libraries in there, so it has
 * nothing of the environment, where the secrets are, and yields the processor to whatever serves visitors. It ends when
 * this process is gone, or when its channel is closed.
 *
 * @throws when the machine has no room for another process
 */
function startReader({ maxMegabytes, maxSeconds }: ReaderLimits): ChildProcess {
  const reader = fork(program, [maxMegabytes, maxSeconds, process.pid].map(String), {
    env: codeCache(),
    execArgv: [`--max-old-space-size=${maxMegabytes}`],
    // Documents are bytes.
    serialization: "advanced",
    // Libraries in there print warnings, which would spoil the output of a command.
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  // One that cannot be started, or written to, is noticed while waiting for its answer.
  reader.on("error", () => undefined);
  if (reader.pid !== undefined) setPriority(reader.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  return reader;
}
