import { setImmediate as nextTick } from "node:timers/promises";
import type { SessionRecord } from "@servicechat/storage";
import type { HistoryMessage } from "@servicechat/contract";
import { historyView } from "../views/history-view.ts";
import { eventView } from "../views/holder-view.ts";
import type { Admission, VisitorHandler, RequestContext } from "../request-context.ts";
import { requireSession, type SessionDependencies } from "./find-session.ts";
import { createFileSpace } from "./file-space.ts";
import { markSeen, readSeen } from "./seen.ts";
import { writeAtPace } from "../response/write-at-pace.ts";

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
    if (isSeen) await markSeen(server, session);
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

/** One page of a history and where the next begins; `undefined` after the last. */
interface HistoryPage {
  readonly messages: readonly HistoryMessage[];
  readonly next: number | undefined;
}

/** Where a history comes from. */
interface HistorySource {
  /** Reads this many turns after the one with this number. */
  readonly readPage: (after: number, turns: number) => Promise<HistoryPage>;
  /** JSON that follows the messages: members, each with a comma before it. */
  readonly tail?: string;
}

/** Turns read and sent at a time: a long history never holds the others up. */
const [firstTurns, maxTurns] = [10, 50];
/**
 * The maximum length of a page in characters, with at least one turn: this much waits for a reader that stops reading.
 */
const pageLength = 128 * 1024;

/**
 * Sends a history page by page, giving way to others in between. The first page is read before the head leaves, so
 * that a storage failure is still a status.
 *
 * @param takeRoom room for what waits until the reader has taken it; throws when there is none
 */
async function sendHistory(
  { response, head }: RequestContext,
  { readPage, tail = "" }: HistorySource,
  takeRoom: (bytes: number) => Disposable,
): Promise<void> {
  let turns = firstTurns;
  let page = await readPage(0, turns);
  let text = `{"messages":[${join(page.messages)}`;
  // Also before the response headers, so that the client can be refused.
  let room = takeRoom(Buffer.byteLength(text));
  using _last = { [Symbol.dispose]: () => room[Symbol.dispose]() };
  head["Content-Type"] = "application/json; charset=utf-8";
  head["Cache-Control"] = "no-store";
  response.writeHead(200, head);
  while (page.next !== undefined && !response.destroyed) {
    await writeAtPace(response, text);
    await nextTick();
    turns = Math.min(maxTurns, Math.max(1, Math.floor((turns * pageLength) / text.length)));
    page = await readPage(page.next, turns);
    text = page.messages.length > 0 ? `,${join(page.messages)}` : "";
    room[Symbol.dispose]();
    room = takeRoom(Buffer.byteLength(text));
  }
  await writeAtPace(response, `${text}]${tail}}`);
  response.end();
}

function join(messages: readonly HistoryMessage[]): string {
  return messages.map((message) => JSON.stringify(message)).join(",");
}
