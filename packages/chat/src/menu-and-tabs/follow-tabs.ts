import type { PersistedValue } from "../session/persisted-value.ts";

/** What a tab needs to keep in step with the others. */
interface TabDependencies {
  /** What the tabs of one visitor's chat share, and no other chat has. */
  readonly name: string;
  /** Stored with the session token: another revision there means that something has changed. */
  readonly revision: PersistedValue;
  /** The revision from before this tab read its chat. */
  readonly seenRevision: string | undefined;
  readonly newRevision: () => string;
  /** Called in a visible tab after another one has changed something. */
  readonly refresh: () => void;
}

/** Milliseconds after which a notified tab checks again: storage may be slower than the notification. */
const travel = 500;

/**
 * Keeps the tabs of one visitor in step. A tab that changes something stores a revision and notifies the others, which
 * compare it with the last one they saw. Tabs tell each other nothing else: the service knows what has changed. A
 * hidden tab compares once it is visible, so that it costs no requests, and so does one that missed the notification.
 *
 * @returns call this after each change by this tab
 */
export function followTabs({
  name,
  revision,
  seenRevision,
  newRevision,
  refresh,
}: TabDependencies): () => void {
  let seen = seenRevision;
  let own: string | undefined;
  let channel: BroadcastChannel | undefined;

  function compare(): void {
    const now = revision.read();
    if (document.visibilityState !== "visible" || now === seen) return;
    seen = now;
    refresh();
  }

  function listen(): void {
    try {
      channel = new BroadcastChannel(name);
      channel.addEventListener("message", () => {
        compare();
        setTimeout(() => {
          // This tab has changed something at the same time: its own revision may have replaced the other's.
          if (seen === own) seen = "";
          compare();
        }, travel);
      });
    } catch {
      // Then a change is found when this tab becomes visible or is used again.
    }
  }

  listen();
  // Storage events fire when another tab's change is readable here, which may be later than the notification.
  for (const type of ["storage", "focus"]) addEventListener(type, compare);
  document.addEventListener("visibilitychange", compare);
  // Browsers put a page into their back/forward cache only without an open channel.
  addEventListener("pagehide", () => channel?.close());
  // A change since then was announced before this tab listened.
  compare();
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
