import { ServiceError } from "@servicechat/contract";
import { sendJson } from "../response/send-json.ts";
import type { ServerContext } from "../server-context.ts";
import type { OpenHandler } from "../request-context.ts";

/** GET /healthz — the process answers. */
export function healthz(): OpenHandler {
  return (context) => sendJson(context, { status: "ok" });
}

/** GET /readyz — requests are welcome: the database answers and no stop was asked for. */
export function readyz({ storage, isOpen }: ServerContext): OpenHandler {
  return async (context) => {
    if (!isOpen()) throw new ServiceError("shutting_down", { retryAfter: 5 });
    await storage.ping();
    sendJson(context, { status: "ready" });
  };
}
