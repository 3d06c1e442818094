import { headers, parseWidgetConfig, paths, type WidgetConfig } from "@servicechat/contract";
import type { Tag } from "./read-tag.ts";

/** A usable response to GET /chat-bot/config. */
export interface LoadedConfig {
  readonly config: WidgetConfig;
  /** Proof of this page's origin for the frame; empty if the service sent none. */
  readonly ticket: string;
}

/** The service responded with an error status. */
export class ConfigRefused extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The service answered ${status}.`);
    this.status = status;
  }
}

/**
 * Requests the configuration.
 *
 * @param cache "no-cache" for a newer ticket than the one in the browser's cache
 * @throws ConfigRefused
 * @throws TypeError if the service cannot be reached
 * @throws SyntaxError if the configuration is malformed
 */
export async function loadConfig(
  { base, key }: Tag,
  signal: AbortSignal,
  cache?: RequestCache,
): Promise<LoadedConfig> {
  const response = await fetch(base + paths.config.slice(1), {
    headers: { Authorization: `Bearer ${key}` },
    credentials: "omit",
    cache: cache as RequestCache, // browsers treat `undefined` as the default
    signal,
  });
  if (!response.ok) throw new ConfigRefused(response.status);
  const config = parseWidgetConfig(await response.json());
  if (!config) throw new SyntaxError("The configuration is malformed.");
  return { config, ticket: response.headers.get(headers.embedTicket) ?? "" };
}
