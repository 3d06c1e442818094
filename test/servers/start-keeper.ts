import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Socket } from "node:net";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { KeptServers } from "./kept-servers.ts";

const keeperFile = fileURLToPath(new URL("keep-servers.ts", import.meta.url));

/** The process that manages the servers. It ends and cleans up automatically when this process has ended. */
export interface Keeper {
  readonly servers: KeptServers;
  /** Makes it clean up now. @throws Error if something was left behind */
  stop(): Promise<void>;
}

/** Chooses or starts the servers for a test run. @throws Error if a configured one cannot be used */
export async function startKeeper(): Promise<Keeper> {
  // Detached, so that Ctrl+C in a terminal does not reach it: the end of its input tells it to end.
  const keeper = spawn(process.execPath, [keeperFile], { detached: true, stdio: ["pipe", "pipe", "pipe"] });
  const gone = once(keeper, "exit");
  let complaint = "";
  keeper.stderr.on("data", (chunk: Buffer) => (complaint += chunk.toString()));
  const said = once(createInterface({ input: keeper.stdout }), "line");
  const [line] = (await Promise.race([said, once(keeper, "close").then(() => [])])) as [string?];
  if (line === undefined) throw new Error(complaint.trim());
  // It keeps nobody running who forgets to stop it.
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
