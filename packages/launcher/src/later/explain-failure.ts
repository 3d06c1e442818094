import type { Tag } from "../read-tag.ts";

/** Tells the page author why there is no chat, from what `loadConfig` threw. */
export function explainFailure({ base, keyId }: Tag, cause: unknown): string {
  const { origin } = self; // "null" in a sandbox, where that of the address is another
  if (cause === 401) return "The agent key is unknown or revoked.";
  if (cause === 403) {
    const remedy = origin === "null" ? "the page has no domain" : `servicechat key allow ${keyId} ${origin}`;
    return `${origin} is not among the key's allowed domains: ${remedy}`;
  }
  if (cause === 429) return "The requests of the key are used up for this minute.";
  if (typeof cause === "number") return `The service answered ${cause}.`;
  // What fetch throws; what is no JSON is a SyntaxError.
  if (cause instanceof TypeError)
    return `${base} cannot be reached: it is down, or the page's connect-src forbids it.`;
  return "The configuration is malformed.";
}
