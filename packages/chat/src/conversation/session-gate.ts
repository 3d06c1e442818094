import type { PersistedValue } from "../session/persisted-value.ts";
import { isUnknownSession } from "./refusals.ts";

/** Lets only one at a time open a session: two at once would open two, and one would be lost. */
export interface SessionGate {
  /** Runs something with the stored token, or something that opens a session: then everything after it waits. */
  through<Result>(token: PersistedValue | undefined, run: () => Promise<Result>): Promise<Result>;
  /** Releases those who wait: the token has been written. */
  open(): void;
}

/**
 * Creates the gate of one session.
 *
 * @param alone also blocks other tabs; resolves with the function that releases them
 */
export function createSessionGate(alone: () => Promise<() => void>): SessionGate {
  let opening: Promise<void> | undefined;
  let open = (): void => undefined;
  return {
    async through(token, run) {
      // The one that was admitted without a token failed: the next one opens the session.
      while (opening && !token?.read()) await opening;
      if (token?.read()) return run();
      const opened = new Promise<void>((resolve) => {
        open = () => {
          opening = undefined;
          resolve();
        };
      });
      opening = opened;
      const mine = open;
      void opened.then(await alone());
      // Another tab has opened one in the meantime.
      if (token?.read()) mine();
      try {
        return await run();
      } finally {
        if (mine === open) mine();
      }
    },
    open: () => open(),
  };
}

/** The stored session, and what lets one at a time open another. */
export interface StoredSession {
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
export async function withSession<Answer extends { readonly token: string }>(
  { token, gate }: StoredSession,
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
