import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { ReadonlySignal, Signal } from "@preact/signals";
import { includesRole, type Me, type Role } from "@servicechat/contract/admin";
import type { Api } from "../api/create-api.ts";
import type { Outbox } from "../inbox/outbox/outbox.ts";
import type { Words } from "./words/words.ts";
import type { LiveUpdates } from "./live-updates.ts";
import type { Navigation } from "./navigation.ts";
import type { Preferences } from "./preferences.ts";

/** The dependencies of every page. */
export interface ConsoleContext {
  readonly api: Api;
  readonly words: Words;
  readonly navigation: Navigation;
  readonly preferences: Preferences;
  /** Who is signed in; `undefined` if the person is signed out. */
  readonly me: Signal<Me | undefined>;
  readonly live: ReadonlySignal<LiveUpdates | undefined>;
  /** Who has a picture: its revision, by the id of the person. */
  readonly faces: Signal<ReadonlyMap<string, string>>;
  /** Messages on their way to visitors. */
  readonly outbox: ReadonlySignal<Outbox | undefined>;
  /** Plays the sound for a waiting visitor. */
  readonly playChime: () => void;
  /** A brief message below the page about what has just been done. */
  readonly toast: Signal<string>;
}

const context = createContext<ConsoleContext | undefined>(undefined);

/** Provides the context to everything inside. */
export const ConsoleProvider = context.Provider;

/** The context; throws if there is no provider. */
export function useConsole(): ConsoleContext {
  const found = useContext(context);
  if (!found) throw new Error("The console's pages are drawn inside a ConsoleProvider.");
  return found;
}

/** Whether the person who is signed in has a role that is sufficient. */
export function useMay(needed: Role): boolean {
  const me = useConsole().me.value;
  return me !== undefined && includesRole(me.role, needed);
}
