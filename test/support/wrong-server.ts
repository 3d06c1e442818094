import { createServer } from "node:http";
import { listenOnLoopback } from "./listen-on-loopback.ts";

/** A server that responds to everything in the same way. */
export async function startWrongServer(
  status: number,
  body: string,
): Promise<{ readonly baseUrl: string } & AsyncDisposable> {
  const server = createServer((_request, response) => {
    response.writeHead(status, { "Content-Type": "application/json" }).end(body);
  });
  return listenOnLoopback(server);
}
