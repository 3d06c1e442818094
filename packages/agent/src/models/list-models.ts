import { asObject } from "@servicechat/contract";
import type { ModelDefinition } from "@servicechat/contract/agent-file";
import { OutboundError } from "@servicechat/outbound";
import { parseJson } from "../json.ts";
import { openAiAuthorization, providerUrl } from "./provider-model.ts";

/** Longest list, in bytes. */
const maxListBytes = 5_000_000;
/** Most models that are taken from one, and the longest name in UTF-16 units, as agent files have it. */
const maxModels = 2_000;
const maxNameLength = 200;
const timeoutMs = 15_000;

/** Whose models to list. */
export interface ModelListRequest {
  readonly provider: Extract<ModelDefinition, { readonly baseUrl: string }>["provider"];
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  /** Whether its origin must lead to public addresses, or to an allowed network, when it is connected to. */
  readonly isPublicOnly: (origin: string) => Promise<boolean>;
  readonly allowedNetworks: readonly string[];
}

/** Names of a provider's models, or a sentence that says why there is no list. No key and no word of the provider is in it. */
export type ModelList = { readonly names: readonly string[] } | { readonly reason: string };

/** Asks a provider for its models. A provider that has no list, and says so with 404, has an empty one. Never rejects. */
export async function listModels({
  provider,
  baseUrl,
  apiKey,
  ...reach
}: ModelListRequest): Promise<ModelList> {
  const url = providerUrl(baseUrl, "models");
  if (provider === "anthropic") url.searchParams.set("limit", "1000");
  const headers =
    provider === "anthropic"
      ? { "anthropic-version": "2023-06-01", ...(apiKey !== undefined && { "x-api-key": apiKey }) }
      : openAiAuthorization(url, apiKey);
  try {
    // The HTTP client is large, and few ask for lists.
    const { createModelFetch } = await import("@servicechat/outbound/models");
    const response = await createModelFetch(reach)(url, {
      headers: { accept: "application/json", ...headers },
      // The key is for this server only.
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      return response.status === 404 ? { names: [] } : { reason: reasonOfStatus(url, response.status) };
    }
    const names = readNames(parseJson(await readText(response)));
    return names ? { names } : { reason: `${url.host} answered with something that is not a list of models` };
  } catch (thrown) {
    return { reason: `${url.host} ${reasonOfError(thrown)}` };
  }
}

function reasonOfStatus({ host }: URL, status: number): string {
  if (status === 401 || status === 403) return `${host} refused the key (status ${status})`;
  return `${host} answered with status ${status} instead of its list of models`;
}

function reasonOfError(thrown: unknown): string {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    if (error instanceof OutboundError && error.kind === "refused")
      return "does not lead to a public address, nor to a network in SERVICECHAT_ALLOWED_NETWORKS";
    if (error instanceof ListTooLong) return "sent a list that is too long";
    if (error.name === "TimeoutError") return "took too long";
  }
  return "cannot be reached";
}

class ListTooLong extends Error {}

async function readText(response: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of response.body ?? []) {
    bytes += piece.byteLength;
    if (bytes > maxListBytes) throw new ListTooLong();
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}

/** The names in a list as any provider writes it; `undefined` for what is no list. */
function readNames(value: unknown): readonly string[] | undefined {
  const fields = asObject(value);
  const list = [value, fields?.["data"], fields?.["models"]].find((each) => Array.isArray(each));
  if (!list) return undefined;
  const names = (list as readonly unknown[]).slice(0, maxModels).flatMap((entry) => {
    const { id, name } = asObject(entry) ?? {};
    const found = [entry, id, name].find((each) => typeof each === "string");
    return typeof found === "string" && found !== "" && found.length <= maxNameLength
      ? [found.toWellFormed()]
      : [];
  });
  return [...new Set(names)];
}
