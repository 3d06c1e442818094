import { sendNothing } from "../response/send-json.ts";
import type { ServerContext } from "../server-context.ts";
import type { VisitorHandler } from "../request-context.ts";
import { requireSession } from "./find-session.ts";
import type { SessionDependencies } from "./find-session.ts";

/** POST /chat-bot/stop — ends the running reply, keeps its text. 204, also when nothing runs. */
export function stopReply(server: SessionDependencies & Pick<ServerContext, "coordination">): VisitorHandler {
  return async (context, admission) => {
    const session = await requireSession(context, admission, server);
    server.coordination.nodeEvents.publish({ type: "stop-replies", sessionId: session.id });
    sendNothing(context);
  };
}
