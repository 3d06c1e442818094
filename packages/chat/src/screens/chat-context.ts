import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Signal } from "@preact/signals";
import type { WidgetConfig } from "@servicechat/contract";
import type { Chat } from "../conversation/create-chat.ts";
import type { Words } from "../words/words.ts";

/** What every part of the screen may need. */
export interface ChatContext {
  readonly chat: Chat;
  readonly config: WidgetConfig;
  readonly words: Words;
  /** The text in the composer. */
  readonly draft: Signal<string>;
  /** Asks the launcher to close the frame. */
  readonly close: () => void;
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
