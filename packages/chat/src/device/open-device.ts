import type { Keeper } from "../session/create-keeper.ts";
import { followTabs } from "./follow-tabs.ts";
import { createSessionLock } from "./session-lock.ts";

/** What the chat on this device needs of the tab it is in. */
export interface DeviceParts {
  /** Keeps a text of that kind beside the session token. */
  readonly keeperOf: (kind: string) => Keeper;
  readonly channel: string;
  readonly newMark: () => string;
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly look: () => void;
}

/** The chat as it is on this device, in all of its tabs. */
export interface Device {
  /** To be called after each change of what is kept, and of the chat at the service. */
  readonly changed: () => void;
  /** Waits until no other tab opens a session, and keeps them from it until what it gives is called. */
  readonly alone: () => Promise<() => void>;
}

/** Opens it in this tab. */
export function openDevice({ keeperOf, channel, newMark, wait, look }: DeviceParts): Device {
  return {
    changed: followTabs({ name: channel, mark: keeperOf("mark"), newMark, look }),
    alone: createSessionLock({ keeper: keeperOf("opening"), now: Date.now, wait, page: window }),
  };
}
