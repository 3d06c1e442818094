import { ClientError, type Client } from "@servicechat/client";
import type { StreamEvent } from "@servicechat/contract";
import { isUnknownSession } from "../conversation/refusals.ts";
import { pauseAfter, type RetryDependencies } from "../conversation/retry-policy.ts";
import { untilReturn, type StreamDependencies } from "../conversation/stream-turn.ts";

/** What listening needs. */
export interface ListenDependencies extends Pick<StreamDependencies, "now" | "onReturn"> {
  readonly client: Pick<Client, "listen">;
  readonly wait: RetryDependencies["wait"];
}

/** Which chat to follow, and who receives its events. */
interface ListenOptions {
  readonly token: string;
  /** The position to begin at; absent: now. */
  readonly from: string | undefined;
  readonly signal: AbortSignal;
  /** Whether the visitor sees the page: what arrives while they do not may be mailed to them. */
  readonly isSeen: boolean;
  /**
   * @param isStanding whether it is the current state, which each connection sends first: nothing before it is missed
   */
  readonly hear: (event: StreamEvent, id: string, isStanding: boolean) => void;
  /** Something may have been missed: the history has it. */
  readonly missed: () => void;
}

/** A stream that the service ended sooner than this, in milliseconds, is not reopened at once. */
const short = 1_000;

/**
 * Follows the whole chat, over lost connections and over the ends that the service makes every ten minutes, until the
 * signal is aborted or the service has nothing to follow. Never rejects.
 */
export async function listen(dependencies: ListenDependencies, options: ListenOptions): Promise<void> {
  const { token, signal, isSeen, hear, missed } = options;
  let lastEventId = options.from;
  let losses = 0;
  while (!signal.aborted) {
    const begunAt = performance.now();
    // Without a position, what happened between the history and this connection is not sent.
    let isStanding = lastEventId !== undefined;
    try {
      const isFollowed = await untilReturn(dependencies, signal, (life, heard) =>
        dependencies.client.listen({
          token,
          lastEventId,
          isSeen,
          signal: life,
          onEvent(event, id) {
            if (life.aborted) return;
            heard();
            losses = 0;
            lastEventId = id || lastEventId;
            hear(event, id, isStanding);
            isStanding = false;
          },
        }),
      );
      if (!isFollowed) return;
      if (performance.now() - begunAt > short) continue;
    } catch (error) {
      if (signal.aborted || !(error instanceof ClientError)) return;
      if (error.code === "resume_unavailable") {
        lastEventId = undefined;
        missed();
      } else if (isUnknownSession(error)) return missed();
      else if (!error.lost && !error.retryable) return;
      if (error.retryAfter !== undefined) losses = Math.max(losses, 4);
    }
    // Rejects once the signal is aborted, and resolves earlier with the network.
    if (await dependencies.wait(pauseAfter(losses++), signal).catch(() => false)) losses = 0;
  }
}
