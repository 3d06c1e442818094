import { sendHistory } from "../response/send-history.ts";
import { historyView } from "../views/history-view.ts";
import { eventView } from "../views/holder-view.ts";
import type { SessionRecord } from "@servicechat/storage";
import type { Admission, VisitorHandler } from "../request-context.ts";
import { requireSession } from "./find-session.ts";
import { createFileSpace } from "./file-space.ts";
import type { SessionDependencies } from "./find-session.ts";
import { noteSeen } from "./note-seen.ts";
import { readSeen } from "./read-seen.ts";

/** GET /chat-bot/history — all messages of the session, in order. It never creates a session. */
export function getHistory(server: SessionDependencies): VisitorHandler {
  const { conversations } = server.storage;
  const space = createFileSpace("Too many chats are being read at the moment. Please try again.");

  /** What accompanies the messages if people may take part, as JSON that follows them. */
  async function readTail({ id, holding }: SessionRecord, { bound }: Admission): Promise<string> {
    if (!holding && !bound.agent.definition.handoff) return "";
    const events = holding ? await server.storage.handoffs.listEvents(id) : [];
    return `,"events":${JSON.stringify(events.map(eventView))}`;
  }

  return async (context, admission) => {
    const isSeen = readSeen(new URLSearchParams(context.request.url?.split("?")[1]));
    const session = await requireSession(context, admission, server);
    if (isSeen) await noteSeen(server, session);
    const readPage = async (after: number, limit: number) => {
      const turns = await conversations.readTurns({ sessionId: session.id, after, limit });
      return {
        messages: historyView(turns),
        next: turns.length < limit ? undefined : turns.at(-1)?.number,
      };
    };
    const tail = await readTail(session, admission);
    await sendHistory(context, { readPage, tail }, (bytes) => space.take(admission.bound.key.id, bytes));
  };
}
