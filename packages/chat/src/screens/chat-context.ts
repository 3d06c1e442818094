import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { ReadonlySignal } from "@preact/signals";
import type { WidgetConfig } from "@servicechat/contract";
import type { Chat } from "../conversation/chat.ts";
import type { Device } from "../device/open-device.ts";
import type { Words } from "../words/words.ts";
import type { Unsent } from "./unsent.ts";

/** What every part of the screen may need. */
export interface ChatContext extends Unsent {
  readonly chat: Chat;
  readonly config: WidgetConfig;
  readonly words: Words;
  /** What ties the tabs together and knows past chats, once that part has come. */
  readonly device: ReadonlySignal<Device | undefined>;
  /** Fetches the controls that come later. */
  readonly loadControls: () => void;
  /** Asks the launcher to close the frame; absent where the page has the chat in its midst. */
  readonly close?: () => void;
  /** Whether the bubble beside the frame is there to close it too. */
  readonly isBubbleSeen: ReadonlySignal<boolean | undefined>;
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
