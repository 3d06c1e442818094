import { setTimeout as pause } from "node:timers/promises";
import type { LiveReply } from "@servicechat/coordination";
import type { ServerContext } from "../server-context.ts";

/** How long to look, and how often, in milliseconds. */
const timeoutMs = 500;
const everyMs = 25;

/** The dependencies for finding a live reply. */
export type LiveDependencies = Pick<ServerContext, "coordination" | "storage">;

/**
 * The live reply of a session, on whichever node it runs; `undefined` when it is over. One that another node has just
 * begun is in the database a moment before its stream can be found, and its newest events are heard here a moment after
 * a visitor heard them there: then it is waited for again.
 *
 * @param query.after The number of an event that it must have; one that has not come by then never will
 */
export async function findLive(
  { coordination, storage }: LiveDependencies,
  query: { readonly sessionId: string; readonly replyId: string; readonly after?: number },
): Promise<LiveReply | undefined> {
  const { after = 0 } = query;
  for (let waited = 0; ; waited += everyMs) {
    const live = await coordination.replies.find(query.replyId);
    if ((live && live.last >= after) || waited >= timeoutMs) return live;
    if (!live && (await storage.conversations.findReply(query))?.status !== "streaming") return undefined;
    await pause(everyMs);
  }
}
