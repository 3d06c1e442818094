import { headers, parseWidgetConfig, paths, type WidgetConfig } from "@servicechat/contract";
import type { Tag } from "./read-tag.ts";

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
 * @throws what `explainFailure` explains: the status of a refusal, a `TypeError` when the service cannot be reached,
 *   anything else when the configuration is malformed
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
  // oxlint-disable-next-line only-throw-error -- the number is all there is to say
  if (!response.ok) throw response.status;
  const config = parseWidgetConfig(await response.json());
  // oxlint-disable-next-line only-throw-error
  if (!config) throw "malformed";
  return { config, ticket: response.headers.get(headers.embedTicket) ?? "" };
}
