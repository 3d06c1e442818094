import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Socket } from "node:net";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { KeptServers } from "./kept-servers.ts";

const keeperFile = fileURLToPath(new URL("keep-servers.ts", import.meta.url));

/** The process that keeps the servers. It ends by itself, and tidies up, when this process has ended. */
export interface Keeper {
  readonly servers: KeptServers;
  /** Has it tidy up now. @throws Error when something was left behind */
  stop(): Promise<void>;
}

/** Has the servers for a run of tests chosen or started. @throws Error when one that was named cannot be used */
export async function startKeeper(): Promise<Keeper> {
  // Detached, so that Ctrl+C in a terminal does not reach it: it is told to end by the end of its input.
  const keeper = spawn(process.execPath, [keeperFile], { detached: true, stdio: ["pipe", "pipe", "pipe"] });
  const gone = once(keeper, "exit");
  let complaint = "";
  keeper.stderr.on("data", (chunk: Buffer) => (complaint += chunk.toString()));
  const said = once(createInterface({ input: keeper.stdout }), "line");
  const [line] = (await Promise.race([said, once(keeper, "close").then(() => [])])) as [string?];
  if (line === undefined) throw new Error(complaint.trim());
  // It holds up nobody who forgets to stop it.
  keeper.unref();
  for (const pipe of [keeper.stdin, keeper.stdout, keeper.stderr]) (pipe as Socket).unref();
  return {
    servers: JSON.parse(line) as KeptServers,
    async stop() {
      keeper.ref();
      keeper.stdin.end();
      const [code] = await gone;
      if (code !== 0) throw new Error(complaint.trim());
    },
  };
}
