import type { PersistedValue } from "../session/persisted-value.ts";

/** What a tab needs to keep in step with the others. */
interface TabParts {
  /** What the tabs of one visitor's chat have in common, and no other chat has. */
  readonly name: string;
  /** Kept where the session token is: another revision there means that something has changed. */
  readonly revision: PersistedValue;
  readonly newRevision: () => string;
  /** Called, in a tab that is seen, after another one has changed something. */
  readonly look: () => void;
}

/** Milliseconds after which a tab that was called looks once more: what is kept may travel slower than the call. */
const travel = 500;

/**
 * Keeps the tabs of one visitor in step. A tab that changes something leaves a revision and calls the others, which compare
 * it with the last one they saw. Tabs tell each other nothing else: what has changed, the service knows. A tab that nobody
 * sees compares once it is seen, so that it costs no requests, and one that was not called finds out then as well.
 *
 * @returns what is to be called after each change of this tab's own
 */
export function followTabs({ name, revision, newRevision, look }: TabParts): () => void {
  let seen = revision.read();
  let own: string | undefined;
  let channel: BroadcastChannel | undefined;

  function compare(): void {
    const now = revision.read();
    if (document.visibilityState !== "visible" || now === seen) return;
    seen = now;
    look();
  }

  function listen(): void {
    try {
      channel = new BroadcastChannel(name);
      channel.addEventListener("message", () => {
        compare();
        setTimeout(() => {
          // This tab has changed something at the same moment: its own revision may stand in place of the other's.
          if (seen === own) seen = "";
          compare();
        }, travel);
      });
    } catch {
      // Then a change is found when this tab is seen or used again.
    }
  }

  listen();
  // Storage that another tab has written is told of when it can be read here, which may be later than the call.
  for (const type of ["storage", "focus"]) addEventListener(type, compare);
  document.addEventListener("visibilitychange", compare);
  // A page that may come back is kept by the browser only without an open channel.
  addEventListener("pagehide", () => channel?.close());
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    listen();
    compare();
  });

  return () => {
    seen = own = newRevision();
    revision.write(own);
    channel?.postMessage("changed");
  };
}
