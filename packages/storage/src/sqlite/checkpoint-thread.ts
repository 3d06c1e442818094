import { DatabaseSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";

/*
 * A thread with its own connection. Each message requests one checkpoint, `passive` or one that cuts the log to nothing
 * (`truncate`), and gets one answer; `null` ends the thread. A checkpoint that fails, as on a full disk, has moved less
 * or nothing: the next one continues, and no commit depends on it.
 */

const database = new DatabaseSync(String(workerData));
database.exec("pragma synchronous = normal");
const checkpoints = {
  passive: database.prepare("pragma wal_checkpoint(passive)"),
  truncate: database.prepare("pragma wal_checkpoint(truncate)"),
};

parentPort?.on("message", (message: keyof typeof checkpoints | null) => {
  if (message === null) {
    database.close();
    parentPort?.close();
    return;
  }
  try {
    parentPort?.postMessage(checkpoints[message].get());
  } catch (error) {
    parentPort?.postMessage({ failure: error instanceof Error ? error.message : String(error) });
  }
});
