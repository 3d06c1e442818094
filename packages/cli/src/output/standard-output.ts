import { writeFileSync } from "node:fs";
import { Socket } from "node:net";
import type { Sink } from "./print.ts";
import { reasonOf } from "@servicechat/contract";

/**
 * Standard output of this process. If something cannot be written, for example because the disk is full, standard error
 * says so once and the exit code becomes 1; the command still finishes its work.
 */
export function openStandardOutput(): Sink {
  const { stdout, stderr } = process;
  // There is nowhere left to report it.
  stderr.on("error", () => undefined);
  stdout.on("error", failed);
  // If a file's disk fills up, Node's own stream treats a partial write as complete.
  return { write: stdout instanceof Socket ? (text) => stdout.write(text) : writeWhole };
}

function writeWhole(text: string): void {
  try {
    writeFileSync(process.stdout.fd, text);
  } catch (error) {
    failed(error);
  }
}

let hasFailed = false;

function failed(error: unknown): void {
  // A reader that has seen enough, such as `head`, closes the pipe, which is not a failure.
  if (hasFailed || (error instanceof Error && "code" in error && error.code === "EPIPE")) return;
  hasFailed = true;
  process.exitCode = 1;
  process.stderr.write(`The command succeeded, but its output could not be written: ${reasonOf(error)}.\n`);
}
