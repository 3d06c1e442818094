import type { Server } from "node:http";

/** Where a test's own server listens. Disposing it ends its connections too. */
export interface Listening extends AsyncDisposable {
  readonly port: number;
  /** Without a trailing slash. */
  readonly baseUrl: string;
}

/** Lets an HTTP server listen on a free port of this machine. */
export async function listenOnLoopback(server: Server): Promise<Listening> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("a server without a port");
  return {
    port: address.port,
    baseUrl: `http://127.0.0.1:${address.port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
