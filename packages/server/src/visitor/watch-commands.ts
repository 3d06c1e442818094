import type { ServerContext } from "../server-context.ts";
import { runEvery } from "../run-every.ts";
import { causeOf } from "../telemetry/cause-of.ts";
import { createRepeatedFailureLog } from "../telemetry/repeated-failure-log.ts";

/**
 * Notices what another process, such as a command, took away from what runs here: a key was revoked, so its open streams
 * end, or a chat was erased, so its replies do. Requests need no watching: each is judged by what there is then. Returns
 * the function that stops it.
 */
export function watchCommands({
  keys,
  storage,
  coordination,
  replies,
  streams,
  idle,
  log,
}: ServerContext): () => Promise<void> {
  async function look(): Promise<void> {
    const sessionIds = new Set(replies.jobs().map((job) => job.sessionId));
    for (const sessionId of await storage.conversations.findErased([...sessionIds])) {
      coordination.nodeEvents.publish({ type: "session-erased", sessionId });
    }
    await idle.look();
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

  const failureLog = createRepeatedFailureLog(log, {
    failing: "keys and chats in use could not be looked at, trying again until they are",
    working: "keys and chats in use are looked at again",
  });
  return runEvery({
    everyMs: 1_000,
    async run() {
      await look();
      failureLog.recovered();
    },
    failed: (cause) => failureLog.failed(causeOf(cause)),
  });
}
