import type { PersistedValue } from "../session/persisted-value.ts";
import { isUnknownSession } from "./refusals.ts";
import type { SessionGate } from "./session-gate.ts";

/** The stored session, and what lets one at a time open another. */
export interface KeptSession {
  readonly token: PersistedValue;
  readonly gate: SessionGate;
}

/**
 * Sends a request with the stored session, or opens one, as a first message does; a session that no longer exists is
 * replaced by another.
 *
 * @param ask takes the stored token; its result contains the token of the session
 * @throws ClientError, or whatever `ask` throws
 */
export async function inSession<Answer extends { readonly token: string }>(
  { token, gate }: KeptSession,
  ask: (kept: string | undefined) => Promise<Answer>,
): Promise<Answer> {
  return gate.through(token, async () => {
    const kept = token.read();
    const answer = await ask(kept).catch((error: unknown) => {
      if (kept && isUnknownSession(error)) return ask(undefined);
      throw error;
    });
    if (answer.token !== kept) token.write(answer.token);
    return answer;
  });
}
