import { maxContextBytes } from "@servicechat/contract";

/** The service refuses a body that is nested deeper than 32; ours is a few levels down in it. */
const deepest = 24;

/**
 * A page's value as JSON that the service accepts: without NUL. `undefined` if there is nothing, if JSON cannot
 * represent it, or if it is too large or nested too deeply for the service.
 */
export function plainJson(value: unknown): unknown {
  try {
    const plain = withoutNul(value);
    return fitsContext(JSON.stringify(plain)) && depthOf(plain) <= deepest ? plain : undefined;
  } catch {
    return undefined;
  }
}

/** As JSON, without NUL, which the service refuses: clipboards sometimes contain it, and nobody sees it. */
export function withoutNul<Value>(value: Value): Value {
  // In names, too; an escaped backslash is skipped, since what follows it is not an escape.
  return JSON.parse(JSON.stringify(value).replace(/(\\\\)|\\u0000/g, "$1")) as Value;
}

/** Whether a JSON text is within the service's limit for `context` and results. */
export function fitsContext(json: string): boolean {
  return new TextEncoder().encode(json).byteLength <= maxContextBytes;
}

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}
