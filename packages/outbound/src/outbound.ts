/** A request to an address that an operator or a page named. */
export interface OutboundRequest {
  /**
   * http or https, without a user name. Its port counts as chosen by the operator: callers that take an address from a
   * page must check the port first.
   */
  readonly url: string;
  /** `GET` when absent. */
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly signal?: AbortSignal;
  /** For the whole exchange, redirects and body included. */
  readonly timeoutMs: number;
  /** Of the body, after decompression. */
  readonly maxBytes: number;
  /**
   * 0: a redirect is returned as it is. At most 5. Never from https to http; another origin gets only headers without
   * secrets, and never a body.
   */
  readonly maxRedirects: number;
  /** Awaited right before each request is sent, redirects included: if it rejects, nothing more is sent. */
  readonly beforeSending?: () => Promise<void>;
  /**
   * Asked before each redirect is followed, in addition to the rules that always apply. `false` ends the request as
   * refused.
   */
  readonly mayFollow?: (to: URL) => boolean;
}

/** The whole response, with its body decompressed. */
export interface OutboundAnswer {
  /** Where it came from, after redirects. */
  readonly url: string;
  readonly status: number;
  /** Names in lower case; the values of repeated headers are joined with `, `. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** Why a request was not made, or failed. */
export type OutboundErrorKind =
  /** The address, or one that it redirected to, is not allowed. */
  | "refused"
  /** The name does not resolve, the connection failed or broke off, or the response is not HTTP. */
  | "unreachable"
  | "timeout"
  | "too_large"
  | "too_many_redirects";

/**
 * A request that failed. The message is for the operator's log: it may contain host names, and must reach neither a
 * visitor nor a model.
 */
export class OutboundError extends Error {
  readonly kind: OutboundErrorKind;
  /** Nothing was sent to any server, so nothing can have taken effect. */
  readonly nothingSent: boolean;

  constructor(
    kind: OutboundErrorKind,
    message: string,
    { nothingSent = false, ...options }: ErrorOptions & { readonly nothingSent?: boolean } = {},
  ) {
    super(message, options);
    this.name = "OutboundError";
    this.kind = kind;
    this.nothingSent = nothingSent;
  }
}

/**
 * Makes requests for tools and crawlers. A name is resolved once, every address it has is checked, and the connection
 * goes to exactly the address that was checked; each redirect is checked again. Only public addresses and those in the
 * allowed networks can be reached, on ports 80 and 443 or the one that an operator chose.
 */
export interface Outbound extends AsyncDisposable {
  /** @throws OutboundError, or the signal's reason when it was aborted */
  request(request: OutboundRequest): Promise<OutboundAnswer>;
  /**
   * The same rules for clients that need a `fetch`, such as MCP's. Bodies are streamed, up to 16 MB; redirects are
   * followed within the origin. Rejects as `request` does.
   */
  readonly fetch: typeof globalThis.fetch;
}

/** Codes of failures that only come before there is a connection. */
const unconnected = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"];

/**
 * Anything thrown on the way to an answer, in the words of this package.
 *
 * @param hasAnswered Whether a server did answer, with a redirect: then something was sent, whatever failed after it
 */
export function asOutboundError(thrown: unknown, hasAnswered: boolean): OutboundError {
  if (thrown instanceof OutboundError) {
    const { kind, message, cause } = thrown;
    if (hasAnswered || kind !== "refused") return thrown;
    return new OutboundError(kind, message, { cause, nothingSent: true });
  }
  const { code = "", message, syscall } = thrown instanceof Error ? (thrown as NodeJS.ErrnoException) : {};
  const isLate = /TIMEOUT|ETIMEDOUT/.test(code);
  // Of other failures, such as of a certificate, the message may be the server's own text.
  const reason =
    (syscall && message) || code || (thrown instanceof Error ? thrown.constructor.name : "unknown reason");
  return new OutboundError(isLate ? "timeout" : "unreachable", reason, {
    cause: thrown,
    nothingSent: !hasAnswered && unconnected.includes(code),
  });
}
