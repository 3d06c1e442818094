import type { PersistedValue } from "../session/persisted-value.ts";

/** Lets only one at a time open a session: two at once would open two, and one would be lost. */
export interface SessionGate {
  /** Runs something with the stored token, or something that opens a session: then everybody after it waits. */
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
