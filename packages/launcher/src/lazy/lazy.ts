import type { ConfigRefused } from "../load-config.ts";
import type { Tag } from "../read-tag.ts";

// Everything that a page does not need before a visitor wants to chat: the launcher loads it with one request.
export { openPanel } from "./open-panel.ts";

/** Tells the page author why there is no chat, based on what `loadConfig` threw. */
export function explainFailure({ base, keyId }: Tag, cause: unknown): string {
  const { origin } = self; // "null" in a sandbox, unlike that of the URL
  // No `instanceof`: the class is the launcher's, which this later part does not load again.
  const { status } = cause as Partial<ConfigRefused>;
  if (status === 401) return "The agent key is unknown or revoked.";
  if (status === 403) {
    const remedy = origin === "null" ? "the page has no domain" : `servicechat key allow ${keyId} ${origin}`;
    return `${origin} is not one of the key's allowed domains: ${remedy}`;
  }
  if (status === 429) return "The key has reached its request limit for this minute.";
  if (status) return `The service answered ${status}.`;
  if (cause instanceof TypeError && !/\[native code]/.test(String(fetch)))
    return `The request to ${base} failed. This page has replaced window.fetch: what it has instead must leave requests to other origins as they are, above all their credentials.`;
  if (cause instanceof TypeError)
    return `${base} cannot be reached: it is down, or the page's connect-src forbids it.`;
  return "The configuration is malformed.";
}
