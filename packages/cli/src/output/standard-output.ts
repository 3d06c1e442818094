import { writeFileSync } from "node:fs";
import { Socket } from "node:net";
import type { Sink } from "./print.ts";
import { reasonOf } from "@servicechat/contract";

/**
 * Standard output of this process. What could not be written, as on a full disk, is said once on standard error and makes
 * the exit code 1; the command's work goes on to its end.
 */
export function openStandardOutput(): Sink {
  const { stdout, stderr } = process;
  // Then there is nowhere left to say anything.
  stderr.on("error", () => undefined);
  stdout.on("error", failed);
  // Of a file on a disk that fills up, Node's own stream takes for written what was written only in part.
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
  // A reader that has seen enough, such as `head`, closes the pipe: that is no failure.
  if (hasFailed || (error instanceof Error && "code" in error && error.code === "EPIPE")) return;
  hasFailed = true;
  process.exitCode = 1;
  process.stderr.write(`The command succeeded, but its output could not be written: ${reasonOf(error)}.\n`);
}
