import { sendJson } from "../response/send-json.ts";
import type { ServerContext } from "../server-context.ts";
import { agentView } from "../views/agent-view.ts";
import type { VisitorHandler } from "../request-context.ts";

/** GET /chat-bot/agent — the narrow view of the agent bound to the key. */
export function getAgent({ nowMs }: Pick<ServerContext, "nowMs">): VisitorHandler {
  return (context, { bound }) => sendJson(context, agentView(bound.agent.definition, nowMs()));
}
