import type { Theme } from "@servicechat/contract";

/** Which chat a page has, and how it starts: the attributes of the tag, under the names that `dataset` gives them. */
export interface ChatOptions {
  /**
   * The address of `launcher.js` on the service. Under enforced Trusted Types, the page's policy must create it (a
   * `TrustedScriptURL`).
   */
  readonly src: string | { toString(): string };
  /** The agent key, `ak_...`. */
  readonly agentKey: string;
  /** A BCP 47 language tag for the chat's own words. Absent: the page's or the browser's language. */
  readonly lang?: string | undefined;
  /** Absent: `auto`. */
  readonly theme?: Theme | undefined;
  /** Opens the chat as soon as possible. */
  readonly open?: boolean | undefined;
  /** `false`: a chat that the visitor left open is closed on the next page. */
  readonly keepOpen?: boolean | undefined;
  /** A CSS selector: the chat is shown in that element of the page, instead of a bubble and panel. */
  readonly target?: string | undefined;
  /** A greeting shown beside the bubble. */
  readonly greeting?: string | undefined;
  /** Seconds until the greeting appears; 5 if absent. */
  readonly greetingAfter?: number | undefined;
  readonly sound?: boolean | undefined;
  /** `false`: no card beside the bubble says how an answer begins that came while the chat is closed. */
  readonly messagePreview?: boolean | undefined;
  /** For pages whose content security policy asks for one. */
  readonly nonce?: string | undefined;
}

const attributes = [
  "agentKey",
  "lang",
  "theme",
  "open",
  "keepOpen",
  "target",
  "greeting",
  "greetingAfter",
  "sound",
  "messagePreview",
] as const;

/** Makes the tag that a page author would paste. It is not on the page yet. */
export function makeTag({ src, nonce, open, sound, ...named }: ChatOptions): HTMLScriptElement {
  const script = document.createElement("script");
  script.async = true;
  if (nonce) script.nonce = nonce;
  const values = { ...named, open: open ? "" : undefined, sound: sound ? "" : undefined };
  for (const name of attributes) {
    const value = values[name];
    if (value !== undefined) script.dataset[name] = String(value);
  }
  // Handed on as it is: a string in its place would be refused under Trusted Types.
  script.src = src as string;
  return script;
}

/** Whether both name the same chat, in the same place. All other differences can be changed while it exists. */
export function isSameChat(one: ChatOptions, other: ChatOptions): boolean {
  return (
    String(one.src) === String(other.src) && one.agentKey === other.agentKey && one.target === other.target
  );
}
