import type { Accepted, Client } from "@servicechat/client";
import type { StreamEvent } from "@servicechat/contract";
import type { Turn } from "./after-posting.ts";
import { patiently, type PatienceParts } from "./patience.ts";
import { whenUnresumable } from "./refusals.ts";

/** The parts of a stream that is followed to its end, over lost connections too. */
export interface StreamParts {
  readonly client: Client;
  readonly patience: PatienceParts;
  /** The kept token. What is kept later, by another tab or for another chat, is nothing to a turn that has begun. */
  readonly token: () => string | undefined;
  /** Called with each event and its id. */
  readonly hear: (event: StreamEvent, id: string) => void;
  /** Called when the service has taken the turn; `sent` is the token that it was sent with. */
  readonly taken: (accepted: Accepted, sent: string | undefined) => void;
}

/** Streams a turn, or the reply that runs already; `false` when only history knows how it ended. */
export async function streamTurn(
  { client, patience, token, hear, taken }: StreamParts,
  turn: Turn | undefined,
  signal: AbortSignal,
): Promise<boolean> {
  let lastEventId: string | undefined;
  let session = token();
  return patiently(patience, signal, async (moved) => {
    const onEvent = (event: StreamEvent, id: string): void => {
      if (signal.aborted) return;
      moved();
      lastEventId = id || lastEventId;
      hear(event, id);
    };
    if (session && (!turn || lastEventId)) {
      return client.follow({ token: session, lastEventId, signal, onEvent }).catch(whenUnresumable);
    }
    if (!turn) return false;
    await client.post(
      turn.messages.map(({ message }) => message),
      {
        token: session,
        idempotencyKey: turn.key,
        context: turn.context,
        replaces: await turn.replacement?.find(),
        signal,
        onEvent,
        onOpen: (accepted) => {
          if (signal.aborted) return;
          taken(accepted, session);
          session = accepted.token;
        },
      },
    );
    return true;
  });
}
