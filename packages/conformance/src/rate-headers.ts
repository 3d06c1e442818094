import { headers } from "@servicechat/contract";
import type { AnswerHeaders } from "./exchange.ts";

/** The content of a response's two rate headers. */
export interface RateStanding {
  /** Requests in any window (`q`), and the window in seconds (`w`). */
  readonly limit: number;
  readonly windowSeconds: number;
  /** Requests left (`r`), and the seconds until one more is (`t`). */
  readonly left: number;
  readonly resetSeconds: number;
}

/**
 * Parses `RateLimit-Policy: "key";q=60;w=60` and `RateLimit: "key";r=41;t=37`: structured field lists of one item each,
 * with the same name and whole numbers. `undefined` if they are anything else.
 */
export function readRateHeaders(found: AnswerHeaders): RateStanding | undefined {
  const policy = readItem(found.get(headers.rateLimitPolicy));
  const standing = readItem(found.get(headers.rateLimit));
  if (!policy || !standing || policy.name !== standing.name) return undefined;
  const [limit, windowSeconds] = [policy.parameters.get("q"), policy.parameters.get("w")];
  const [left, resetSeconds] = [standing.parameters.get("r"), standing.parameters.get("t")];
  if (limit === undefined || windowSeconds === undefined || left === undefined || resetSeconds === undefined)
    return undefined;
  return { limit, windowSeconds, left, resetSeconds };
}

function readItem(text: string | undefined) {
  const [, name, rest = ""] =
    /^"([\x20\x21\x23-\x5b\x5d-\x7e]+)"((?:; *[a-z]+=\d{1,15})*)$/.exec(text ?? "") ?? [];
  if (name === undefined) return undefined;
  const pairs = [...rest.matchAll(/; *([a-z]+)=(\d+)/g)];
  return { name, parameters: new Map(pairs.map(([, key = "", value]) => [key, Number(value)])) };
}
