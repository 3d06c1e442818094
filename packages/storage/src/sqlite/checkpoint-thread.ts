import { DatabaseSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";

/*
 * A thread with its own connection. Each message requests one checkpoint; `null` ends it. A checkpoint that fails, as
 * on a full disk, has moved less or nothing: the next one continues, and no commit depends on it.
 */

const database = new DatabaseSync(String(workerData));
database.exec("pragma synchronous = normal");
const checkpoint = database.prepare("pragma wal_checkpoint(passive)");

parentPort?.on("message", (message: unknown) => {
  if (message === null) {
    database.close();
    parentPort?.close();
    return;
  }
  try {
    checkpoint.get();
  } catch {
    // Asked again soon.
  }
  parentPort?.postMessage("done");
});
