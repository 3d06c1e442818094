import type { WebsiteSource } from "./website-entry.ts";

/** The address that somebody has entered, with `https://` if they left it out; `undefined` if it is none. */
export function addressIn(entered: string): string | undefined {
  const text = entered.trim();
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  if (text === "" || !URL.canParse(address)) return undefined;
  const { protocol, hostname, username, href } = new URL(address);
  const isWeb = /^https?:$/.test(protocol) && username === "" && !hostname.startsWith(".");
  return isWeb && (hostname.includes(".") || hostname.includes(":") || hostname === "localhost")
    ? href
    : undefined;
}

/** Whether an address is that of a list of pages rather than of a page. */
export const isSitemapAddress = (address: string): boolean =>
  /\.xml(?:\.gz)?$/i.test(new URL(address).pathname);

/** An address as people say it: without the protocol, and without a slash at the end. */
export const shortAddress = (address: string): string =>
  address.replace(/^https?:\/\//, "").replace(/\/$/, "");

/** The part of a page's address that a website's `include` and `exclude` are compared with. */
export function pathOf(address: string): string {
  if (!URL.canParse(address)) return address;
  const { pathname, search } = new URL(address);
  return pathname + search;
}

/** What leaves a page out, of the parts that are left out: any that its path contains. */
export const leftOutBy = (path: string, parts: WebsiteSource["exclude"]): string | undefined =>
  parts.find((part) => path.includes(part));

/** The sections of a website, such as `/blog/`, that several of its pages are in, with their number. */
export function sectionsOf(
  paths: readonly string[],
): readonly { readonly part: string; readonly count: number }[] {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const part = /^\/[^/?]+\//.exec(path)?.[0];
    if (part !== undefined) counts.set(part, (counts.get(part) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > 1 && count < paths.length)
    .map(([part, count]) => ({ part, count }));
}
