import type { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

/** How long a server may take to process a cancellation, in milliseconds. */
const notifyMs = 5000;

/** The code of the error that replaces a response when its stream broke; servers do not use it themselves. */
export const streamBroken = -32_099;

/**
 * Ends requests that the library would leave open. One that was cancelled, once its server was notified: the older
 * protocol only notifies servers, and the request's own stream would stay open for as long as they like, and be
 * reopened. And one whose stream broke before its response came: it would wait until its timeout.
 *
 * @returns wait for this before closing the transport, so that servers are notified; it never rejects
 */
export function endRequests(transport: StreamableHTTPClientTransport): () => Promise<unknown> {
  const requests = new Map<unknown, AbortController>();
  const notifying = new Set<Promise<unknown>>();
  const send = transport.send.bind(transport);
  const onMessage = transport.onmessage;

  /** Notifies the server, and then ends the request, even if the server could not be reached. */
  async function cancel(id: unknown, notify: (requestSignal: AbortSignal) => Promise<void>): Promise<void> {
    const notified = notify(AbortSignal.timeout(notifyMs));
    notifying.add(notified);
    try {
      await notified;
    } finally {
      notifying.delete(notified);
      requests.get(id)?.abort();
      requests.delete(id);
    }
  }

  function fail(id: string | number): void {
    if (!requests.delete(id)) return;
    const error = { code: streamBroken, message: "the stream ended before its answer" };
    onMessage?.({ jsonrpc: "2.0", id, error });
  }

  transport.onmessage = (message) => {
    if (!("method" in message)) requests.delete(message.id);
    onMessage?.(message);
  };
  transport.send = async (message, options) => {
    if (Array.isArray(message) || !("method" in message) || options?.requestSignal)
      return send(message, options);
    if (message.method === "notifications/cancelled")
      return cancel(message.params?.["requestId"], (requestSignal) =>
        send(message, { ...options, requestSignal }),
      );
    if (!("id" in message)) return send(message, options);
    const controller = new AbortController();
    requests.set(message.id, controller);
    try {
      await send(message, {
        ...options,
        requestSignal: controller.signal,
        onRequestStreamEnd: () => fail(message.id),
      });
    } catch (thrown) {
      requests.delete(message.id);
      throw thrown;
    }
  };
  return () => Promise.allSettled(notifying);
}
