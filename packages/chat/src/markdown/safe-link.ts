import { cleanText } from "@servicechat/contract";
import { parseUrl } from "./parse-url.ts";

/** A link that may be drawn. */
interface SafeLink {
  readonly href: string;
  /** The host to show beside a text that looks like another address. */
  readonly host?: string;
}

const schemes = ["http:", "https:", "mailto:", "tel:"];
const looksLikeAddress = /^(?:[a-z][a-z0-9+.-]*:\/\/|www\.)|^\S+\.[a-z]{2,}(?:[/?#:]\S*)?$/i;

/**
 * Judges a link by what the WHATWG parser makes of it, which removes tabs and line breaks and sees through
 * case. Only absolute http, https, mailto and tel addresses pass; `undefined`: draw the text alone.
 */
export function safeLink(href: string, text: string): SafeLink | undefined {
  const url = parseUrl(href);
  if (!url || !schemes.includes(url.protocol)) return undefined;
  if (url.host === "") return { href: url.href };
  const shown = cleanText(text).trim();
  const misleads = url.username !== "" || (looksLikeAddress.test(shown) && hostOf(shown) !== bare(url.host));
  return misleads ? { href: url.href, host: url.host } : { href: url.href };
}

function hostOf(text: string): string | undefined {
  const url = parseUrl(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`);
  return url ? bare(url.host) : undefined;
}

const bare = (host: string): string => host.replace(/^www\./, "");
