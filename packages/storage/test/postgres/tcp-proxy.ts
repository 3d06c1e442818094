import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** Stands between a client and a database, and can be made as unreliable as a network. */
interface TcpProxy extends AsyncDisposable {
  /** The database's address, through the proxy. */
  readonly url: string;
  /** Breaks every connection and refuses new ones. */
  cut(): void;
  /** Stops passing bytes, as if a machine lost its power: nobody is notified. */
  stall(): void;
  /** Works again, for new connections. */
  mend(): void;
}

/** Starts a proxy on this machine. */
export async function startTcpProxy(target: string): Promise<TcpProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let state: "mended" | "cut" | "stalled" = "mended";

  const server = createServer((near) => {
    sockets.add(near.on("error", () => {}));
    if (state === "cut") return near.destroy();
    if (state === "stalled") return near.pause();
    const far = connect(Number(port || 5432), hostname);
    sockets.add(far.on("error", () => {}));
    near.pipe(far).pipe(near);
    near.once("close", () => far.destroy());
    return far.once("close", () => near.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");

  const url = new URL(target);
  url.hostname = "127.0.0.1";
  url.port = String((server.address() as AddressInfo).port);

  function breakAll(): void {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  }

  return {
    url: url.href,
    cut() {
      state = "cut";
      breakAll();
    },
    stall() {
      state = "stalled";
      for (const socket of sockets) socket.unpipe().pause();
    },
    mend() {
      state = "mended";
    },
    async [Symbol.asyncDispose]() {
      breakAll();
      server.close();
      await once(server, "close");
    },
  };
}
