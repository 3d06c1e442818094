import { connect } from "node:net";
import type { Socket } from "node:net";
import { Worker } from "node:worker_threads";

/** A host that answers no attempt to connect, like one behind a firewall that drops packets. */
interface UnansweringHost extends AsyncDisposable {
  readonly port: number;
}

/** Listens, and then never takes a connection again, since its thread sleeps for good. */
const listening = `
  const { createServer } = require("node:net");
  const { parentPort } = require("node:worker_threads");
  const server = createServer();
  server.listen({ host: "127.0.0.1", port: 0, backlog: 1 }, () => {
    parentPort.postMessage(server.address().port);
    setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
  });`;

/** The kernel itself takes a few connections for a sleeping thread; when those are taken, it lets every other one wait. */
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
    setTimeout(() => resolve(false), 200);
    taken.push(socket);
  });
}
