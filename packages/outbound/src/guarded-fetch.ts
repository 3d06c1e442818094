import { Readable } from "node:stream";
import { TransformStream } from "node:stream/web";
import type { Dispatcher } from "undici";
import { asOutboundError, OutboundError } from "./outbound.ts";
import { follow } from "./follow.ts";
import { discardBody } from "./read-body.ts";
import { parseAddress } from "./next-hop.ts";
import { requestHeaders } from "./sent-headers.ts";

/** Longest answer, in bytes. A stream that is followed for long ends here too, and is opened again by who follows it. */
const maxBytes = 16_777_216;
const maxRedirects = 5;

/**
 * `fetch` under the rules for all outgoing requests: through the checking connector, without cookies, packed bodies and
 * redirects to other origins. It ends by the caller's signal; a body that is read too slowly holds nothing but its own
 * connection. Rejects with an OutboundError, or the signal's reason.
 */
export function createGuardedFetch(dispatcher: () => Promise<Dispatcher>): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    // Its own signal follows the caller's only until the request is collected as garbage; an answer lasts longer.
    const signal =
      init?.signal ?? (input instanceof Request ? input.signal : undefined) ?? new AbortController().signal;
    let hasAnswered = false;
    try {
      const url = parseAddress(request.url);
      const sent = new Uint8Array(await request.arrayBuffer());
      const first = {
        url,
        method: request.method,
        headers: { ...requestHeaders(Object.fromEntries(request.headers)), "accept-encoding": "identity" },
        body: sent.length > 0 ? sent : undefined,
      };
      const { status, headers, body } = await follow(await dispatcher(), first, {
        signal,
        onAnswer: () => (hasAnswered = true),
        maxRedirects,
        mayFollow: (to) => to.origin === url.origin,
      });
      return responseOf(status, headers, body);
    } catch (thrown) {
      signal.throwIfAborted();
      throw asOutboundError(thrown, hasAnswered);
    }
  };
}

function responseOf(status: number, headers: Record<string, string>, body: Readable): Response {
  if ([204, 205, 304].includes(status)) {
    body.resume();
    return new Response(null, { status, headers });
  }
  if (!["", "identity"].includes(headers["content-encoding"] ?? "")) {
    discardBody(body);
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
