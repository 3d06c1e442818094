import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";

/*
 * A thread with a connection that can only read. Each message asks for the rows of one statement. A statement is over
 * before the next one begins, so that an erasure never waits for long.
 */

const database = new DatabaseSync(String(workerData), { readOnly: true, timeout: 5000 });
database.exec("pragma query_only = on; pragma temp_store = memory; pragma cache_size = -16000");

interface ReadRequest {
  readonly id: number;
  readonly text: string;
  readonly values: readonly SQLInputValue[];
}

parentPort?.on("message", ({ id, text, values }: ReadRequest) => {
  try {
    parentPort?.postMessage({ id, rows: database.prepare(text).all(...values) });
  } catch (error) {
    const { message, errcode } = error as Error & { readonly errcode?: number };
    parentPort?.postMessage({ id, error: { message, errcode } });
  }
});
