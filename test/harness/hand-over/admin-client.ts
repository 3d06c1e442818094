import { request } from "node:http";
import type { InstalledNode } from "../installation.ts";

/** One answer of the admin API. */
export interface AdminAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** How long to wait for an answer, in milliseconds. */
const maxMs = 10_000;

/** Asks the admin API over a network that may break; `undefined` when no answer came. */
export type AskAdmin = (
  method: string,
  path: string,
  options?: { readonly body?: unknown; readonly key?: string },
) => Promise<AdminAnswer | undefined>;

/** @param anyNode Where the next request goes */
export function createAdminClient(anyNode: () => InstalledNode, token: string): AskAdmin {
  return (method, path, { body = {}, key } = {}) => {
    const { port, network } = anyNode();
    return new Promise((resolve) => {
      const headers = {
        // The console answers for its own name alone, not for that of the network before it.
        Host: `127.0.0.1:${port}`,
        Authorization: `Bearer ${token}`,
        "Content-Type": "application/json",
        ...(key !== undefined && { "Idempotency-Key": key }),
      };
      const target = { host: "127.0.0.1", port: network.port, path: `/console/api/${path}` };
      const asking = request({ ...target, method, headers, agent: false }, (response) => {
        response.toArray().then(
          (chunks: readonly Buffer[]) => resolve(answerOf(response.statusCode ?? 0, chunks)),
          () => resolve(undefined),
        );
      });
      asking.setTimeout(maxMs, () => asking.destroy());
      asking.on("error", () => resolve(undefined));
      asking.end(method === "GET" ? undefined : JSON.stringify(body));
    });
  };
}

function answerOf(status: number, chunks: readonly Buffer[]): AdminAnswer | undefined {
  try {
    const text = Buffer.concat(chunks).toString();
    return { status, body: (text === "" ? {} : JSON.parse(text)) as AdminAnswer["body"] };
  } catch {
    return undefined;
  }
}
