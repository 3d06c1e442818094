import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

/**
 * The name that somebody has registered, of a host: `shop.example` of `www.shop.example`. Names below a public suffix (`com`,
 * `co.uk`, `github.io`) belong to different people. The list of these is long, and is loaded with the first question.
 *
 * @param host canonical
 * @returns `null` for addresses and for public suffixes, which are nobody's alone
 */
export function registrableDomain(host: string): string | null {
  const { getDomain } = require("tldts") as typeof import("tldts");
  return getDomain(host, { allowPrivateDomains: true, validHosts: ["localhost"], extractHostname: false });
}
