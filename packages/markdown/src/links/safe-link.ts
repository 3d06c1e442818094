/** A link that may be drawn. */
interface SafeLink {
  readonly href: string;
  /** The host to show beside a text that has another address in it. */
  readonly host?: string;
}

const schemes = ["http:", "https:", "mailto:", "tel:"];

/**
 * Judges a link by what the WHATWG parser makes of it, which removes tabs and line breaks and sees through
 * case. Only absolute http, https, mailto and tel addresses pass; `undefined`: draw the text alone.
 */
export function safeLink(href: string, text: string): SafeLink | undefined {
  const url = parseUrl(href);
  if (!url || !schemes.includes(url.protocol)) return undefined;
  if (url.host === "") return { href: url.href };
  const own = bare(url.hostname);
  // An address that is shown as it is says all, whatever a name in its path looks like.
  const isAddress = parseUrl(text.trim())?.href === url.href;
  const misleads = url.username !== "" || (!isAddress && hostsIn(text).some((host) => host !== own));
  return misleads ? { href: url.href, host: url.host } : { href: url.href };
}

/**
 * The hosts that a reader could find in a text: behind a scheme, and names with a dot, whatever stands around them and however
 * the dot is written. `undefined` for what looks like one and is none. A file such as `notes.md` looks like one, too.
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

/** The address that a text is, as the WHATWG parser reads it; `undefined` when it is none. */
export function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}
