import { connect } from "node:net";
import type { Socket } from "node:net";
import { Worker } from "node:worker_threads";

/** A host that does not respond to connection attempts, like one behind a firewall that drops packets. */
interface UnansweringHost extends AsyncDisposable {
  readonly port: number;
}

/** Listens, and then never accepts a connection, since its thread sleeps forever. */
const listening = `
  const { createServer } = require("node:net");
  const { parentPort } = require("node:worker_threads");
  const server = createServer();
  server.listen({ host: "127.0.0.1", port: 0, backlog: 1 }, () => {
    parentPort.postMessage(server.address().port);
    setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
  });`;

/** The kernel itself accepts a few connections for a sleeping thread; after those, all others wait. */
export async function startUnansweringHost(): Promise<UnansweringHost> {
  const worker = new Worker(listening, { eval: true });
  const port = await new Promise<number>((resolve) => worker.once("message", resolve));
  const taken: Socket[] = [];
  while (await isTaken(port, taken)) if (taken.length > 100) throw new Error("every connection was taken");
  return {
    port,
    async [Symbol.asyncDispose]() {
      for (const socket of taken) socket.destroy();
      await worker.terminate();
    },
  };
}

function isTaken(port: number, taken: Socket[]): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true));
    socket.on("error", () => resolve(false));
    // What has arrived by then is heard before the answer, even if this process was held up.
    setTimeout(() => setImmediate(() => resolve(false)), 1000);
    taken.push(socket);
  });
}
