import type { PersistedValue } from "../session/persisted-value.ts";

/** Lets only one at a time open a session: two that did so at once would open two, and one would be lost. */
export interface SessionGate {
  /** Does something that goes along with the kept token, or opens a session: then whoever comes after it waits. */
  through<Result>(token: PersistedValue | undefined, run: () => Promise<Result>): Promise<Result>;
  /** Lets those in who wait: the token has been written. */
  open(): void;
}

/**
 * Makes the gate of one session.
 *
 * @param alone keeps other tabs out as well; resolves with what lets them in
 */
export function createSessionGate(alone: () => Promise<() => void>): SessionGate {
  let opening: Promise<void> | undefined;
  let open = (): void => undefined;
  return {
    async through(token, run) {
      // Whoever was let in without a token failed: the next one opens the session.
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
      // Another tab has opened one meanwhile.
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
