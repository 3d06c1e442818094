import { parseWidgetConfig } from "@servicechat/contract";
import type { headers, paths, WidgetConfig } from "@servicechat/contract";
import type { Tag } from "./read-tag.ts";

// The contract's own values, checked by their types: importing its tables would bring all of them along.
const configPath: (typeof paths)["config"] = "/chat-bot/config";
const ticketHeader: (typeof headers)["embedTicket"] = "X-Embed-Ticket";

/** A usable answer of GET /chat-bot/config. */
export interface LoadedConfig {
  readonly config: WidgetConfig;
  /** Proof of this page's origin for the frame; empty when the service gave none. */
  readonly ticket: string;
}

/**
 * Asks the service how to look.
 *
 * @param cache "no-cache" for a ticket fresher than the one that the browser kept
 * @throws an error whose message tells the page author why there is no chat
 */
export async function loadConfig(
  { base, key, keyId }: Tag,
  signal: AbortSignal,
  cache: RequestCache = "default",
): Promise<LoadedConfig> {
  const response = await fetch(base + configPath, {
    headers: { Authorization: `Bearer ${key}` },
    credentials: "omit",
    cache,
    signal,
  }).catch(() => {
    throw new Error(`${base} cannot be reached; it is down, or a connect-src policy of the page forbids it.`);
  });
  const { ok, status } = response;
  if (!ok) throw new Error(refusal(status, keyId));
  const config = parseWidgetConfig(await response.json().catch(() => {}));
  if (!config) throw new Error("The configuration is malformed.");
  return { config, ticket: response.headers.get(ticketHeader) ?? "" };
}

function refusal(status: number, keyId: string): string {
  const { origin } = location;
  if (status === 401) return "The agent key is unknown or revoked.";
  if (status === 403) {
    return `${origin} is not among the key's allowed domains: servicechat key allow ${keyId} ${origin}`;
  }
  if (status === 429) return "The requests of the key are used up for this minute.";
  return `The service answered ${status}.`;
}
