import { publicKeyId } from "@servicechat/contract";
import { ownDocument } from "./own-document.ts";

/** What the page author wrote: `<script src="{base}/launcher.js" data-agent-key="ak_..." async>`. */
export interface Tag {
  readonly script: HTMLScriptElement;
  /** The service's base address, from the script's own, with a slash at its end. */
  readonly base: string;
  /** The agent key. It never enters an address. */
  readonly key: string;
  /** The part of the key that may. */
  readonly keyId: string;
  /** The other attributes, each read where it is needed; the table of them is in `docs/embedding.md`. */
  readonly data: DOMStringMap;
}

/**
 * Reads the tag: the script that runs, or where something between runs it that hides which, as Cloudflare's Rocket Loader
 * does, the first with a key.
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
  return { script, key, keyId, data: script.dataset, base: new URL(".", script.src).href };
}
