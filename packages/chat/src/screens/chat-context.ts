import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { ReadonlySignal, Signal } from "@preact/signals";
import type { WidgetConfig } from "@servicechat/contract";
import type { Chat } from "../conversation/chat.ts";
import type { Device } from "../device/open-device.ts";
import type { Attachment } from "../uploads/attachment.ts";
import type { Words } from "../words/words.ts";
import type { Editing } from "./editing.ts";
import type { Offer } from "./offers.ts";

/** What every part of the screen may need. */
export interface ChatContext {
  readonly chat: Chat;
  readonly config: WidgetConfig;
  readonly words: Words;
  /** The text in the composer. */
  readonly draft: Signal<string>;
  /** The files that go along with what is in the composer. */
  readonly attachments: Signal<readonly Attachment[]>;
  /** Where the bytes of sent images lie in this browser, by upload. Not so after a reload. */
  readonly previews: Map<string, string>;
  /** What stands in the composer in place of the draft while the visitor's last message is being changed. */
  readonly editing: Signal<Editing | undefined>;
  /** The action whose form is being filled in. */
  readonly filling: Signal<Offer | undefined>;
  /** What ties the tabs together and knows past chats, once that part has come. */
  readonly device: ReadonlySignal<Device | undefined>;
  /** Fetches the controls that come later. */
  readonly loadControls: () => void;
  /** Asks the launcher to close the frame; absent where the page has the chat in its midst. */
  readonly close?: () => void;
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
