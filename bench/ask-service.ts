import { Agent, request } from "node:http";
import type { IncomingMessage } from "node:http";

/** A request on loopback, with its own `Host`. */
export interface ServiceRequest {
  readonly port: number;
  readonly method?: "GET" | "POST";
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
}

/** The response, and the time from the first byte sent to the last one received. */
export interface ServiceResponse {
  readonly ms: number;
  readonly headers: IncomingMessage["headers"];
  // Whoever asks knows what is answered.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any;
}

const agent = new Agent({ keepAlive: true });

/** Sends a request and reads the whole response. @throws if it was refused */
export async function askService(asked: ServiceRequest): Promise<ServiceResponse> {
  const before = performance.now();
  const answer = await send(asked);
  const text = Buffer.concat(await answer.toArray()).toString();
  const ms = performance.now() - before;
  return { ms, headers: answer.headers, body: text === "" ? undefined : JSON.parse(text) };
}

/** A stream that stays open. Disposing closes it. */
export interface OpenStream extends Disposable {
  /** Resolves when a chunk that contains this text has arrived, with the time by `performance.now`. */
  hears(text: string): Promise<number>;
}

/** Opens a stream; resolves when it has started. @throws if it was refused */
export async function openStream(asked: ServiceRequest): Promise<OpenStream> {
  const answer = await send(asked);
  answer.setEncoding("utf8");
  answer.on("error", () => undefined);
  let awaited: { readonly text: string; readonly found: (at: number) => void } | undefined;
  const begun = new Promise((resolve) => answer.once("data", resolve));
  answer.on("data", (piece: string) => {
    if (awaited && piece.includes(awaited.text)) awaited.found(performance.now());
  });
  await begun;
  return {
    hears: (text) => new Promise((found) => (awaited = { text, found })),
    [Symbol.dispose]: () => void answer.destroy(),
  };
}

async function send({ port, method = "GET", path, headers, body }: ServiceRequest): Promise<IncomingMessage> {
  const json = body === undefined ? undefined : JSON.stringify(body);
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request(
      {
        agent,
        host: "127.0.0.1",
        port,
        method,
        path,
        headers: { ...headers, ...(json !== undefined && { "Content-Type": "application/json" }) },
      },
      resolve,
    )
      .on("error", reject)
      .end(json);
  });
  if (answer.statusCode !== 200 && answer.statusCode !== 201)
    throw new Error(`${method} ${path} was answered with ${answer.statusCode}`);
  return answer;
}
