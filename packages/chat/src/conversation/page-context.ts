import { asObject, type PostedContext } from "@servicechat/contract";
import { fitsContext, plainJson } from "./plain-json.ts";

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
