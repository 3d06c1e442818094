import { ModelError } from "../agent.ts";

/** Where servers that speak Chat Completions differ in what they accept. */
export interface Dialect {
  /** Whether token counts are asked for with `stream_options`. */
  readonly asksUsage: boolean;
  readonly limitField: "max_tokens" | "max_completion_tokens";
}

/** The first attempt: OpenAI's newest name at OpenAI, the common name elsewhere. */
export function firstDialect(baseUrl: URL): Dialect {
  const isOpenAi = baseUrl.hostname === "api.openai.com";
  return {
    asksUsage: true,
    limitField: isOpenAi ? "max_completion_tokens" : "max_tokens",
  };
}

/**
 * The dialect to try after a refusal; `undefined` when the refusal was about something else. Older servers do not know
 * `stream_options`, and some models, such as reasoning ones on Azure, take only the other name of the limit.
 */
export function nextDialect(
  thrown: unknown,
  { tried, first }: { readonly tried: Dialect; readonly first: Dialect },
): Dialect | undefined {
  if (!(thrown instanceof ModelError) || thrown.code !== "model_refused") return undefined;
  const message = thrown.said();
  if (
    !/unsupported|not supported|unrecogni[sz]ed|unknown|extra|unexpected|not permitted|not allowed/i.test(
      message,
    )
  )
    return undefined;
  if (tried.asksUsage && /stream_options|include_usage/.test(message)) return { ...tried, asksUsage: false };
  if (tried.limitField === first.limitField && message.includes(tried.limitField)) {
    const limitField = tried.limitField === "max_tokens" ? "max_completion_tokens" : "max_tokens";
    return { ...tried, limitField };
  }
  return undefined;
}
