import { sendNothing } from "../answer/send-json.ts";
import type { House } from "../house.ts";
import type { VisitorHandler } from "../visit.ts";
import { requireSession } from "./find-session.ts";
import type { SessionParts } from "./find-session.ts";

/** POST /chat-bot/stop — ends the running reply, keeps its text. 204, also when nothing runs. */
export function stopReply(house: SessionParts & Pick<House, "coordination">): VisitorHandler {
  return async (visit, admission) => {
    const session = await requireSession(visit, admission, house);
    house.coordination.notices.publish({ type: "stop-replies", sessionId: session.id });
    sendNothing(visit);
  };
}
