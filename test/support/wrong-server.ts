import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A server that answers everything alike. */
export async function startWrongServer(
  status: number,
  body: string,
): Promise<{ readonly baseUrl: string } & AsyncDisposable> {
  const server = createServer((_request, response) => {
    response.writeHead(status, { "Content-Type": "application/json" }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
