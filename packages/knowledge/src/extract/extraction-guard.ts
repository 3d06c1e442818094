import { parentPort, workerData } from "node:worker_threads";
import { outOfTime, type ReaderLimits } from "./reader-limits.ts";

/*
 * A thread beside the one that reads: it notices what a busy process cannot. Files are unpacked into buffers, which no
 * heap limit counts; and the parent process may be gone while this one is still reading.
 */

/** The guard's configuration. */
export interface Guarded extends ReaderLimits {
  /** Of the process that waits for the text. */
  readonly parentId: number;
}

/** A message to the guard: a task was started, or ended. */
export type GuardNews = "begun" | "ended";

/** Between two looks, in milliseconds: what a document can unpack meanwhile comes on top. */
const checkEveryMs = 100;

const { maxMegabytes, maxSeconds, parentId } = workerData as Guarded;
const maxBytes = process.memoryUsage.rss() + maxMegabytes * 1024 * 1024;
/** The processor time at the start of the task; `undefined` between two. */
let atBegin: NodeJS.CpuUsage | undefined;

// Others may leave this process little time, which is not the document's fault: only what it uses counts.
const usedSeconds = () => {
  const { user, system } = process.cpuUsage(atBegin);
  return (user + system) / 1e6;
};

parentPort?.on("message", (news: GuardNews) => {
  atBegin = news === "begun" ? process.cpuUsage() : undefined;
});

setInterval(() => {
  if (atBegin && usedSeconds() > maxSeconds) process.kill(process.pid, outOfTime);
  const isAbandoned = process.ppid !== parentId;
  if (isAbandoned || process.memoryUsage.rss() > maxBytes) process.kill(process.pid, "SIGKILL");
}, checkEveryMs);
