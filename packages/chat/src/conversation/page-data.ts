import { asObject, maxContextBytes, type PostedContext } from "@servicechat/contract";

/** The maximum length of title and URL, in UTF-16 units. */
const maxLength = 1000;

/**
 * The `context` of a message: what the page set, and the page itself if the agent wants to know. Anything too large is
 * left out, first the page, then its context; `undefined` if nothing is left.
 *
 * @param data the argument of the page's `setContext`; anything but a non-empty object is ignored
 */
export function pageContext(
  data: unknown,
  page: { readonly title: string; readonly url: string } | undefined,
): PostedContext | undefined {
  const fields = asObject(plainJson(data)) ?? {};
  const said: PostedContext = Object.keys(fields).length > 0 ? { data: fields } : {};
  const { title = "", url = "" } = page ?? {};
  const where = {
    ...(title && { title: title.slice(0, maxLength).toWellFormed() }),
    ...(url.length <= maxLength && url && { url }),
  };
  const whole: PostedContext = Object.keys(where).length > 0 ? { ...said, page: where } : said;
  const fitting = [whole, said].find((each) => fitsContext(JSON.stringify(each)));
  return fitting && Object.keys(fitting).length > 0 ? fitting : undefined;
}

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

/** As JSON, without NUL, which the service refuses: clipboards sometimes contain it, and it is invisible. */
export function withoutNul<Value>(value: Value): Value {
  // In names, too; an escaped backslash is skipped, since what follows it is not an escape.
  return JSON.parse(JSON.stringify(value).replace(/(\\\\)|\\u0000/g, "$1")) as Value;
}

/** Whether a JSON text is within the service's limit for `context` and results. */
function fitsContext(json: string): boolean {
  return new TextEncoder().encode(json).byteLength <= maxContextBytes;
}

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}
