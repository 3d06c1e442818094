import { publicKeyId, type Theme } from "@servicechat/contract";

/** What the page author wrote: `<script src="{base}/launcher.js" data-agent-key="ak_..." async>`. */
export interface Tag {
  readonly script: HTMLScriptElement;
  /** The service's base address, from the script's own, without a slash at its end. */
  readonly base: string;
  readonly origin: string;
  /** The agent key. It never enters an address. */
  readonly key: string;
  /** The part of the key that may. */
  readonly keyId: string;
  /** Of the chat, as the tag or else the page says; empty when neither does. */
  readonly lang: string;
  readonly theme: Theme;
  /** Open the chat as soon as it can be. */
  readonly open: boolean;
}

/**
 * Reads the tag.
 *
 * @throws an error that says what is wrong with it
 */
export function readTag(script: HTMLOrSVGScriptElement | null): Tag {
  if (!script || !("src" in script)) throw new Error("launcher.js must be a classic script.");
  const { agentKey: key = "", lang, theme, open } = script.dataset;
  const keyId = publicKeyId(key);
  if (!keyId) throw new Error("data-agent-key is missing or no agent key.");
  const { href, origin } = new URL(".", script.src);
  return {
    script,
    base: href.slice(0, -1),
    origin,
    key,
    keyId,
    lang: lang || document.documentElement.lang,
    theme: parseTheme(theme),
    open: open !== undefined,
  };
}

/** Reads a theme; anything unknown is `auto`. */
export function parseTheme(value: unknown): Theme {
  return value === "light" || value === "dark" ? value : "auto";
}
