import { OutboundError, type Outbound, type OutboundAnswer } from "@servicechat/outbound";

/** How the crawler names itself, also to `robots.txt`. */
export const crawlerName = "ServiceChat";
/** Milliseconds between two requests to one host, unless it asks for more. */
const politePauseMs = 200;
/** A host that asks for longer pauses gets this one, in milliseconds: with more, no sync would ever end. */
const maxPauseMs = 10_000;
const timeoutMs = 30_000;
/** Bytes, unpacked. */
const maxPageBytes = 5 * 1024 * 1024;

interface WebRequest {
  readonly url: string;
  readonly accept: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Called for each of several redirects. */
  readonly mayFollow: (to: URL) => boolean;
  /** Milliseconds that the host's `robots.txt` asks to leave between two requests. */
  readonly delayMs?: number;
}

/** Asks one thing at a time, with a pause between two requests to one host. */
export interface WebFetch {
  /** @throws OutboundError, or the signal's reason when it was aborted */
  (request: WebRequest, signal: AbortSignal | undefined): Promise<OutboundAnswer>;
}

/**
 * Asks for pages on behalf of one crawl, whose pauses are its own.
 *
 * @param pauseMs milliseconds between two requests to one host
 */
export function createWebFetch({
  outbound,
  wait,
  pauseMs = politePauseMs,
}: {
  readonly outbound: Outbound;
  readonly wait: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly pauseMs?: number;
}): WebFetch {
  const asked = new Set<string>();

  return async ({ url, accept, headers, mayFollow, delayMs = 0 }, signal) => {
    const { host } = new URL(url);
    if (asked.has(host)) await wait(Math.min(Math.max(pauseMs, delayMs), maxPauseMs), signal);
    asked.add(host);
    return outbound.request({
      url,
      headers: { "user-agent": `${crawlerName} (reads pages for a site's chat)`, accept, ...headers },
      timeoutMs,
      maxBytes: maxPageBytes,
      maxRedirects: 5,
      mayFollow,
      ...(signal && { signal }),
    });
  };
}

/** What went wrong, as a sentence for the operator. @throws anything but an OutboundError */
export function failureSentence(error: unknown): string {
  if (!(error instanceof OutboundError)) throw error;
  switch (error.kind) {
    case "refused":
      return `This address may not be reached: ${error.message}.`;
    case "timeout":
      return "It did not answer within 30 seconds.";
    case "too_large":
      return "It is larger than 5 MB.";
    case "too_many_redirects":
      return "It redirects more than 5 times.";
    case "unreachable":
      return `It cannot be reached: ${error.message}.`;
  }
}
