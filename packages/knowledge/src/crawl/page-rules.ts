import { createHash } from "node:crypto";
import type { WebSource } from "./crawl.ts";

/** Endings of what is never a document: not asked for. */
const otherEndings =
  /\.(?:png|jpe?g|gif|webp|avif|svg|ico|bmp|css|m?js|json|xml|rss|atom|woff2?|ttf|eot|mp[34]|webm|ogg|wav|mov|avi|zip|gz|tgz|bz2|xz|rar|7z|exe|dmg|deb|rpm|apk|jar|iso|xlsx?|pptx?|csv)$/i;
const maxAddress = 2000;

/** Which addresses of a source count. */
export interface PageRules {
  /** Whether a page at this address is kept: on the source's host, and by its `include` and `exclude`. */
  keeps(address: string): boolean;
  /** Whether an address that a page or sitemap names is asked for. */
  asks(address: string): boolean;
  /** Whether it is not asked for because of `include` or `exclude`, and could be a page of the host otherwise. */
  leavesOut(address: string): boolean;
  isOnHost(address: URL): boolean;
  /** Changes with the rules: what was decided by other ones must be decided again. */
  readonly fingerprint: string;
}

/** The rules of a source. Another port or a subdomain is another host; http and https are the same. */
export function pageRules(source: WebSource): PageRules {
  const { host } = new URL("url" in source ? source.url : source.sitemap);
  const { include = [], exclude = [] } = source;
  const isOnHost = (address: URL) => address.host === host;
  const keeps = (text: string) => {
    const address = new URL(text);
    const path = address.pathname + address.search;
    if (!isOnHost(address) || exclude.some((part) => path.includes(part))) return false;
    return include.length === 0 || include.some((part) => path.includes(part));
  };
  const mayBePage = (text: string) => text.length <= maxAddress && !otherEndings.test(new URL(text).pathname);
  return {
    keeps,
    asks: (text) => mayBePage(text) && keeps(text),
    leavesOut: (text) => mayBePage(text) && isOnHost(new URL(text)) && !keeps(text),
    isOnHost,
    fingerprint: createHash("sha256")
      .update(JSON.stringify([include, exclude]))
      .digest("hex")
      .slice(0, 8),
  };
}
