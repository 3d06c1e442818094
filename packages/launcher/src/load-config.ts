import { headers, parseWidgetConfig, paths, type WidgetConfig } from "@servicechat/contract";
import type { Tag } from "./read-tag.ts";

/** A usable answer of GET /chat-bot/config. */
export interface LoadedConfig {
  readonly config: WidgetConfig;
  /** Proof of this page's origin for the frame; empty when the service gave none. */
  readonly ticket: string;
}

/** The service answered with a status that is no success. */
export class ConfigRefused extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The service answered ${status}.`);
    this.status = status;
  }
}

/**
 * Asks the service how to look.
 *
 * @param cache "no-cache" for a ticket fresher than the one that the browser kept
 * @throws ConfigRefused
 * @throws TypeError when the service cannot be reached
 * @throws SyntaxError when the configuration is malformed
 */
export async function loadConfig(
  { base, key }: Tag,
  signal: AbortSignal,
  cache?: RequestCache,
): Promise<LoadedConfig> {
  const response = await fetch(base + paths.config.slice(1), {
    headers: { Authorization: `Bearer ${key}` },
    credentials: "omit",
    cache: cache as RequestCache, // a browser takes `undefined` for its default
    signal,
  });
  if (!response.ok) throw new ConfigRefused(response.status);
  const config = parseWidgetConfig(await response.json());
  if (!config) throw new SyntaxError("The configuration is malformed.");
  return { config, ticket: response.headers.get(headers.embedTicket) ?? "" };
}
