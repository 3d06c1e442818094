import { publicKeyId } from "@servicechat/contract";
import { ownDocument } from "./own-document.ts";

/** The page author's tag: `<script src="{base}/launcher.js" data-agent-key="ak_..." async>`. */
export interface Tag {
  readonly script: HTMLScriptElement;
  /** The service's base address, from the script's own, with a trailing slash. */
  readonly base: string;
  /** The agent key. It is never part of a URL. */
  readonly key: string;
  /** The public part of the key, which may be. */
  readonly keyId: string;
  /** The other attributes, each read where it is used; `docs/embedding.md` lists them. */
  readonly data: DOMStringMap;
}

/**
 * Reads the tag: the running script, or the first one with a key if a script loader hides which one is running, as
 * Cloudflare's Rocket Loader does.
 *
 * @throws an error that says what is wrong with it
 */
export function readTag(): Tag {
  const running = ownDocument.currentScript as HTMLScriptElement | null;
  const script = running?.dataset["agentKey"]
    ? running
    : ownDocument.querySelector<HTMLScriptElement>("script[data-agent-key]");
  const key = script?.dataset["agentKey"] ?? "";
  const keyId = publicKeyId(key);
  if (!script || !keyId) throw new Error("data-agent-key is not an agent key.");
  // A page optimiser may have divided the tag in two.
  const source = script.src || running?.src;
  if (!source) throw new Error("The tag with data-agent-key has no src.");
  return { script, key, keyId, data: script.dataset, base: new URL(".", source).href };
}
