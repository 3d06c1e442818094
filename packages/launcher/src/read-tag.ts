import { publicKeyId } from "@servicechat/contract";

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
 * Reads the tag.
 *
 * @throws an error that says what is wrong with it
 */
export function readTag(script: HTMLScriptElement | null): Tag {
  if (!script?.src) throw new Error("No classic script.");
  const { dataset: data } = script;
  const { agentKey: key = "" } = data;
  const keyId = publicKeyId(key);
  if (!keyId) throw new Error("data-agent-key is no agent key.");
  return { script, base: new URL(".", script.src).href, key, keyId, data };
}
