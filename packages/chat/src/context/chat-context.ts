import { createContext, type RefObject } from "preact";
import { useContext, useLayoutEffect } from "preact/hooks";
import type { ReadonlySignal, Signal } from "@preact/signals";
import type { ToLauncher, WidgetConfig } from "@servicechat/contract";
import type { Chat } from "../conversation/chat.ts";
import type { Ratings } from "../conversation/create-ratings.ts";
import type { Network } from "../network/create-network.ts";
import type { Words } from "../words/words.ts";
import type { Dialogs } from "./dialogs.ts";
import type { Device } from "./device.ts";
import type { Handoff } from "./handoff.ts";
import type { LazyModules } from "./lazy-modules.ts";
import type { Unsent } from "./unsent.ts";

/** What every part of the screen may need. */
export interface ChatContext extends Unsent {
  readonly chat: Chat;
  readonly config: WidgetConfig;
  readonly words: Words;
  /** What ties the tabs together and knows past chats, once that part has come. */
  readonly device: ReadonlySignal<Device | undefined>;
  /** What lets people take part, where they may, once that part has come. */
  readonly handoff: ReadonlySignal<Handoff | undefined>;
  /** The parts that are loaded when they are needed. */
  readonly lazy: LazyModules;
  readonly network: Network;
  /** Where the visitor writes. */
  readonly prompt: RefObject<HTMLTextAreaElement | null>;
  /** What the list of messages is scrolled in. */
  readonly scroller: RefObject<HTMLElement | null>;
  /** The button that changes the visitor's last message, where there is one. */
  readonly editButton: RefObject<HTMLButtonElement | null>;
  /** The cards of requests to confirm that are drawn, by the ids of their questions. */
  readonly confirmCards: Map<string, HTMLElement>;
  readonly dialogs: Dialogs;
  readonly ratings: Ratings;
  /** What stands below the view: nothing, more of the conversation, or something that was said and was not in view yet. */
  readonly below: Signal<false | "more" | "news">;
  /** Asks the launcher to close the frame; absent where the page has the chat in its midst. */
  readonly close?: () => void;
  /** Whether the bubble beside the frame is there to close it too. */
  readonly isBubbleSeen: ReadonlySignal<boolean | undefined>;
  /** Whether the panel is expanded; `undefined` where it cannot be. */
  readonly isExpanded: ReadonlySignal<boolean | undefined>;
  readonly tellLauncher: (message: ToLauncher) => void;
}

const context = createContext<ChatContext | undefined>(undefined);

/** Hands the context to everything inside. */
export const ChatProvider = context.Provider;

/** The context; it throws outside a `ChatProvider`. */
export function useChat(): ChatContext {
  const value = useContext(context);
  if (!value) throw new Error("useChat needs a ChatProvider around it.");
  return value;
}

/** Counts a form among those that are being filled in, for as long as it is drawn. */
export function useOpenForm(isDrawn = true): void {
  const { openForms } = useChat();
  useLayoutEffect(() => {
    if (!isDrawn) return;
    const form = {};
    openForms.add(form);
    return () => void openForms.delete(form);
  }, [isDrawn]);
}
