import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { expect, test } from "vitest";
import { readUnacknowledged } from "../src/http/read-unacknowledged.ts";
import { watchReaders } from "../src/http/watch-readers.ts";

const wholeBytes = 12 * 1024 * 1024;

/** The handle below a socket. */
interface Handle {
  readonly fd: number;
  readonly bytesWritten: number;
  readonly writeQueueSize: number;
}

/**
 * Sends 12 MB over the system's own sockets to a reader that takes a piece of up to 64 KB at a time, and says how much
 * has come when the connection has ended.
 *
 * @param sending called with the answer when it begins
 * @param afterPiece called after each piece, when the service has had time to write on
 */
async function readInPieces(
  sending: (response: ServerResponse) => void,
  afterPiece: (response: ServerResponse) => Promise<void>,
): Promise<number> {
  let response: ServerResponse | undefined;
  const server = createServer((_, answer) => {
    response = answer;
    sending(answer);
    answer.end(Buffer.alloc(wholeBytes));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1").pause();
  socket.on("error", () => undefined);
  socket.write("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  while (await nextPiece(socket)) {
    for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
    if (response) await afterPiece(response);
  }
  server.close();
  return socket.bytesRead;
}

function nextPiece(socket: Socket): Promise<boolean> {
  return new Promise((resolve) => {
    const onData = () => done(true);
    const onClose = () => done(false);
    function done(hasCome: boolean): void {
      socket.pause().off("data", onData).off("close", onClose);
      resolve(hasCome);
    }
    if (socket.destroyed) return resolve(false);
    socket.once("close", onClose).on("data", onData).resume();
  });
}

/** How many pieces are read, at most, from one growth of a number by 2 KB to the next. */
function createStandstill() {
  let last = -Infinity;
  let pieces = 0;
  let longest = 0;
  return {
    add(bytes: number): void {
      if (bytes - last < 2048) return void (longest = Math.max(longest, ++pieces));
      last = bytes;
      pieces = 0;
    },
    longest: () => longest,
  };
}

test.skipIf(process.platform !== "linux")(
  "a reader for whom the kernel buffers megabytes, and who keeps reading, gets all of it, however long it takes",
  async () => {
    // The kernel accepts more from the service only once a third of its buffer has been read. It reports what has been
    // read sooner.
    const [kernel, reader] = [createStandstill(), createStandstill()];
    await readInPieces(
      () => undefined,
      async ({ socket }) => {
        const handle = (socket as (Socket & { readonly _handle?: Handle | null }) | null)?._handle;
        if (!handle || handle.writeQueueSize === 0) return;
        const taken = handle.bytesWritten - handle.writeQueueSize;
        kernel.add(taken);
        reader.add(taken - ((await readUnacknowledged([handle.fd])).get(handle.fd) ?? 0));
      },
    );
    expect(kernel.longest()).toBeGreaterThan(2 * reader.longest());

    // A piece is a millisecond here, and the time of grace lies between the two.
    let now = 0;
    const watch = watchReaders(
      { graceMs: (kernel.longest() + reader.longest()) / 2, wholeMs: 50 },
      { now: () => now, readUnacknowledged },
    );
    const read = await readInPieces(
      (response) => watch.watch(response, watch.sentBefore(response)),
      async () => {
        now++;
        await watch.check();
      },
    );
    expect(read).toBeGreaterThan(wholeBytes);
  },
);
