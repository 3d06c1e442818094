import { createRequire } from "node:module";

/** One entry of a key's domain list, taken apart. A scheme or a port that is `undefined` may be anything. */
export interface AllowEntry {
  readonly scheme: "http" | "https" | undefined;
  /** True for `*.host`: every name below the host, not the host itself. */
  readonly wildcard: boolean;
  /** Canonical: lower case, punycode, without a trailing dot. */
  readonly host: string;
  readonly port: number | undefined;
}

const shape = /^(?:([^:/]*):\/\/)?(\*\.)?(\[[^\]]*\]|[^:]*)(?::(\d+))?$/;

/**
 * Checks one entry of a domain list, `[scheme://]host[:port]` with an optional leading `*.`, or `*` alone
 * (docs/decisions.md, "Domain entries").
 *
 * @returns the canonical form that is stored, or why the entry is refused, as the end of a sentence
 */
export function parseAllowEntry(text: unknown): { readonly entry: string } | { readonly issue: string } {
  if (text === "*") return { entry: "*" };
  const read = readEntry(text);
  return typeof read === "string" ? { issue: read } : { entry: canonical(read) };
}

/** Splits a canonical entry. `undefined` for `*` alone, and for anything invalid. */
export function readCanonicalEntry(entry: string): AllowEntry | undefined {
  const read = readEntry(entry);
  return typeof read === "string" ? undefined : read;
}

function readEntry(text: unknown): AllowEntry | string {
  if (typeof text !== "string" || text === "") return "must be text such as example.com";
  // Spaces, commas and semicolons would end the entry early in a Content-Security-Policy.
  if (/[\s\p{C},;]/u.test(text)) return "must not contain spaces, commas, semicolons or control characters";
  if (text.toLowerCase() === "null") return "'null' means a page without an origin, which is never allowed";
  const rest = text.replace(/^[^/]*:\/\//, "");
  if (/[/?#\\]/.test(rest)) return "must not have a path: leave out everything after the host and port";
  if (/[@%]/.test(rest)) return "must not contain '@' or '%'";

  const match = shape.exec(text);
  if (!match) return "must be [scheme://]host[:port]";
  const scheme = match[1]?.toLowerCase();
  if (scheme !== undefined && scheme !== "http" && scheme !== "https")
    return "must begin with http:// or https://";
  const wildcard = match[2] !== undefined;
  const host = canonicalHost(match[3] ?? "");
  if ("issue" in host) return host.issue;
  if (wildcard && registrableDomain(host.host) === null) {
    return `'${host.host}' is not one site: anybody can have a name below it, so '*.' is not possible`;
  }
  const port = match[4] === undefined ? undefined : Number(match[4]);
  if (port !== undefined && (port < 1 || port > 65_535)) return "must have a port from 1 to 65535";
  return { scheme, wildcard, host: host.host, port: port ?? (scheme && defaultPort[scheme]) };
}

function canonicalHost(written: string): { readonly host: string } | { readonly issue: string } {
  if (written.includes("*")) return { issue: "may have '*' only as '*' alone or as a leading '*.'" };
  const lower = written.toLowerCase().replace(/(?<=[^.])\.$/, "");
  if (lower === "" || !URL.canParse(`http://${lower}`)) return { issue: `'${written}' is not a host name` };
  const host = new URL(`http://${lower}`).hostname;
  // An ASCII name that the parser changes is an address in disguise, such as 0x7f.1.
  if (/^\p{ASCII}*$/u.test(lower) && host !== lower)
    return { issue: `'${written}' must be written as '${host}'` };
  const isName = /^(?=.{1,253}$)[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*$/.test(host);
  return isName || host.startsWith("[") ? { host } : { issue: `'${written}' is not a host name` };
}

function canonical({ scheme, wildcard, host, port }: AllowEntry): string {
  const isDefault = port === undefined || (scheme !== undefined && port === defaultPort[scheme]);
  return `${scheme ? `${scheme}://` : ""}${wildcard ? "*." : ""}${host}${isDefault ? "" : `:${port}`}`;
}

const require = createRequire(import.meta.url);

/**
 * The registered domain of a host: `shop.example` of `www.shop.example`. Names below a public suffix (`com`,
 * `co.uk`, `github.io`) belong to different people. The list of these is long, and is loaded with the first question.
 *
 * @param host canonical
 * @returns `null` for addresses and for public suffixes, which have no single owner
 */
export function registrableDomain(host: string): string | null {
  const { getDomain } = require("tldts") as typeof import("tldts");
  return getDomain(host, { allowPrivateDomains: true, validHosts: ["localhost"], extractHostname: false });
}

/** The port that a scheme uses when none is written. */
export const defaultPort = { http: 80, https: 443 } as const;
