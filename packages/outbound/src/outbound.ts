/** A request to somewhere that the operator or a page named. */
export interface OutboundRequest {
  /**
   * http or https, without a user. Its port counts as written by the operator: who takes an address from a page looks
   * at the port first.
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
   * 0: an answer that redirects is handed back as it is. At most 5. Never from https to http; another origin hears only
   * headers that hold no secrets, and never a body.
   */
  readonly maxRedirects: number;
  /** Awaited right before each request leaves, redirects included: where it rejects, nothing more is sent. */
  readonly beforeSending?: () => Promise<void>;
  /** Asked before each redirect is followed, besides the rules of the house. `false` ends the request as refused. */
  readonly mayFollow?: (to: URL) => boolean;
}

/** The whole answer, its body unpacked. */
export interface OutboundAnswer {
  /** Where it came from, after redirects. */
  readonly url: string;
  readonly status: number;
  /** Names in lower case; of several with one name, the values joined with `, `. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** Why a request was not made or came to nothing. */
export type OutboundFault =
  /** The address, or one it led to, may not be reached. */
  | "refused"
  /** No connection, no name, broken off, or not HTTP. */
  | "unreachable"
  | "timeout"
  | "too_large"
  | "too_many_redirects";

/**
 * A request that failed. The message is for the operator's log: it may name hosts, and must reach neither a visitor nor
 * a model.
 */
export class OutboundError extends Error {
  readonly fault: OutboundFault;
  /** It is certain that no server was sent anything, so that nothing can have taken effect. */
  readonly nothingSent: boolean;

  constructor(
    fault: OutboundFault,
    message: string,
    { nothingSent = false, ...options }: ErrorOptions & { readonly nothingSent?: boolean } = {},
  ) {
    super(message, options);
    this.name = "OutboundError";
    this.fault = fault;
    this.nothingSent = nothingSent;
  }
}

/**
 * Makes requests for tools and crawlers. An address is looked up once, every answer of the name server is checked, and
 * the connection goes to the very address that was checked; each redirect anew. Only public addresses and those of the
 * allowed networks are reached, at ports 80 and 443 or the one that an operator wrote.
 */
export interface Outbound extends AsyncDisposable {
  /** @throws OutboundError, or the signal's reason when it was aborted */
  request(request: OutboundRequest): Promise<OutboundAnswer>;
  /**
   * The same rules for clients that bring their own way with HTTP, such as MCP. Streams are handed on as they come, up
   * to 16 MB; redirects are followed within the origin. Rejects as `request` does.
   */
  readonly fetch: typeof globalThis.fetch;
}
