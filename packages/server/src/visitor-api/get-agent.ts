import { sendJson } from "../response/send-json.ts";
import type { ServerContext } from "../server-context.ts";
import { agentView } from "../views/agent-view.ts";
import type { VisitorHandler } from "../request-context.ts";

/** GET /chat-bot/agent — the narrow view of the agent bound to the key. */
export function getAgent({ nowMs, options }: Pick<ServerContext, "nowMs" | "options">): VisitorHandler {
  const keptMs = Math.min(options.sessionIdleMs, options.sessionAgeMs);
  return (context, { bound }) =>
    sendJson(context, agentView(bound.agent.definition, { at: nowMs(), keptMs }));
}
