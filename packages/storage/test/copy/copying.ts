import { writeSync } from "node:fs";
import { copyToPostgres } from "../../src/copy/index.ts";

/*
 * A separate process for the tests: copies the file given as its first argument, and pauses in the middle, with half of
 * the messages written, until it is killed.
 */
const [, , file = "", url = "", schema = ""] = process.argv;

await copyToPostgres({
  file,
  url,
  schema,
  now: () => Date.now(),
  onProgress({ table, step, rows, of }) {
    if (table !== "messages" || step !== "copying" || rows * 2 < of) return;
    writeSync(1, "half\n");
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  },
});
