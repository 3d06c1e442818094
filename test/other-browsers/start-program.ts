import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** A program that runs until it is disposed, and no longer than this process. */
interface RunningProgram extends AsyncDisposable {
  /** The first line of its output that matches, or what its group matched. @throws after half a minute */
  said(pattern: RegExp): Promise<string>;
}

/** Ends the program, and everything it started, once the other end of the input is closed. */
const guard = '"$@" </dev/null & read -r line; kill -- -$$';

/** Starts one in a temporary home folder, which is removed with it. */
export async function startProgram(
  program: string,
  given: (home: string) => readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<RunningProgram> {
  const home = await mkdtemp(join(tmpdir(), "servicechat-browser-"));
  const folders = {
    HOME: home,
    XDG_CONFIG_HOME: home,
    XDG_CACHE_HOME: home,
    XDG_DATA_HOME: home,
    XDG_RUNTIME_DIR: home,
  };
  const child = spawn("sh", ["-c", guard, "sh", program, ...given(home)], {
    detached: true,
    env: { ...process.env, ...folders, ...environment },
  });
  const ended = new Promise((resolve) => child.once("close", resolve));
  const lines: string[] = [];
  const listeners = new Set<() => void>();
  for (const output of [child.stdout, child.stderr])
    createInterface(output).on("line", (line) => {
      lines.push(line);
      for (const listener of listeners) listener();
    });
  return {
    async said(pattern) {
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      const look = () => {
        const found = lines.map((line) => pattern.exec(line)).find((match) => match);
        if (found) resolve(found[1] ?? found[0]);
      };
      const timer = setTimeout(() => reject(new Error(`${program} said only: ${lines.join("\n")}`)), 30_000);
      listeners.add(look);
      look();
      return promise.finally(() => {
        clearTimeout(timer);
        listeners.delete(look);
      });
    },
    async [Symbol.asyncDispose]() {
      child.stdin.end();
      await ended;
      await rm(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
