import type { RequestContext } from "../request-context.ts";

/** Aborted once the response is closed: whoever asked has gone, or has all of it. */
export function untilClosed({ response }: Pick<RequestContext, "response">): AbortSignal {
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  // It may have closed before anybody listened.
  if (response.closed) gone.abort();
  return gone.signal;
}
