import { sendNothing } from "../response/send-json.ts";
import type { ServerContext } from "../server-context.ts";
import type { VisitorHandler } from "../request-context.ts";
import { requireSession } from "./find-session.ts";
import type { SessionDependencies } from "./find-session.ts";

/** DELETE /chat-bot/session — the visitor erases the chat: its text is gone from every answer and from the files. */
export function eraseSession(
  server: SessionDependencies & Pick<ServerContext, "coordination" | "nowMs">,
): VisitorHandler {
  return async (context, admission) => {
    const session = await requireSession(context, admission, server);
    await server.storage.conversations.erase(session.id, { at: server.nowMs() });
    server.coordination.nodeEvents.publish({ type: "session-erased", sessionId: session.id });
    sendNothing(context);
  };
}
