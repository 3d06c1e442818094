import { ServiceError } from "@servicechat/contract";
import { sendJson } from "../response/send-json.ts";
import type { ServerContext } from "../server-context.ts";
import type { OpenHandler } from "../request-context.ts";

/**
 * GET /healthz — the process answers. A damaged database is reported with 200 too: a proxy or orchestrator that took the
 * service away for it would take the bubble and all chats away.
 */
export function healthz({ storage }: Pick<ServerContext, "storage">): OpenHandler {
  return (context) => {
    const detail = storage.damage();
    sendJson(
      context,
      detail === undefined
        ? { status: "ok" }
        : { status: "damaged", detail: `The database cannot be used: ${detail}.` },
    );
  };
}

/** GET /readyz — requests are welcome: the database answers and no stop was asked for. */
export function readyz({ storage, isOpen }: ServerContext): OpenHandler {
  return async (context) => {
    if (!isOpen()) throw new ServiceError("shutting_down", { retryAfter: 5 });
    await storage.ping();
    sendJson(context, { status: "ready" });
  };
}
