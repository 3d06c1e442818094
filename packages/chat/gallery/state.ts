import type { ToFrame } from "@servicechat/contract";
import type { Scene } from "./scene.ts";

/** A file that the hand chooses. */
export interface HandFile {
  readonly name: string;
  readonly type: string;
  /** In bytes, or a picture that is drawn. */
  readonly content: number | "picture";
}

/** What a visitor, or the page around the chat, does to bring a state about. Selectors are of the chat's own document. */
export interface Hand {
  /** Says something, as `ServiceChat.send` does. */
  say(text: string): Promise<void>;
  tell(command: ToFrame): void;
  /** Takes the network away, as far as the browser knows. */
  goOffline(): void;
  /** Takes the browser's memory away from the frame: its storage, and its cookies where nothing is to be left. */
  forbidStorage(left: "cookies" | "nothing"): void;
  /** Resolves when there is such an element. */
  until(selector: string): Promise<void>;
  /** Presses the first such element, or the one with that number. */
  press(selector: string, number?: number): Promise<void>;
  fill(selector: string, value: string): Promise<void>;
  /** Chooses files with the attach button, or drags them over the chat. */
  choose(...files: readonly HandFile[]): Promise<void>;
  drag(): Promise<void>;
  /** Scrolls the conversation, in pixels from its beginning. */
  scroll(to: number): Promise<void>;
}

/** The page of a shop, with the tag on it. */
interface ShopPage {
  /** More attributes of the tag, as `docs/embedding.md` has them. */
  readonly attributes?: string;
  /** HTML at the end of what the page says. */
  readonly body?: string;
  /** Runs once `ServiceChat` is there. */
  readonly script?: string;
  /** The state is none of telephones. */
  readonly needsRoom?: true;
}

/** One state of the chat: what the service shows and answers, and what was done to get there. */
export interface GalleryState {
  /** Short and permanent: small letters and hyphens. */
  readonly name: string;
  /** One sentence for who looks. */
  readonly title: string;
  readonly scene?: Partial<Scene>;
  /** Set: the launcher brings the chat to such a page, and `shows` is looked for in its shadow root. */
  readonly page?: ShopPage;
  readonly act?: (hand: Hand) => Promise<void>;
  /** What is there once the state is reached. */
  readonly shows: string;
}

/** States that belong together. */
export interface GalleryGroup {
  readonly title: string;
  readonly states: readonly GalleryState[];
}
