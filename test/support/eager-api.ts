import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { posix } from "node:path";
import { listenOnLoopback } from "./listen-on-loopback.ts";

/** How a back end reads paths: decoded twice, decoded and cleaned of `..`, or by redirecting to the cleaned path. */
export type PathReading = "decodes twice" | "cleans" | "redirects";

interface ServedRequest {
  readonly method: string;
  /** As this back end understood it. */
  readonly path: string;
  /** Names and values of the query, decoded. */
  readonly query: readonly (readonly [string, string])[];
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** A back end on loopback that reads paths as carelessly as some do, and records what it would have served. */
export async function startEagerApi(reading: PathReading) {
  const served: ServedRequest[] = [];
  const server = createServer((request, response) => {
    respond(request, response).catch(() => response.destroy());
  });

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [raw = "", query = ""] = (request.url ?? "").split("?");
    const path = understood(raw, reading);
    if (reading === "redirects" && path !== decoded(raw)) {
      response.writeHead(308, { Location: encodeURI(path) }).end();
      return;
    }
    const body = Buffer.concat(await request.toArray()).toString();
    const { method = "", headers } = request;
    served.push({ method, path, query: [...new URLSearchParams(query)], headers, body });
    response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify({ served: path }));
  }

  const listening = await listenOnLoopback(server);
  return { ...listening, url: listening.baseUrl, served };
}

function understood(raw: string, reading: PathReading): string {
  const path = decoded(reading === "decodes twice" ? decoded(raw) : raw);
  // Some also treat text after a semicolon as a parameter, and a backslash as a slash.
  const plain = path.replaceAll("\\", "/").replaceAll(/;[^/]*/g, "");
  return posix.normalize(reading === "redirects" ? path.replaceAll("\\", "/") : plain);
}

/** Text that cannot be decoded is returned as it is. */
function decoded(text: string): string {
  return text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (run) =>
    Buffer.from(run.replaceAll("%", ""), "hex").toString("utf8"),
  );
}
