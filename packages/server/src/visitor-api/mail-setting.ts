import type { PostedHandoff } from "@servicechat/contract";
import { readHeader } from "../request/read-header.ts";
import type { Admission, RequestContext } from "../request-context.ts";

/** Where a link in a mail may lead, and in which language the mail is. */
interface MailSetting {
  readonly language: string | null;
  readonly page: string | null;
}

/**
 * The settings stored with an address that a visitor has left. A page counts only if it is on the site from which they
 * ask, which the key allows; without one, the site's first page. If a key allows every site, anybody could make this
 * service's mail link to a page of theirs, so it then has no link.
 */
export function mailSettingOf(
  { lang, page }: { readonly [Name in "lang" | "page"]: PostedHandoff[Name] | undefined },
  { request }: Pick<RequestContext, "request">,
  { bound, origin }: Admission,
): MailSetting {
  const isAnySite = bound.key.allowed.includes("*");
  return {
    language: lang ?? preferred(readHeader(request, "accept-language")),
    page: origin === undefined || isAnySite ? null : (pageOn(origin, page) ?? `${origin}/`),
  };
}

/** Without query and fragment. */
function pageOn(origin: string, page: string | undefined): string | undefined {
  const url = URL.parse(page ?? "");
  return url && url.origin === origin && url.username === "" ? url.origin + url.pathname : undefined;
}

/** The first language of `Accept-Language`. */
function preferred(header: string | undefined): string | null {
  const [first = ""] = (header ?? "").split(/[,;]/, 1);
  return /^[a-z]{2,3}(?:-[a-z0-9]{1,8})*$/i.test(first.trim()) ? first.trim() : null;
}
