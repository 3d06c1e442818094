import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { setImmediate as nextTurn, setTimeout as wait } from "node:timers/promises";
import { listenOnLoopback } from "../../../test/support/listen-on-loopback.ts";

/** One answer of the scripted provider. */
export interface Scripted {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Written piece by piece, each in a separate turn of the event loop; a number is a pause in milliseconds. */
  readonly body?: string | readonly (string | Uint8Array | number)[];
  /** How it ends: properly, by a broken connection, or never. */
  readonly end?: "properly" | "reset" | "never";
}

export interface ReceivedRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The body, parsed; tests look into it freely. */
  readonly body: { readonly [field: string]: unknown };
}

/** A provider on loopback that answers its n-th request with the n-th script; the last one is used again. */
export async function startModelServer(...scripts: readonly Scripted[]) {
  const requests: ReceivedRequest[] = [];
  async function hear(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const script = scripts[Math.min(requests.length, scripts.length - 1)] ?? {};
    let text = "";
    for await (const piece of request) text += String(piece);
    requests.push({ path: request.url ?? "", headers: request.headers, text, body: JSON.parse(text) });
    await answer(response, script);
  }
  const server = createServer((request, response) => {
    hear(request, response).catch(() => response.destroy());
  });
  const listening = await listenOnLoopback(server);

  return {
    ...listening,
    url: `${listening.baseUrl}/v1`,
    requests,
  };
}

async function answer(response: ServerResponse, script: Scripted): Promise<void> {
  const { status = 200, headers = { "content-type": "text/event-stream" }, body = "" } = script;
  response.socket?.setNoDelay(true);
  response.writeHead(status, headers);
  response.flushHeaders();
  for (const piece of typeof body === "string" ? [body] : body) {
    if (typeof piece === "number") await wait(piece);
    else response.write(piece);
    await nextTurn();
  }
  if (script.end === "reset") response.destroy();
  else if (script.end !== "never") response.end();
}

/** An answer that refuses, with an error document as providers send it. */
export function refusal(
  status: number,
  error: object,
  headers: Readonly<Record<string, string>> = {},
): Scripted {
  return {
    status,
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ error }),
  };
}

/** A recorded stream, by name. */
export function recording(name: string): string {
  return readFileSync(new URL(`./recordings/${name}.txt`, import.meta.url), "utf8");
}
