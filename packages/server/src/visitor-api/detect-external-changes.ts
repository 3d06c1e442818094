import type { ServerContext } from "../server-context.ts";

/**
 * Notices what another process, such as a command, has revoked or erased while it is in use here: a key was revoked, so
 * its open streams end, or a chat was erased, so its replies do. Requests need no watching: each is checked against the
 * state at that time.
 */
export async function detectExternalChanges({
  keys,
  storage,
  coordination,
  replies,
  streams,
  idle,
}: ServerContext): Promise<void> {
  const sessionIds = new Set(replies.jobs().map((job) => job.sessionId));
  for (const sessionId of await storage.conversations.findErased([...sessionIds])) {
    coordination.nodeEvents.publish({ type: "session-erased", sessionId });
  }
  await idle.poll();
  const origins = idle.originsByKey();
  const keyIds = new Set(replies.jobs().map((job) => job.keyId)).union(streams.keyIds()).union(origins);
  // A turn from before keys were kept, answered now: no key can be taken from it.
  keyIds.delete("");
  for (const keyId of keyIds) {
    const bound = await keys.findByPublicId(keyId);
    if (!bound) coordination.nodeEvents.publish({ type: "key-revoked", keyId });
    // A reply ends well where its page may ask no more. A stream that waits for what people say would have no end.
    for (const origin of origins.get(keyId) ?? [])
      if (bound && !bound.allows(origin)) idle.cut({ keyId, origin }, "key_revoked");
  }
}
