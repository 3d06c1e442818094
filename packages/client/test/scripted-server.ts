import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { once } from "node:events";

/** A request as the scripted server saw it. */
interface SeenRequest {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The client's end of the connection that it came on. */
  readonly port: number | undefined;
}

/** Starts a loopback server that answers each request with the next step of a script, and remembers what it saw. */
export async function startScriptedServer(script: ((response: ServerResponse) => void)[]) {
  const seen: SeenRequest[] = [];
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    const { method, url: path, headers, socket } = request;
    seen.push({ method, path, headers, body, port: socket.remotePort });
    const step = script.shift();
    if (step) step(response);
    else response.writeHead(500).end("the script has ended");
  }
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    seen,
    close: async (): Promise<void> => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** A step that answers with JSON. */
export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}) =>
  (response: ServerResponse): void => {
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
  };

/** A step that answers with an event stream; `cut` breaks the connection instead of ending it. */
export const stream =
  (chunks: readonly string[], options: { headers?: Record<string, string>; cut?: boolean } = {}) =>
  (response: ServerResponse): void => {
    response.writeHead(200, { "content-type": "text/event-stream", ...options.headers });
    for (const chunk of chunks) response.write(chunk);
    if (options.cut) setImmediate(() => setImmediate(() => response.destroy()));
    else response.end();
  };
