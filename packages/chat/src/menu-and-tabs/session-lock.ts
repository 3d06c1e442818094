import type { PersistedValue } from "../session/persisted-value.ts";

/** The dependencies of the lock. */
interface LockDependencies {
  /** Stored with the session token. */
  readonly stored: PersistedValue;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly wait: (milliseconds: number) => Promise<unknown>;
  /** The window, which fires `pagehide` when the tab goes. */
  readonly page: Pick<EventTarget, "addEventListener" | "removeEventListener">;
}

/** Milliseconds between two signs of life of the tab that holds the lock, and after which a silent one has lost it. */
const sign = 2_000;

const silence = 6_000;

/**
 * Lets one tab at a time open a session. It is a note beside the token, because browsers that block storage in frames
 * block their own locks too.
 *
 * @returns a function that waits for its turn, and returns the function that ends it
 */
export function createSessionLock({ stored, now, wait, page }: LockDependencies): () => Promise<() => void> {
  const isHeld = (): boolean => Math.abs(now() - Number(stored.read())) < silence;
  return async () => {
    while (isHeld()) await wait(100);
    const hold = (): void => stored.write(String(now()));
    hold();
    const holding = setInterval(hold, sign);
    const end = (): void => {
      clearInterval(holding);
      page.removeEventListener("pagehide", end);
      stored.forget();
    };
    page.addEventListener("pagehide", end);
    return end;
  };
}
