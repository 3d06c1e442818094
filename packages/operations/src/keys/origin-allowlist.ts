import { readCanonicalEntry, defaultPort, type AllowEntry } from "./allowlist.ts";

/** Says whether an origin, given as the exact text of the `Origin` header, is on the list. */
type AllowsOrigin = (origin: string) => boolean;

/**
 * Makes a domain list ready to ask, once per change of the list.
 *
 * @param entries canonical entries, as `parseAllowEntry` gives them; an empty list denies everything, and `*`
 *   alone allows every web origin, never `null`. An entry that is not canonical allows nothing.
 */
export function compileAllowlist(entries: readonly string[]): AllowsOrigin {
  const everyOrigin = entries.includes("*");
  const exact = new Map<string, AllowEntry[]>();
  const below = new Map<string, AllowEntry[]>();
  for (const entry of entries.map(readCanonicalEntry)) {
    if (!entry) continue;
    const byHost = entry.wildcard ? below : exact;
    byHost.set(entry.host, [...(byHost.get(entry.host) ?? []), entry]);
  }

  return (text) => {
    const origin = readOrigin(text);
    if (!origin) return false;
    if (everyOrigin || fits(exact.get(origin.host), origin)) return true;
    return below.size > 0 && parentsOf(origin.host).some((parent) => fits(below.get(parent), origin));
  };
}

function fits(entries: readonly AllowEntry[] | undefined, { scheme, port }: SerializedOrigin): boolean {
  return (entries ?? []).some(
    (entry) => (entry.scheme ?? scheme) === scheme && (entry.port ?? port) === port,
  );
}

/** `a.b.example.com` is below `b.example.com`, `example.com` and `com`. */
function parentsOf(host: string): readonly string[] {
  const labels = host.split(".");
  return labels.slice(1).map((_, index) => labels.slice(index + 1).join("."));
}

/** An origin as a browser writes it, taken apart. */
interface SerializedOrigin {
  readonly scheme: "http" | "https";
  /** Lower case; an IPv6 address in brackets. */
  readonly host: string;
  /** The scheme's own port when none is written. */
  readonly port: number;
}

const grammar = /^(https?):\/\/((?:[a-z0-9_-]+\.)*[a-z0-9_-]+\.?|\[[0-9a-f:]+\])(?::([1-9]\d{0,4}))?$/;

/**
 * Reads a web origin exactly as browsers serialize it (Fetch, `Origin` header); `undefined` if it is anything else. The
 * grammar comes before URL parsing, because URL parsers are lenient: they drop user names, paths, tabs and default
 * ports, and so turn a forbidden origin into an allowed one. The parser must return what passes the grammar unchanged,
 * otherwise host or port are not canonical.
 */
function readOrigin(text: string): SerializedOrigin | undefined {
  const match = grammar.exec(text);
  if (match?.[2] === undefined || !URL.canParse(text) || new URL(text).origin !== text) return undefined;
  const scheme = match[1] === "https" ? "https" : "http";
  return { scheme, host: match[2], port: match[3] === undefined ? defaultPort[scheme] : Number(match[3]) };
}

/** Whether a text is an http or https origin, byte for byte as browsers write it. `null` is none. */
export function isSerializedOrigin(text: string): boolean {
  return readOrigin(text) !== undefined;
}
