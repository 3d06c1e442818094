import { defaultPort } from "@servicechat/operations/allowlist";

/** An origin as a browser writes it, taken apart. */
export interface SerializedOrigin {
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
export function readOrigin(text: string): SerializedOrigin | undefined {
  const match = grammar.exec(text);
  if (match?.[2] === undefined || !URL.canParse(text) || new URL(text).origin !== text) return undefined;
  const scheme = match[1] === "https" ? "https" : "http";
  return { scheme, host: match[2], port: match[3] === undefined ? defaultPort[scheme] : Number(match[3]) };
}

/** Whether a text is an http or https origin, byte for byte as browsers write it. `null` is none. */
export function isSerializedOrigin(text: string): boolean {
  return readOrigin(text) !== undefined;
}
