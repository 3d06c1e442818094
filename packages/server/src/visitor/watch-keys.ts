import type { House } from "../house.ts";

/** How often keys in use are looked at again, in milliseconds. */
const watchMs = 1_000;

/**
 * Notices that a key in use was revoked, by whichever process, so that its open streams end. Requests need no watching:
 * each is judged by the key as it stands. Returns the function that stops it.
 */
export function watchKeys({ keys, coordination, replies, streams, log }: House): () => void {
  async function look(): Promise<void> {
    for (const keyId of replies.keyIds().union(streams.keyIds())) {
      if (!(await keys.findByPublicId(keyId))) coordination.notices.publish({ type: "key-revoked", keyId });
    }
  }

  const timer = setInterval(() => {
    look().catch((cause: unknown) => log.warn({ err: cause }, "keys in use could not be looked at"));
  }, watchMs);
  timer.unref();
  return () => clearInterval(timer);
}
