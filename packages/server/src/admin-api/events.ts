import { heartbeat, ServiceError } from "@servicechat/contract";
import { z } from "zod";
import type { AdminContext, OperatorAdmission } from "../admin-context.ts";
import { sendStreamHead } from "../streams/reply-streams.ts";
import { createRightsWatch } from "./rights-watch.ts";
import { roleRoute, sent, type AdmittedRequest } from "./route.ts";

/** Silence after which a comment is sent, so that no proxy closes the stream. */
const heartbeatMs = 15_000;
/** Streams that one session or token may have open. */
const maxStreams = 20;
/** A reader with this much unread is disconnected: it reconnects, and continues from its position. */
const maxUnreadBytes = 65_536;

/** Streams of each session or token. */
const openStreams = new Map<string, number>();

/** GET events */
export const followEvents = roleRoute("viewer", {
  summary:
    "A stream of changes: `chat` with id and revision, `queue` with how many visitors are waiting, how many chats the caller holds and how many visitors who left an address are waiting for an answer, `presence` with who is looking at a chat, `reset` when everything must be read again",
  downloads: ["text/event-stream"],
  headers: z.object({ "Last-Event-ID": z.string().exactOptional() }),
  handle: async (request) => {
    const { context, admission } = request;
    const who = admission.actor.session ?? admission.actor.id ?? "";
    const open = openStreams.get(who) ?? 0;
    if (open >= maxStreams)
      throw new ServiceError("rate_limited", { detail: "You have too many streams open.", retryAfter: 5 });
    openStreams.set(who, open + 1);
    try {
      // Before the response headers: whatever happens after the reader has them is sent.
      const newest = await request.admin.live.server.storage.chatIndex.newestRevision();
      sendStreamHead(context);
      if (context.request.method === "HEAD") context.response.end();
      else await follow(request, newest);
    } finally {
      const left = (openStreams.get(who) ?? 1) - 1;
      if (left > 0) openStreams.set(who, left);
      else openStreams.delete(who);
    }
    return sent;
  },
});

/** Follows what changes until the reader goes, or its session or token ends. */
async function follow(
  { context, admin, admission }: AdmittedRequest<undefined, undefined>,
  newest: number,
): Promise<void> {
  const { response, request } = context;
  const closed = new AbortController();
  response.once("close", () => closed.abort());
  const write = (text: string) => {
    if (response.writableLength > maxUnreadBytes) response.destroy();
    else response.write(text);
  };
  const isPresent = () => notePresent(admin, admission);
  const pulse = setInterval(() => {
    write(heartbeat);
    void isPresent();
  }, heartbeatMs);
  void isPresent();
  const stopPresence = admin.live.presence.follow(admission.actor.agents, (presence) =>
    write(`event: presence\ndata: ${JSON.stringify(presence)}\n\n`),
  );
  const mayGoOn = createRightsWatch(admin, context, admission);
  try {
    let shownQueue = "";
    const since = startingFrom(newest, request.headers["last-event-id"], write);
    const { signal } = closed;
    for await (const { chats, queue, rightsRevision } of admin.live.changes.follow(admission.actor, {
      since,
      signal,
    })) {
      if (!(await mayGoOn(rightsRevision))) break;
      for (const { id, revision } of chats)
        write(
          `id: ${positionOf(revision)}\nevent: chat\ndata: ${JSON.stringify({ id, revision: String(revision) })}\n\n`,
        );
      const shown = JSON.stringify(queue);
      if (shown !== shownQueue) write(`event: queue\ndata: ${shown}\n\n`);
      shownQueue = shown;
    }
  } finally {
    stopPresence();
    clearInterval(pulse);
    response.end();
  }
}

/** Anyone who has the console open needs no mail. A failure to record this does not end the stream. */
async function notePresent(
  { live: { server } }: AdminContext,
  { actor: { kind, id } }: OperatorAdmission,
): Promise<void> {
  if (kind !== "operator" || id === undefined) return;
  await server.storage.alerts.present(id, server.nowMs()).catch(() => undefined);
}

const positionOf = (revision: number) => `chats-${revision}`;

/** A reader's starting position. One whose position is unknown is told to read everything again. */
function startingFrom(
  newest: number,
  lastEventId: string | string[] | undefined,
  write: (text: string) => void,
): number {
  if (lastEventId === undefined) {
    // So that a reader that loses the connection at once has a position to continue from.
    write(`id: ${positionOf(newest)}\n: connected\n\n`);
    return newest;
  }
  const known = /^chats-(\d{1,15})$/.exec(String(lastEventId))?.[1];
  const since = Number(known ?? Number.NaN);
  if (since <= newest) return since;
  write(`id: ${positionOf(newest)}\nevent: reset\ndata: {}\n\n`);
  return newest;
}
