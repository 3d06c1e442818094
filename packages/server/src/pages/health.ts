import { ServiceError } from "@servicechat/contract";
import { sendJson } from "../answer/send-json.ts";
import type { House } from "../house.ts";
import type { OpenHandler } from "../visit.ts";

/** GET /healthz — the process answers. */
export function healthz(): OpenHandler {
  return (visit) => sendJson(visit, { status: "ok" });
}

/** GET /readyz — requests are welcome: the database answers and no stop was asked for. */
export function readyz({ storage, isOpen }: House): OpenHandler {
  return async (visit) => {
    if (!isOpen()) throw new ServiceError("shutting_down", { retryAfter: 5 });
    await storage.ping();
    sendJson(visit, { status: "ready" });
  };
}
