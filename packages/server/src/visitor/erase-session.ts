import { sendNothing } from "../answer/send-json.ts";
import type { House } from "../house.ts";
import type { VisitorHandler } from "../visit.ts";
import { requireSession } from "./find-session.ts";
import type { SessionParts } from "./find-session.ts";

/** DELETE /chat-bot/session — the visitor erases the chat: its text is gone from every answer and from the files. */
export function eraseSession(house: SessionParts & Pick<House, "coordination">): VisitorHandler {
  return async (visit, admission) => {
    const session = await requireSession(visit, admission, house);
    await house.storage.conversations.erase(session.id);
    house.coordination.notices.publish({ type: "session-erased", sessionId: session.id });
    sendNothing(visit);
  };
}
