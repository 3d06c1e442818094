import { lostConnection, type Accepted, type Client } from "@servicechat/client";
import type { StreamEvent } from "@servicechat/contract";
import type { Turn } from "./after-posting.ts";
import { withRetry, type RetryParts } from "./retry-policy.ts";
import { whenUnresumable } from "./refusals.ts";

/** The parts of a stream that is followed to its end, over lost connections too. */
export interface StreamParts {
  readonly client: Client;
  readonly retries: RetryParts;
  /** The time of day, in milliseconds of the epoch. */
  readonly now: () => number;
  /** Calls when the network may be there again, until the signal is aborted. */
  readonly onReturn: (run: (isCertain: boolean) => void, signal: AbortSignal) => void;
  /** The kept token. What is kept later, by another tab or for another chat, is nothing to a turn that has begun. */
  readonly token: () => string | undefined;
  /** Whether the visitor has stopped the answer, which the service may not know. */
  readonly isStopped: () => boolean;
  /** Called with each event and its id. */
  readonly hear: (event: StreamEvent, id: string) => void;
  /** Called when the service has taken the turn; `sent` is the token that it was sent with. */
  readonly taken: (accepted: Accepted, sent: string | undefined) => void;
}

/** Milliseconds without an event after which a page that is seen again does not trust its connection. */
const longSilence = 20_000;

/** Streams a turn, or the reply that runs already; `false` when only history knows how it ended. */
export async function streamTurn(
  parts: StreamParts,
  turn: Turn | undefined,
  signal: AbortSignal,
): Promise<boolean> {
  const { client, retries, token, hear, taken } = parts;
  let lastEventId: string | undefined;
  let session = token();
  let isTaken = false;
  return withRetry(retries, signal, (moved) =>
    untilReturn(parts, signal, async (life, heard) => {
      const onEvent = (event: StreamEvent, id: string): void => {
        if (life.aborted) return;
        moved();
        heard();
        lastEventId = id || lastEventId;
        hear(event, id);
      };
      if (session && (!turn || lastEventId)) {
        if (parts.isStopped()) await client.stop(session);
        return client.follow({ token: session, lastEventId, signal: life, onEvent }).catch(whenUnresumable);
      }
      if (!turn) return false;
      // What has been erased meanwhile is not to be asked anew.
      if (session && isTaken) await client.history(session);
      await client.post(
        turn.messages.map(({ message }) => message),
        {
          token: session,
          idempotencyKey: turn.key,
          context: turn.context,
          replaces: await turn.replacement?.find(),
          signal: life,
          onEvent,
          onOpen: (accepted) => {
            if (life.aborted) return;
            taken(accepted, session);
            isTaken = true;
            session = accepted.token;
          },
        },
      );
      return true;
    }),
  );
}

/**
 * Runs one attempt, and cuts it off as lost when the network returns meanwhile: its connection is of before, and may be
 * dead without anybody knowing.
 */
export async function untilReturn<Result>(
  { now, onReturn }: Pick<StreamParts, "now" | "onReturn">,
  signal: AbortSignal,
  run: (life: AbortSignal, heard: () => void) => Promise<Result>,
): Promise<Result> {
  const life = new AbortController();
  let heardAt = now();
  const end = (): void => life.abort(signal.reason);
  signal.addEventListener("abort", end, { signal: life.signal });
  onReturn((isCertain) => {
    if (isCertain || now() - heardAt > longSilence)
      life.abort(lostConnection("stream_cut", "The connection was lost."));
  }, life.signal);
  try {
    return await run(life.signal, () => (heardAt = now()));
  } finally {
    end(); // which ends the listening
  }
}
