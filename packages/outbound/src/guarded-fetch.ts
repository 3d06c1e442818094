import { Readable } from "node:stream";
import { TransformStream } from "node:stream/web";
import type { Dispatcher } from "undici";
import { faultOf } from "./fault-of.ts";
import { nextHop, parseAddress } from "./next-hop.ts";
import type { Hop } from "./next-hop.ts";
import { OutboundError } from "./outbound.ts";
import { answerHeaders, requestHeaders } from "./sent-headers.ts";

/** Longest answer, in bytes. A stream that is followed for long ends here too, and is opened anew by who follows it. */
const maxBytes = 16_777_216;
const maxRedirects = 5;

/**
 * `fetch` by the rules of the house: through the checking connector, without cookies, packed bodies and redirects to
 * other origins. It ends by the caller's signal; a body that is read too slowly holds nothing but its own connection.
 * Rejects with an OutboundError, or the signal's reason.
 */
export function createGuardedFetch(dispatcher: () => Promise<Dispatcher>): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    let hasAnswered = false;
    try {
      const first = parseAddress(request.url);
      const sent = new Uint8Array(await request.arrayBuffer());
      return await follow(
        await dispatcher(),
        {
          url: first,
          method: request.method,
          headers: requestHeaders(Object.fromEntries(request.headers)),
          body: sent.length > 0 ? sent : undefined,
        },
        { signal: request.signal, onAnswer: () => (hasAnswered = true) },
      );
    } catch (thrown) {
      request.signal.throwIfAborted();
      throw faultOf(thrown, hasAnswered);
    }
  };
}

async function follow(
  dispatcher: Dispatcher,
  first: Hop,
  { signal, onAnswer }: { readonly signal: AbortSignal; readonly onAnswer: () => void },
): Promise<Response> {
  let hop = first;
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const { url, method, headers, body } = hop;
    const answer = await dispatcher.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: method as Dispatcher.HttpMethod,
      headers: { ...headers, "accept-encoding": "identity" },
      ...(body !== undefined && { body }),
      signal,
    });
    onAnswer();
    const { statusCode: status } = answer;
    const received = answerHeaders(answer.headers);
    const next = nextHop(hop, { status, location: received["location"] }, first.url);
    if (!next) return responseOf(status, received, answer.body);
    answer.body.on("error", () => undefined).destroy();
    if (next.url.origin !== first.url.origin)
      throw new OutboundError("refused", `${url.host} redirects to ${next.url.host}`);
    hop = next;
  }
  throw new OutboundError("too_many_redirects", `${first.url.host} redirects too often`);
}

function responseOf(status: number, headers: Record<string, string>, body: Readable): Response {
  if ([204, 205, 304].includes(status)) {
    body.resume();
    return new Response(null, { status, headers });
  }
  if (!["", "identity"].includes(headers["content-encoding"] ?? "")) {
    body.on("error", () => undefined).destroy();
    throw new OutboundError("unreachable", "the body has an encoding that was not asked for");
  }
  return new Response(Readable.toWeb(body).pipeThrough(bounded()), { status, headers });
}

function bounded(): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw new OutboundError("too_large", `the body is larger than ${maxBytes} bytes`);
      controller.enqueue(chunk);
    },
  });
}
