/** A link that may be drawn. */
interface SafeLink {
  readonly href: string;
  /** The host to show beside a text that contains another address. */
  readonly host?: string;
}

const schemes = ["http:", "https:", "mailto:", "tel:"];

/**
 * Checks a link as the WHATWG parser reads it, which removes tabs and line breaks and normalises case. Only absolute
 * http, https, mailto and tel addresses pass; `undefined`: draw only the text.
 */
export function safeLink(href: string, text: string): SafeLink | undefined {
  const url = parseUrl(href);
  if (!url || !schemes.includes(url.protocol)) return undefined;
  if (url.host === "") return { href: url.href };
  const own = bare(url.hostname);
  // An address that is shown unchanged is unambiguous, even if a name in its path looks like a host.
  const isAddress = parseUrl(text.trim())?.href === url.href;
  const misleads = url.username !== "" || (!isAddress && hostsIn(text).some((host) => host !== own));
  return misleads ? { href: url.href, host: url.host } : { href: url.href };
}

/**
 * The hosts that a reader could see in a text: after a scheme, and names with a dot, whatever surrounds them and
 * however the dot is written. `undefined` for something that looks like one but is invalid. A file such as `notes.md`
 * looks like one, too.
 */
function hostsIn(text: string): (string | undefined)[] {
  const seen = text
    .replace(/\p{DI}/gu, "")
    .normalize("NFKC")
    .replaceAll("\u3002", ".");
  const behindScheme = Array.from(seen.matchAll(/:\/\/([^\s/?#]+)/g), ([, host = ""]) => host);
  const names = seen.match(/[\p{L}\p{M}\p{N}_]+(?:[.-]+[\p{L}\p{M}\p{N}_]+)*/gu) ?? [];
  const dotted = names.filter((name) => /\.(?:\p{L}[\p{L}\p{M}]+|xn--[\w-]+)$|^\d+(?:\.\d+){3}$/u.test(name));
  return [...behindScheme, ...dotted].map(hostOf);
}

function hostOf(name: string): string | undefined {
  const url = parseUrl(`https://${name}`);
  return url && bare(url.hostname);
}

const bare = (host: string): string => host.replace(/^www\./, "");

/** A text as an address, parsed by the WHATWG parser; `undefined` if it is not one. */
export function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}
