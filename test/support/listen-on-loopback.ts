import { once } from "node:events";
import type { Server } from "node:http";
import { freePort } from "../servers/free-port.ts";

/** Where a test's own server listens. Disposing it ends its connections too. */
export interface Listening extends AsyncDisposable {
  readonly port: number;
  /** Without a trailing slash. */
  readonly baseUrl: string;
}

/**
 * Lets an HTTP server listen on this machine.
 *
 * @param at the port; without it, a free one that nobody else gets by chance once the server has ended
 */
export async function listenOnLoopback(server: Server, at?: number): Promise<Listening> {
  const port = at ?? (await freePort());
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    port,
    baseUrl: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
