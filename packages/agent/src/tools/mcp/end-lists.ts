import type { JSONRPCMessage, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { asObject } from "@servicechat/contract";

/** More pages than any honest list has; the library gives up a list that has more than 64. */
const maxPages = 60;

/**
 * Ends lists of tools that do not end themselves, or whose later pages fail, with the pages that came. The library would
 * give up all of them.
 *
 * @param onCut Hears why a list was read only in part
 */
export function endLists(transport: StreamableHTTPClientTransport, onCut: (reason: string) => void): void {
  const send = transport.send.bind(transport);
  const hear = transport.onmessage;
  /** The pages of the list that is being read, by the ids of their requests. */
  const pages = new Map<unknown, number>();
  const cursors = new Set<unknown>();

  function endWith(id: string | number, tools: unknown): void {
    pages.clear();
    hear?.({ jsonrpc: "2.0", id, result: { tools } });
  }

  function takePage(id: string | number, page: number, result: Readonly<Record<string, unknown>>): boolean {
    const { tools, nextCursor } = result;
    if (nextCursor === undefined) return false;
    const isKnown = cursors.has(nextCursor);
    cursors.add(nextCursor);
    if (!isKnown && page < maxPages) return false;
    onCut(isKnown ? `the cursor ${shown(nextCursor)} came twice` : `it has more than ${maxPages} pages`);
    endWith(id, isKnown ? [] : tools);
    return true;
  }

  transport.onmessage = (message: JSONRPCMessage) => {
    const id = "id" in message && !("method" in message) ? message.id : undefined;
    const page = pages.get(id);
    if (id === undefined || page === undefined) return hear?.(message);
    pages.delete(id);
    const result = "result" in message ? asObject(message.result) : undefined;
    if (result && takePage(id, page, result)) return;
    if (!("error" in message) || page === 1) return hear?.(message);
    onCut(`page ${page} could not be read`);
    endWith(id, []);
  };
  transport.send = async (message, options) => {
    if (
      Array.isArray(message) ||
      !("method" in message) ||
      !("id" in message) ||
      message.method !== "tools/list"
    )
      return send(message, options);
    const isFirst = message.params?.["cursor"] === undefined;
    if (isFirst) cursors.clear();
    const page = isFirst ? 1 : cursors.size + 1;
    pages.set(message.id, page);
    try {
      await send(message, options);
    } catch (thrown) {
      // Of a session that is forgotten the whole list is read again.
      const status = (thrown as { readonly status?: unknown }).status;
      if (!pages.delete(message.id)) return;
      if (page === 1 || (typeof status === "number" && status < 500)) throw thrown;
      onCut(`page ${page} could not be read`);
      endWith(message.id, []);
    }
  };
}

/** A cursor may be any text. */
function shown(cursor: unknown): string {
  return typeof cursor === "string" && /^[\w.=+/-]{1,64}$/.test(cursor) ? cursor : "(unreadable)";
}
