import { readCanonicalEntry, registrableDomain } from "@servicechat/operations/allowlist";
import { isLoopback } from "../settings/is-loopback.ts";

/** The message if chat and page belong to different sites, and what to do about it. */
interface OtherSite {
  readonly detail: string;
  readonly advice: string;
}

/**
 * Pages for which a frame from the public address is third-party, so browsers may block its storage. `undefined` if one
 * of the sites is the service's own, and if this cannot be determined: for `*`, for loopback, for IP addresses.
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
