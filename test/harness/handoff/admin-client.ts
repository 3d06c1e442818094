import { request } from "node:http";
import type { InstalledNode } from "../installation.ts";

/** A response of the admin API. */
export interface AdminAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** How long to wait for a response, in milliseconds. */
const maxMs = 10_000;

/** Calls the admin API over an unreliable network; `undefined` if there was no response. */
export type AskAdmin = (
  method: string,
  path: string,
  options?: { readonly body?: unknown; readonly key?: string },
) => Promise<AdminAnswer | undefined>;

/** @param anyNode Returns the node for the next request */
export function createAdminClient(anyNode: () => InstalledNode, token: string): AskAdmin {
  return (method, path, { body = {}, key } = {}) => {
    const { port, network } = anyNode();
    return new Promise((resolve) => {
      const headers = {
        // The console responds only to its own name, not to that of the proxy in front of it.
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
