import { sendHistory } from "../answer/send-history.ts";
import { historyView } from "../views/history-view.ts";
import type { VisitorHandler } from "../visit.ts";
import { requireSession } from "./find-session.ts";
import type { SessionParts } from "./find-session.ts";

/** GET /chat-bot/history — all messages of the session, in order. It never creates a session. */
export function getHistory(house: SessionParts): VisitorHandler {
  const { conversations } = house.storage;

  return async (visit, admission) => {
    const session = await requireSession(visit, admission, house);
    await sendHistory(visit, async (after, limit) => {
      const turns = await conversations.readTurns({ sessionId: session.id, after, limit });
      return {
        messages: historyView(turns),
        next: turns.length < limit ? undefined : turns.at(-1)?.number,
      };
    });
  };
}
