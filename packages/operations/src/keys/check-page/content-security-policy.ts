/** Directives of a policy by their lower-case names, each with its sources; the first of a name counts. */
export type ContentSecurityPolicy = ReadonlyMap<string, readonly string[]>;

/** Reads one policy of a header or of a page (CSP3, "Parse a serialized CSP"). */
export function parsePolicy(text: string): ContentSecurityPolicy {
  const directives = new Map<string, readonly string[]>();
  for (const directive of text.split(";")) {
    const [name = "", ...sources] = directive.trim().split(/[\t\n\f\r ]+/);
    const key = name.toLowerCase();
    if (key !== "" && !directives.has(key)) directives.set(key, sources);
  }
  return directives;
}

/** What a page wants to load. */
export interface Load {
  readonly kind: "script" | "frame" | "connect";
  readonly url: URL;
  /** Of the page: `'self'`, and the scheme of sources without one. */
  readonly page: URL;
  /** Of a script in the page; absent for one that another script inserts. */
  readonly tag?: { readonly nonce: string; readonly integrity: string };
}

/** The directives that decide about each kind, the first one that is there. */
const directivesOf = {
  script: ["script-src-elem", "script-src", "default-src"],
  frame: ["frame-src", "child-src", "default-src"],
  connect: ["connect-src", "default-src"],
} as const satisfies Record<Load["kind"], readonly string[]>;

/** The directive that keeps a page from loading something. */
export interface Block {
  /** The one that is there. */
  readonly directive: string;
  readonly sources: readonly string[];
}

/** The directive of a policy that blocks a load; `undefined` if the policy lets it pass. */
export function findBlock(policy: ContentSecurityPolicy, load: Load): Block | undefined {
  const sandbox = policy.get("sandbox");
  const isSandboxed = sandbox && !sandbox.some((flag) => flag.toLowerCase() === "allow-scripts");
  if (load.kind === "script" && isSandboxed) return { directive: "sandbox", sources: sandbox };
  const directive = directivesOf[load.kind].find((name) => policy.has(name));
  if (directive === undefined) return undefined;
  const sources = policy.get(directive) ?? [];
  return allows(sources, load) ? undefined : { directive, sources };
}

function allows(sources: readonly string[], load: Load): boolean {
  if (load.kind === "script") {
    const { tag } = load;
    const has = (source: string) => sources.includes(source);
    if (tag && tag.nonce !== "" && has(`'nonce-${tag.nonce}'`)) return true;
    const hashes = tag?.integrity.split(/\s+/).filter((hash) => hash !== "") ?? [];
    if (hashes.length > 0 && hashes.every((hash) => has(`'${hash}'`))) return true;
    // Hosts count for nothing then; a script that is trusted may insert others.
    if (sources.some((source) => source.toLowerCase() === "'strict-dynamic'")) return !tag;
  }
  return sources.some((source) => matches(source, load));
}

const hostSource =
  /^(?:([a-z][a-z0-9+.-]*):\/\/)?(\*|(?:\*\.)?[^:/*\s]+|\[[0-9a-f:]+\])(?::(\d+|\*))?(\/[^?#]*)?$/i;

function matches(source: string, { url, page }: Pick<Load, "url" | "page">): boolean {
  const lower = source.toLowerCase();
  if (lower === "'self'") return isSelf(url, page);
  if (lower === "*") return isWeb(url) || url.protocol === page.protocol;
  const scheme = /^([a-z][a-z0-9+.-]*):$/.exec(lower)?.[1];
  if (scheme !== undefined) return schemeFits(scheme, url);
  const [, given, host = "", port, path = ""] = hostSource.exec(source) ?? [];
  if (host === "" || source.startsWith("'")) return false;
  return (
    schemeFits(given?.toLowerCase() ?? page.protocol.slice(0, -1), url) &&
    hostFits(host.toLowerCase(), url.hostname) &&
    portFits(port, url) &&
    pathFits(path, url.pathname)
  );
}

const isWeb = ({ protocol }: URL) => protocol === "http:" || protocol === "https:";

/** The page's own origin, or the same host by https (CSP3, "Does url match expression in origin"). */
function isSelf(url: URL, page: URL): boolean {
  if (url.origin === page.origin) return true;
  const isUpgrade = page.protocol === "http:" && url.protocol === "https:";
  return isUpgrade && url.hostname === page.hostname && isDefaultPort(url) && isDefaultPort(page);
}

const isDefaultPort = ({ port }: URL) => port === "";

function schemeFits(scheme: string, { protocol }: URL): boolean {
  return protocol === `${scheme}:` || (scheme === "http" && protocol === "https:");
}

function hostFits(host: string, hostname: string): boolean {
  if (host === "*") return true;
  return host.startsWith("*.") ? hostname.endsWith(host.slice(1)) : hostname === host;
}

function portFits(port: string | undefined, { protocol, port: actual }: URL): boolean {
  if (port === "*") return true;
  const own = actual || (protocol === "https:" ? "443" : "80");
  if (port === undefined) return actual === "";
  return port === own || (port === "80" && own === "443");
}

function pathFits(path: string, pathname: string): boolean {
  if (path === "" || path === "/") return true;
  const [wanted, actual] = [decoded(path), decoded(pathname)];
  return wanted.endsWith("/") ? actual.startsWith(wanted) : actual === wanted;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
