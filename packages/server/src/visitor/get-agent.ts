import { sendJson } from "../answer/send-json.ts";
import { agentView } from "../views/agent-view.ts";
import type { VisitorHandler } from "../visit.ts";

/** GET /chat-bot/agent — the narrow view of the agent bound to the key. */
export function getAgent(): VisitorHandler {
  return (visit, { bound }) => sendJson(visit, agentView(bound.agent.definition));
}
