import type { Readable } from "node:stream";
import type { Dispatcher } from "undici";
import { discardBody, acceptedEncodings } from "./read-body.ts";
import { nextHop, type Hop } from "./next-hop.ts";
import { OutboundError } from "./outbound.ts";
import { answerHeaders } from "./sent-headers.ts";

/** An answer whose body has not been read yet. */
interface OpenAnswer {
  /** Where it came from, after redirects. */
  readonly url: URL;
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Record<string, string>;
  readonly body: Readable;
}

interface Following {
  readonly signal: AbortSignal;
  /** Called for each answer, redirects included. */
  readonly onAnswer: () => void;
  /** 0: an answer that redirects is handed back as it is. */
  readonly maxRedirects: number;
  /** Awaited right before each request leaves. */
  readonly beforeSending?: (() => Promise<void>) | undefined;
  /** Asked before each redirect is followed, besides the rules for all outgoing requests. */
  readonly mayFollow?: ((to: URL) => boolean) | undefined;
  /** Milliseconds of silence; undici's own unless given. 0: none, since the signal is the limit. */
  readonly silenceMs?: number;
}

/**
 * Asks, and asks on where the answer leads, until there is one that leads nowhere.
 *
 * @throws OutboundError `refused`, `too_many_redirects`; and what `beforeSending` and the dispatcher throw
 */
export async function follow(
  dispatcher: Dispatcher,
  first: Hop,
  { signal, onAnswer, maxRedirects, beforeSending, mayFollow, silenceMs }: Following,
): Promise<OpenAnswer> {
  let hop = first;
  for (let redirects = 0; ; redirects++) {
    const { url, method, body, headers } = hop;
    await beforeSending?.();
    const answer = await dispatcher.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: method as Dispatcher.HttpMethod,
      headers: { "accept-encoding": acceptedEncodings, ...headers },
      ...(body !== undefined && { body }),
      signal,
      ...(silenceMs !== undefined && { headersTimeout: silenceMs, bodyTimeout: silenceMs }),
    });
    onAnswer();
    const { statusCode: status } = answer;
    const received = answerHeaders(answer.headers);
    let isHandedOn = false;
    try {
      const next =
        maxRedirects > 0 ? nextHop(hop, { status, location: received["location"] }, first.url) : undefined;
      isHandedOn = next === undefined;
      if (!next) return { url, status, headers: received, body: answer.body };
      if (redirects >= maxRedirects)
        throw new OutboundError("too_many_redirects", `${first.url.host} redirects too often`);
      if (mayFollow?.(next.url) === false)
        throw new OutboundError("refused", `${url.host} redirects to a forbidden address`);
      hop = next;
    } finally {
      if (!isHandedOn) discardBody(answer.body);
    }
  }
}
