import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/** Systems choose the ports of outgoing connections from above these, and `fetch` refuses some below, the last 10080. */
const [lowest, highest] = [10_081, 32_000];

/** Test processes run side by side, and each chooses among its own ports. */
const processes = 16;
const ownPorts = Number(process.env["VITEST_POOL_ID"] ?? 0) % processes;
/** A port that is free now may be that of a server that is about to start, or to start again. */
const chosen = new Set<number>();

/**
 * A port of this machine that nobody listens on. It stays free while its server is down: no outgoing connection gets it
 * by chance, and none to it while it is closed can connect to itself, as happens in the range for outgoing connections.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(lowest, highest);
    if (port % processes !== ownPorts || chosen.has(port)) continue;
    chosen.add(port);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch {
    return false;
  }
  server.close();
  await once(server, "close");
  return true;
}
