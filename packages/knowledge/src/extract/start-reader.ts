import { fork, type ChildProcess } from "node:child_process";
import { constants, setPriority } from "node:os";
import { codeCache } from "../code-cache.ts";
import type { ReaderLimits } from "./reader-limits.ts";

const program = new URL("./extraction-process.ts", import.meta.url);

/**
 * Starts a process that reads documents for this one. Foreign bytes go through large libraries in there, so it has
 * nothing of the environment, where the secrets are, and yields the processor to whatever serves visitors. It ends when
 * this process is gone, or when its channel is closed.
 *
 * @throws when the machine has no room for another process
 */
export function startReader({ maxMegabytes, maxSeconds }: ReaderLimits): ChildProcess {
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
