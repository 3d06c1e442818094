import type { Server } from "node:http";

/** Lets a server listen on a free port of loopback. Resolves to the port. */
export async function listenOnLoopback(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("a server without a port");
  return address.port;
}
