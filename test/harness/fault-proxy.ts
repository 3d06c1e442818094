import { connect, createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";

/** What the network does to connections. Can be changed while they are open. */
export interface NetworkFault {
  /** Each chunk arrives this many milliseconds later. */
  readonly delayMs?: number;
  /** Chunks from the server are cut to this many bytes, one each second. */
  readonly bytesPerSecond?: number;
  /** The connection is reset once the server has sent this many bytes. */
  readonly cutAfterBytes?: number;
  /** A request that contains this text arrives, but instead of receiving the response, the connection is reset. */
  readonly loseAnswerTo?: string;
  /** New connections are reset at once, as if nothing listens. */
  readonly refuse?: boolean;
  /** Nothing is forwarded in either direction, and no connection ends. */
  readonly stall?: boolean;
}

/** A proxy between two parts of the service that breaks what a test wants broken. */
export interface FaultProxy extends AsyncDisposable {
  readonly port: number;
  set(fault: NetworkFault): void;
  /** Resets every open connection. */
  cut(): void;
  /** Ends the server's half of every open connection, like a server that shuts down. */
  halfClose(): void;
}

/** Starts a proxy on loopback in front of a server, initially without a fault. */
export async function startFaultProxy(target: {
  readonly host?: string;
  readonly port: number;
}): Promise<FaultProxy> {
  let fault: NetworkFault = {};
  const open = new Set<{ readonly near: Socket; readonly far: Socket }>();
  const waiting = new Set<() => void>();
  /** Connections to the server with requests that must not be answered. */
  const unanswered = new WeakSet<Socket>();

  /** Resolves when nothing is stalled. */
  const flowing = () =>
    fault.stall ? new Promise<void>((resolve) => waiting.add(resolve)) : Promise.resolve();

  async function carry(from: Socket, to: Socket, isAnswer: boolean): Promise<void> {
    let sent = 0;
    for await (const piece of from as AsyncIterable<Buffer>) {
      if (!isAnswer && fault.loseAnswerTo !== undefined && piece.includes(fault.loseAnswerTo))
        unanswered.add(to);
      if (isAnswer && unanswered.has(from)) return reset(from, to);
      for (const part of isAnswer && fault.bytesPerSecond ? slices(piece, fault.bytesPerSecond) : [piece]) {
        await flowing();
        if (isAnswer && fault.bytesPerSecond) await pause(1000);
        if (fault.delayMs) await pause(fault.delayMs);
        if (to.destroyed) return;
        to.write(part);
        sent += part.length;
        if (isAnswer && fault.cutAfterBytes !== undefined && sent >= fault.cutAfterBytes)
          return reset(from, to);
      }
    }
    await flowing();
    to.end();
  }

  const server = createServer({ allowHalfOpen: true }, (near) => {
    if (fault.refuse) return near.resetAndDestroy();
    const far = connect({ host: target.host ?? "127.0.0.1", port: target.port, allowHalfOpen: true });
    const pair = { near, far };
    open.add(pair);
    const close = () => {
      open.delete(pair);
      reset(near, far);
    };
    for (const socket of [near, far]) socket.on("error", close).on("close", () => open.delete(pair));
    carry(near, far, false).catch(close);
    carry(far, near, true).catch(close);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  function cut(): void {
    for (const { near, far } of open) reset(near, far);
    open.clear();
  }

  return {
    port: (server.address() as AddressInfo).port,
    set(next) {
      fault = next;
      if (fault.stall) return;
      for (const go of waiting) go();
      waiting.clear();
    },
    cut,
    halfClose() {
      for (const { near } of open) near.end();
    },
    async [Symbol.asyncDispose]() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function reset(...sockets: readonly Socket[]): void {
  for (const socket of sockets) if (!socket.destroyed) socket.resetAndDestroy();
}

function slices(bytes: Buffer, size: number): Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
