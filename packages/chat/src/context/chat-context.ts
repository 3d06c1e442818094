import { createContext, type RefObject } from "preact";
import { useContext, useLayoutEffect } from "preact/hooks";
import type { ReadonlySignal, Signal } from "@preact/signals";
import type { FrameSettings, ToLauncher, WidgetConfig } from "@servicechat/contract";
import type { Chat } from "../conversation/chat.ts";
import type { Ratings } from "../message-tools/create-ratings.ts";
import type { Network } from "../network/create-network.ts";
import type { Words } from "../words/words.ts";
import type { Dialogs } from "./dialogs.ts";
import type { Device } from "./device.ts";
import type { Handoff } from "./handoff.ts";
import type { LazyModules } from "../lazy/lazy-modules.ts";
import type { Unsent } from "./unsent.ts";

/** The dependencies of all parts of the screen. */
export interface ChatContext extends Unsent {
  readonly chat: Chat;
  readonly config: WidgetConfig;
  /** What the document of the frame says of the agent. */
  readonly settings: FrameSettings;
  readonly words: Words;
  /** What ties the tabs together and knows past chats, once that part has come. */
  readonly device: ReadonlySignal<Device | undefined>;
  /** What lets people take part, where they may, once that part has come. */
  readonly handoff: ReadonlySignal<Handoff | undefined>;
  /** The parts that are loaded when they are needed. */
  readonly lazy: LazyModules;
  readonly network: Network;
  /** The visitor's input field. */
  readonly composer: RefObject<HTMLTextAreaElement | null>;
  /** The element in which the list of messages scrolls. */
  readonly scroller: RefObject<HTMLElement | null>;
  /** The edit button of the visitor's last message, if there is one. */
  readonly editButton: RefObject<HTMLButtonElement | null>;
  /** The visible cards of requests to confirm, by the ids of their questions. */
  readonly confirmCards: Map<string, HTMLElement>;
  /** The id of the open request to confirm whose buttons are in view. */
  readonly confirmInView: Signal<string | undefined>;
  readonly dialogs: Dialogs;
  /** How many messages have come while the chat was closed. */
  readonly unread: ReadonlySignal<number>;
  /** Whether the launcher shows a card with the beginning of such a message. */
  readonly canPreview: boolean | undefined;
  /** The ratings given here, once the part that rates has come. */
  readonly ratings: ReadonlySignal<Ratings | undefined>;
  /** What is below the view: nothing, more of the conversation, or a new message that has not been in view yet. */
  readonly below: Signal<false | "more" | "news">;
  /** Asks the launcher to close the frame; absent if the chat is embedded in the page. */
  readonly close?: () => void;
  /** Whether there is a bubble beside the frame that closes it too. */
  readonly isBubbleSeen: ReadonlySignal<boolean | undefined>;
  /** Whether the panel is expanded; `undefined` if it cannot be. */
  readonly isExpanded: ReadonlySignal<boolean | undefined>;
  readonly tellLauncher: (message: ToLauncher) => void;
}

const context = createContext<ChatContext | undefined>(undefined);

/** Provides the context to everything inside. */
export const ChatProvider = context.Provider;

/** The context; throws outside a `ChatProvider`. */
export function useChat(): ChatContext {
  const value = useContext(context);
  if (!value) throw new Error("useChat needs a ChatProvider around it.");
  return value;
}

/** Counts a form as being filled in, as long as it is drawn. */
export function useOpenForm(isDrawn = true): void {
  const { openForms } = useChat();
  useLayoutEffect(() => {
    if (!isDrawn) return;
    const form = {};
    openForms.add(form);
    return () => void openForms.delete(form);
  }, [isDrawn]);
}
