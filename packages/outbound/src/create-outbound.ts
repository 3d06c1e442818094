import type { Dispatcher } from "undici";
import { createAddressRule, resolveName } from "./address-rule.ts";
import type { ResolveName } from "./address-rule.ts";
import { asOutboundError, OutboundError } from "./outbound.ts";
import type { Outbound, OutboundAnswer, OutboundRequest } from "./outbound.ts";
import { follow } from "./follow.ts";
import { createGuardedFetch } from "./guarded-fetch.ts";
import { parseAddress } from "./next-hop.ts";
import { readBody } from "./read-body.ts";
import { requestHeaders } from "./sent-headers.ts";

const redirectCeiling = 5;

/** The dependencies of outgoing requests. */
export interface OutboundDependencies {
  /** CIDRs of non-public networks that may be reached anyway. */
  readonly allowedNetworks: readonly string[];
  /** Resolves names; by default with the resolver of the operating system. */
  readonly resolve?: ResolveName;
  /** Milliseconds for name resolution, connection and TLS together; 10,000 by default. */
  readonly connectMs?: number;
  /** Certificates to trust instead of the system's, as PEM. */
  readonly ca?: string;
}

/**
 * Makes requests for tools and crawlers; see {@link Outbound} for what is refused.
 *
 * @throws Error if an allowed network is not a CIDR
 */
export function createOutbound({
  allowedNetworks,
  resolve = resolveName,
  connectMs = 10_000,
  ca,
}: OutboundDependencies): Outbound {
  const mayReach = createAddressRule(allowedNetworks);
  let opened: Dispatcher | undefined;

  /** Loads the HTTP client on first use: it is large, and many agents never make requests. */
  async function dispatcher(): Promise<Dispatcher> {
    if (!opened) {
      const { openDispatcher } = await import("./guarded-connector.ts");
      opened ??= openDispatcher({ mayReach, resolve, connectMs, ca });
    }
    return opened;
  }

  return {
    async request(request) {
      const limit = startTimeLimit(request.signal, request.timeoutMs);
      let hasAnswered = false;
      try {
        return await exchange(await dispatcher(), request, {
          signal: limit.signal,
          onAnswer: () => (hasAnswered = true),
        });
      } catch (thrown) {
        request.signal?.throwIfAborted();
        throw limit.isOver ? limit.error : asOutboundError(thrown, hasAnswered);
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

/** One exchange, redirects and body included. */
async function exchange(
  dispatcher: Dispatcher,
  { url, method = "GET", headers, body, maxRedirects, beforeSending, mayFollow, maxBytes }: OutboundRequest,
  { signal, onAnswer }: { readonly signal: AbortSignal; readonly onAnswer: () => void },
): Promise<OutboundAnswer> {
  const first = {
    url: parseAddress(url),
    method: method.toUpperCase(),
    headers: requestHeaders(headers),
    body,
  };
  const answer = await follow(dispatcher, first, {
    signal,
    onAnswer,
    maxRedirects: Math.min(maxRedirects, redirectCeiling),
    beforeSending,
    mayFollow,
    silenceMs: 0,
  });
  const encoding = answer.headers["content-encoding"] ?? "";
  return {
    url: answer.url.href,
    status: answer.status,
    headers: answer.headers,
    body: await readBody(answer.body, { encoding, maxBytes }),
  };
}

/** The time that a whole exchange may take. */
interface TimeLimit {
  /** Aborted when the caller's signal is, or when the time is up. */
  readonly signal: AbortSignal;
  readonly isOver: boolean;
  readonly error: OutboundError;
  /** Removes timer and listener. */
  readonly end: () => void;
}

/** Starts the limit. Not `AbortSignal.any`, which keeps its sources alive as long as the caller's signal. */
function startTimeLimit(caller: AbortSignal | undefined, ms: number): TimeLimit {
  const controller = new AbortController();
  const error = new OutboundError("timeout", `no complete answer within ${ms} ms`);
  let isOver = false;
  const abort = () => controller.abort(caller?.reason);
  if (caller?.aborted) abort();
  caller?.addEventListener("abort", abort);
  const timer = setTimeout(() => {
    isOver = true;
    controller.abort(error);
  }, ms);
  return {
    signal: controller.signal,
    get isOver() {
      return isOver;
    },
    error,
    end() {
      clearTimeout(timer);
      caller?.removeEventListener("abort", abort);
    },
  };
}
