import { asObject } from "@servicechat/contract";
import { findSecret } from "@servicechat/contract/agent-file";
import type { EmbeddingsDefinition, SecretSources } from "@servicechat/contract/agent-file";
import { checkedVectors, EmbeddingError, type Embedder, type EmbedOptions } from "./embedder.ts";

interface Dependencies {
  readonly definition: Extract<EmbeddingsDefinition, { provider: "openai" }>;
  /** The agent whose texts they are. */
  readonly agentId: string;
  /** Where `apiKeyEnv` is looked up, at each call. */
  readonly sources: SecretSources;
  readonly fetch: typeof globalThis.fetch;
}

/** Small enough for every server, large enough that a sync is not mostly waiting. */
const textsPerRequest = 32;

/** Of an answer, in bytes; 32 vectors of 4096 numbers take about 3 MB. */
const maxAnswerBytes = 32 * 1024 * 1024;

/** Vectors from any server that has OpenAI's `/embeddings`. */
export function createOpenAiEmbedder({ definition, agentId, sources, fetch }: Dependencies): Embedder {
  const { baseUrl, name, dimensions, apiKeyEnv } = definition;
  const url = new URL(baseUrl);
  url.pathname = `${url.pathname.replace(/(?<!\/)\/+$/, "")}/embeddings`;

  async function authorization(): Promise<Record<string, string>> {
    if (apiKeyEnv === undefined) return {};
    const found = await findSecret({ name: apiKeyEnv, agents: [agentId], origin: url.origin }, sources);
    if ("value" in found) return { authorization: `Bearer ${found.value}` };
    const { reason } = found;
    throw new EmbeddingError(`${reason.slice(0, 1).toUpperCase()}${reason.slice(1)}.`, { retryable: false });
  }

  async function request(texts: readonly string[], signal: AbortSignal): Promise<unknown> {
    const input = texts.map((text) => text.toWellFormed());
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...(await authorization()) },
      body: JSON.stringify({
        model: name,
        input,
        encoding_format: "float",
        ...(dimensions && { dimensions }),
      }),
      // The key is for this server only.
      redirect: "manual",
      signal,
    });
    if (response.ok) return JSON.parse(await boundedText(response));
    await response.body?.cancel();
    throw refused(response);
  }

  return {
    model: ["1 openai", url.href, name, dimensions ?? "own"].join(" "),
    batch: textsPerRequest,
    async embed(texts, { timeoutMs, signal }: EmbedOptions) {
      signal?.throwIfAborted();
      const limit = AbortSignal.timeout(timeoutMs);
      try {
        const answer = await request(texts, signal ? AbortSignal.any([signal, limit]) : limit);
        return checkedVectors(vectorsOf(answer), texts.length);
      } catch (cause) {
        signal?.throwIfAborted();
        throw cause instanceof EmbeddingError ? cause : unreachable(cause);
      }
    },
  };
}

function refused({ status, headers }: Response): EmbeddingError {
  const retryAfter = Number(headers.get("retry-after") ?? NaN);
  return new EmbeddingError(`The embeddings server answered with status ${status}.`, {
    retryable: status >= 500 || [408, 409, 425, 429].includes(status),
    retryAfter: Number.isFinite(retryAfter) ? Math.max(0, retryAfter) : undefined,
  });
}

function unreachable(cause: unknown): EmbeddingError {
  const isLate = cause instanceof DOMException && cause.name === "TimeoutError";
  if (isLate) return new EmbeddingError("The embeddings server took too long.", { retryable: true, cause });
  const isNoJson = cause instanceof SyntaxError;
  const sentence = isNoJson
    ? "The embeddings server's answer is not JSON."
    : "The embeddings server cannot be reached.";
  return new EmbeddingError(sentence, { retryable: !isNoJson, cause });
}

async function boundedText(response: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of response.body ?? []) {
    bytes += piece.byteLength;
    if (bytes > maxAnswerBytes) {
      throw new EmbeddingError("The embeddings server's answer is too large.", { retryable: false });
    }
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}

/**
 * The vectors of `{data: [{index, embedding}, …]}`, in the order of the texts; anything but a list of numbers is left
 * out.
 */
function vectorsOf(answer: unknown): readonly (readonly number[])[] {
  const data = asObject(answer)?.["data"];
  if (!Array.isArray(data)) return [];
  return data
    .map((entry: unknown, place) => {
      const { index, embedding } = asObject(entry) ?? {};
      return { index: typeof index === "number" ? index : place, embedding };
    })
    .toSorted((one, other) => one.index - other.index)
    .map(({ embedding }) => embedding)
    .filter((embedding): embedding is number[] => {
      return Array.isArray(embedding) && embedding.every((number) => typeof number === "number");
    });
}
