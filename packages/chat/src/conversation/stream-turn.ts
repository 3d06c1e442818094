import { lostConnection, type Accepted, type Client } from "@servicechat/client";
import type { StreamEvent } from "@servicechat/contract";
import type { Turn } from "./after-posting.ts";
import { withRetry, type RetryDependencies } from "./retry-policy.ts";
import { whenUnresumable } from "./refusals.ts";

/** The dependencies of a stream that is followed to its end, even over lost connections. */
export interface StreamDependencies {
  readonly client: Client;
  readonly retries: RetryDependencies;
  /** The current time, in milliseconds since 1970. */
  readonly now: () => number;
  /** Calls back when the network may be back, until the signal is aborted. */
  readonly onReturn: (run: (isCertain: boolean) => void, signal: AbortSignal) => void;
  /**
   * The stored token. One that is stored later, by another tab or for another chat, does not concern a turn that has
   * begun.
   */
  readonly token: () => string | undefined;
  /** Whether the visitor has stopped the answer, which the service may not know. */
  readonly isStopped: () => boolean;
  /** Called with each event and its id. */
  readonly receive: (event: StreamEvent, id: string) => void;
  /** Called when the service has accepted the turn; `sent` is the token that it was sent with. */
  readonly taken: (accepted: Accepted, sent: string | undefined) => void;
}

/** Milliseconds without an event after which a page that becomes visible again does not trust its connection. */
const longSilence = 20_000;

/** Streams a turn, or the reply in progress; `false` if only the history knows how it ended. */
export async function streamTurn(
  dependencies: StreamDependencies,
  turn: Turn | undefined,
  signal: AbortSignal,
): Promise<boolean> {
  const { client, retries, token, receive, taken } = dependencies;
  let lastEventId: string | undefined;
  let session = token();
  let isTaken = false;
  return withRetry(retries, signal, (moved) =>
    untilReturn(dependencies, signal, async (life, heard) => {
      const onEvent = (event: StreamEvent, id: string): void => {
        if (life.aborted) return;
        moved();
        heard();
        lastEventId = id || lastEventId;
        receive(event, id);
      };
      if (session && (!turn || lastEventId)) {
        if (dependencies.isStopped()) await client.stop(session);
        return client.follow({ token: session, lastEventId, signal: life, onEvent }).catch(whenUnresumable);
      }
      if (!turn) return false;
      // What has been erased in the meantime must not be asked again.
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
 * Runs one attempt, and ends it as lost if the network returns in the meantime: its connection predates the outage, and
 * may be dead without any sign of it.
 */
export async function untilReturn<Result>(
  { now, onReturn }: Pick<StreamDependencies, "now" | "onReturn">,
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
    end(); // which ends the subscription
  }
}
