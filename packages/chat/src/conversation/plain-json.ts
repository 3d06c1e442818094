import { maxContextBytes } from "@servicechat/contract";

/** The service refuses a body that is nested deeper than 32; ours stands a few levels down in it. */
const deepest = 24;

/**
 * What a page gave, as JSON has it and the service takes it: without NUL. `undefined` when there is nothing, when JSON
 * cannot say it, or when it is larger or nested deeper than the service takes.
 */
export function plainJson(value: unknown): unknown {
  try {
    const plain = withoutNul(value);
    return fitsContext(JSON.stringify(plain)) && depthOf(plain) <= deepest ? plain : undefined;
  } catch {
    return undefined;
  }
}

/** As JSON has it, without NUL, which the service refuses: clipboards have it at times, and nobody sees it. */
export function withoutNul<Value>(value: Value): Value {
  // In names, too; an escaped backslash is passed over, for what follows it is no escape.
  return JSON.parse(JSON.stringify(value).replace(/(\\\\)|\\u0000/g, "$1")) as Value;
}

/** Whether a JSON text is no larger than what the service takes as `context`, or as a result. */
export function fitsContext(json: string): boolean {
  return new TextEncoder().encode(json).byteLength <= maxContextBytes;
}

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}
