import type { ToFrame } from "@servicechat/contract";
import type { Scene } from "./scene.ts";

/** A file that the hand selects. */
export interface HandFile {
  readonly name: string;
  readonly type: string;
  /** A size in bytes, or a picture that is drawn. */
  readonly content: number | "picture";
}

/** What a visitor, or the page around the chat, does to reach a state. Selectors refer to the chat's own document. */
export interface Hand {
  /** Sends a message, as `ServiceChat.send` does. */
  say(text: string): Promise<void>;
  tell(command: ToFrame): void;
  /** Makes the browser report that it is offline. */
  goOffline(): void;
  /** Blocks the frame's storage, and its cookies too if nothing should be left. */
  forbidStorage(left: "cookies" | "nothing"): void;
  /** Gives the browser a voice for English, which says nothing and never ends. */
  lendVoice(): void;
  /** Resolves when there is a matching element. */
  until(selector: string): Promise<void>;
  /** Clicks the first matching element, or the one with this index. */
  press(selector: string, number?: number): Promise<void>;
  /** Rests a finger on the first matching element. */
  hold(selector: string): Promise<void>;
  fill(selector: string, value: string): Promise<void>;
  /** Selects files with the attach button, or drags them over the chat. */
  choose(...files: readonly HandFile[]): Promise<void>;
  drag(): Promise<void>;
  /** Scrolls the conversation to a position in pixels. */
  scroll(to: number): Promise<void>;
}

/** The page of a shop, with the tag on it. */
interface ShopPage {
  /** Additional attributes of the tag, as in `docs/embedding.md`. */
  readonly attributes?: string;
  /** HTML at the end of the page. */
  readonly body?: string;
  /** Runs once `ServiceChat` exists. */
  readonly script?: string;
  /** Set if the state does not exist on phones. */
  readonly needsRoom?: true;
}

/** One state of the chat: what the service returns, and what was done to reach it. */
export interface GalleryState {
  /** Short and permanent: lower-case letters and hyphens. */
  readonly name: string;
  /** One sentence for people who look at the gallery. */
  readonly title: string;
  readonly scene?: Partial<Scene>;
  /** If set, the launcher adds the chat to such a page, and `shows` is looked up in its shadow root. */
  readonly page?: ShopPage;
  readonly act?: (hand: Hand) => Promise<void>;
  /** A selector that matches once the state is reached. */
  readonly shows: string;
}

/** States that belong together. */
export interface GalleryGroup {
  readonly title: string;
  readonly states: readonly GalleryState[];
}
