import { setInterval } from "node:timers/promises";
import { headers, parseEventId } from "@servicechat/contract";
import { z } from "zod";
import { findLive } from "../streams/reply-source.ts";
import { readHeader } from "../request/read-header.ts";
import { sendEvents, sendStreamHead } from "../streams/reply-streams.ts";
import { resultOrThrow } from "./result-or-throw.ts";
import { createRightsWatch } from "./rights-watch.ts";
import { nothing, roleRoute, sent } from "./route.ts";

/** How often to check that the reader still has access, in milliseconds. */
const pollMs = 1_000;

/** GET chats/{id}/stream */
export const followChat = roleRoute("viewer", {
  summary:
    "The reply that the agent is giving in a chat, as the visitor gets it: from its beginning, or after `Last-Event-ID`. 204 when none is running",
  downloads: ["text/event-stream"],
  status: [200, 204],
  headers: z.object({ "Last-Event-ID": z.string().exactOptional() }),
  handle: async ({ context, admin, admission, params }) => {
    const { server } = admin.live;
    const sessionId = params["id"] ?? "";
    const { reply } = resultOrThrow(await admin.operations.chats.running(admission.actor, { id: sessionId }));
    const position = parseEventId(readHeader(context.request, headers.lastEventId) ?? "");
    const after = position && position.replyId === reply?.id ? position.seq : 0;
    const live = reply && (await findLive(server, { sessionId, replyId: reply.id, after }));
    if (!live || after > live.last) return nothing;

    sendStreamHead(context);
    const mayGoOn = createRightsWatch(admin, context, admission);
    const closed = new AbortController();
    const { signal } = closed;
    async function checkRights(): Promise<void> {
      for await (const _ of setInterval(pollMs, undefined, { signal, ref: false }))
        if (!(await mayGoOn(await server.storage.revision()))) return void context.response.destroy();
    }
    checkRights().catch(() => signal.aborted || context.response.destroy());
    sendEvents(context, live, {
      after,
      sent: server.metrics.eventsSent,
      hasEnded: async () => !(await server.storage.conversations.isStreaming(live.id)),
      onClose: () => closed.abort(),
    });
    return sent;
  },
});
