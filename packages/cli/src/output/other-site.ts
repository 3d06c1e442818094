import { readCanonicalEntry, registrableDomain } from "@servicechat/operations/allowlist";
import { isLoopback } from "../settings/is-loopback.ts";

/** What is said where the chat comes from another site than the page around it, and what to do about it. */
interface OtherSite {
  readonly detail: string;
  readonly advice: string;
}

/**
 * Pages for which a frame from the public address is a third party's, whose storage browsers may block. `undefined` where one of
 * the sites is the service's own, and where that cannot be said: for `*`, for a machine that asks itself, for addresses.
 *
 * @param allowed canonical entries of a key's list
 */
export function findOtherSite(publicUrl: string, allowed: readonly string[]): OtherSite | undefined {
  if (isLoopback(publicUrl)) return undefined;
  const { hostname } = new URL(publicUrl);
  const sites = allowed.flatMap((entry) => {
    const host = readCanonicalEntry(entry)?.host;
    const site = host === undefined ? null : registrableDomain(host);
    return site === null || site === "localhost" ? [] : [site];
  });
  const [first] = sites;
  if (first === undefined || sites.includes(registrableDomain(hostname) ?? "")) return undefined;
  return {
    detail: `on pages of ${first}, a chat from ${hostname} is third-party content, and browsers that block third-party storage forget visitors' chats`,
    advice: `serve it from a subdomain of the site, such as chat.${first}: see "Serve the chat from a subdomain of your site" in docs/embedding.md`,
  };
}
