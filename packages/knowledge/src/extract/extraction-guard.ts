import { parentPort, workerData } from "node:worker_threads";
import { outOfTime, type ReaderLimits } from "./reader-limits.ts";

/*
 * A thread beside the one that reads: it sees what a process is too busy to see itself. Files are unpacked into buffers,
 * which no limit of the heap counts; and whoever started the process may be gone while it reads on.
 */

/** What the guard is told. */
export interface Guarded extends ReaderLimits {
  /** Of the process that waits for the text. */
  readonly parentId: number;
}

/** What the guard hears: whether a task was begun, or ended. */
export type GuardNews = "begun" | "ended";

/** Between two looks, in milliseconds: what a document can unpack meanwhile comes on top. */
const lookEveryMs = 100;

const { maxMegabytes, maxSeconds, parentId } = workerData as Guarded;
const maxBytes = process.memoryUsage.rss() + maxMegabytes * 1024 * 1024;
/** What the process had used when it began its task; `undefined` between two. */
let atBegin: NodeJS.CpuUsage | undefined;

// Others may leave this process little time, which is no fault of the document: only what it uses counts.
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
}, lookEveryMs);
