import type { Dispatcher } from "undici";
import { createAddressRule } from "./address-rule.ts";
import { faultOf } from "./fault-of.ts";
import { createGuardedFetch } from "./guarded-fetch.ts";
import { nextHop, parseAddress } from "./next-hop.ts";
import type { Hop } from "./next-hop.ts";
import { OutboundError } from "./outbound.ts";
import type { Outbound, OutboundAnswer, OutboundRequest } from "./outbound.ts";
import { acceptedEncodings, readBody } from "./read-body.ts";
import { resolveName } from "./resolve-name.ts";
import type { ResolveName } from "./resolve-name.ts";
import { answerHeaders, requestHeaders } from "./sent-headers.ts";
import { startTimeLimit } from "./time-limit.ts";

const mostRedirects = 5;

/** What requests that leave the house are made with. */
export interface OutboundParts {
  /** CIDRs of non-public addresses that may be reached nevertheless. */
  readonly allowedNetworks: readonly string[];
  /** Where names are looked up; by default as every program on this machine does. */
  readonly resolve?: ResolveName;
  /** Milliseconds for name, connection and TLS together; 10 seconds unless given. */
  readonly connectMs?: number;
  /** Certificates to trust instead of the system's, as PEM. */
  readonly ca?: string;
}

/**
 * Makes requests for tools and crawlers; see {@link Outbound} for what is refused.
 *
 * @throws Error when an allowed network is no CIDR
 */
export function createOutbound({
  allowedNetworks,
  resolve = resolveName,
  connectMs = 10_000,
  ca,
}: OutboundParts): Outbound {
  const mayReach = createAddressRule(allowedNetworks);
  let opened: Dispatcher | undefined;

  /** The HTTP client is large, and many agents neither crawl nor ask other servers. */
  async function dispatcher(): Promise<Dispatcher> {
    if (!opened) {
      const { openDispatcher } = await import("./open-dispatcher.ts");
      opened ??= openDispatcher({ mayReach, resolve, connectMs, ca });
    }
    return opened;
  }

  return {
    async request(request) {
      const limit = startTimeLimit(request.signal, request.timeoutMs);
      let hasAnswered = false;
      try {
        return await follow(await dispatcher(), request, {
          signal: limit.signal,
          onAnswer: () => (hasAnswered = true),
        });
      } catch (thrown) {
        request.signal?.throwIfAborted();
        throw limit.isOver ? limit.error : faultOf(thrown, hasAnswered);
      } finally {
        limit.end();
      }
    },
    fetch: createGuardedFetch(dispatcher),
    async [Symbol.asyncDispose]() {
      await opened?.destroy();
    },
  };
}

interface Progress {
  readonly signal: AbortSignal;
  /** Called for each answer, redirects included. */
  readonly onAnswer: () => void;
}

/** Asks, and asks on where the answer leads, until there is one that leads nowhere. */
async function follow(
  dispatcher: Dispatcher,
  { maxRedirects, mayFollow, maxBytes, ...request }: OutboundRequest,
  { signal, onAnswer }: Progress,
): Promise<OutboundAnswer> {
  const first = parseAddress(request.url);
  let hop: Hop = {
    url: first,
    method: (request.method ?? "GET").toUpperCase(),
    headers: requestHeaders(request.headers),
    body: request.body,
  };
  for (let redirects = 0; ; redirects++) {
    const { url, method, body, headers } = hop;
    const answer = await dispatcher.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method,
      headers: { "accept-encoding": acceptedEncodings, ...headers },
      ...(body !== undefined && { body }),
      signal,
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    onAnswer();
    const received = answerHeaders(answer.headers);
    const next =
      maxRedirects > 0
        ? nextHop(hop, { status: answer.statusCode, location: received["location"] }, first)
        : undefined;
    if (!next) {
      const encoding = received["content-encoding"] ?? "";
      const bytes = await readBody(answer.body, { encoding, maxBytes });
      return { url: url.href, status: answer.statusCode, headers: received, body: bytes };
    }
    answer.body.on("error", () => undefined).destroy();
    if (redirects >= Math.min(maxRedirects, mostRedirects))
      throw new OutboundError("too_many_redirects", `${first.host} redirects too often`);
    if (mayFollow?.(next.url) === false)
      throw new OutboundError("refused", `${url.host} redirects to ${next.url.host}`);
    hop = next;
  }
}
