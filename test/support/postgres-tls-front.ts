import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { TLSSocket } from "node:tls";
import type { Certificate } from "./self-signed-certificate.ts";

interface PostgresTlsFront extends AsyncDisposable {
  readonly port: number;
}

/** What a client sends first to request TLS: its length and SSLRequest (PostgreSQL's protocol, message formats). */
const wantsTls = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/** Adds TLS on loopback in front of a PostgreSQL without it. Connections without TLS are refused. */
export async function startPostgresTlsFront(
  certificate: Certificate,
  url: string,
): Promise<PostgresTlsFront> {
  const { hostname: host, port } = new URL(url);
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on("error", () => socket.destroy()).on("close", () => sockets.delete(socket));
  };
  const server = createServer((socket) => {
    keep(socket).once("data", (first: Buffer) => {
      if (!first.equals(wantsTls)) return socket.destroy();
      socket.write("S");
      const { key, cert } = certificate;
      const open = keep(new TLSSocket(socket, { isServer: true, key, cert }));
      const database = keep(connect({ host, port: Number(port || 5432) }));
      open.pipe(database).pipe(open);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
