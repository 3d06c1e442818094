/** A tool read from a curl command. */
export interface CurlTool {
  readonly http: {
    readonly method?: string;
    readonly url: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: unknown;
  };
  /** The input that its fields in braces take, as a JSON Schema. */
  readonly inputSchema: object;
  /** Names that replaced keys: they have to be set as secrets. */
  readonly secrets: readonly string[];
  /** Keys of its address, which were left out: a secret can stand in a header only. */
  readonly dropped: readonly string[];
  /** Whether it signed in with a user and password, whose header has to be made a secret. */
  readonly hasUser: boolean;
}

/** Options of curl that take a value and that a tool has no use for. */
const ignoredWithValue = new Set(
  (
    "-o --output -m --max-time --connect-timeout -w --write-out -c --cookie-jar -E --cert --key --cacert -x --proxy " +
    "--retry --retry-delay --retry-max-time --resolve --limit-rate --ciphers --interface -D --dump-header --max-redirs -C"
  ).split(" "),
);

/** Headers that the service sets, or that only a browser has. */
const droppedHeaders =
  /^(?:host|content-length|content-type|connection|accept-encoding|cookie|origin|referer|user-agent|priority|dnt|cache-control|pragma|sec-.*|upgrade-insecure-requests)$/i;
const secretHeaders = /auth|token|secret|key|session/i;

/** Reads a curl command, as documentation and developer tools give it; `undefined` if it is none with an address. */
export function readCurl(command: string): CurlTool | undefined {
  const words = splitWords(command);
  if (!/^(?:.*\/)?curl(?:\.exe)?$/.test(words[0] ?? "")) return undefined;
  const request = readWords(words.slice(1));
  const address = request.url && (/^[a-z]+:\/\//i.test(request.url) ? request.url : `https://${request.url}`);
  if (!address || !/^https?:\/\/(?:[^/?#\s@]*@)?[\w[]/i.test(address)) return undefined;
  const hasUser = request.user || /^https?:\/\/[^/?#]*@/i.test(address);
  const dropped: string[] = [];
  const secrets: string[] = [];
  const headers: Record<string, string> = {};
  for (const [name, value] of request.headers)
    headers[name] = withoutSecret(name, withBraces(value), secrets);
  if (hasUser) {
    headers["Authorization"] = "${API_AUTHORIZATION}";
    secrets.push("API_AUTHORIZATION");
  }
  const data = request.data.map(fieldNames).join("&");
  const asQuery = request.isGet && data !== "";
  const query = asQuery ? `${address.includes("?") ? "&" : "?"}${data}` : "";
  const url = fieldNames(withoutKeys(address, dropped)) + query;
  const body = !asQuery && request.data.length > 0 ? readBody(request, data) : undefined;
  const method = request.method ?? (request.isGet ? "GET" : body === undefined ? "GET" : "POST");
  const names = [
    ...new Set(
      [url, JSON.stringify(body ?? "")].flatMap((text) =>
        Array.from(text.matchAll(/\{\+?([A-Za-z_]\w*)\}/g), ([, name = ""]) => name),
      ),
    ),
  ];
  return {
    http: {
      ...(method !== "GET" && { method }),
      url,
      ...(Object.keys(headers).length > 0 && { headers }),
      ...(body !== undefined && { body }),
    },
    inputSchema: {
      type: "object",
      properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])),
      ...(names.length > 0 && { required: names }),
      additionalProperties: false,
    },
    secrets: [...new Set(secrets)],
    dropped,
    hasUser,
  };
}

/** An address without user, password, and keys in its query. */
function withoutKeys(address: string, dropped: string[]): string {
  return address
    .replace(/^(https?:\/\/)[^/?#]*@/i, "$1")
    .replaceAll(/([?&])([\w-]+)=[^&#]*/g, (whole: string, sign: string, name: string) => {
      if (!/key|token|secret|password/i.test(name)) return whole;
      dropped.push(name);
      return sign === "?" ? "?" : "";
    })
    .replace(/\?&/, "?")
    .replace(/\?(?=#|$)/, "");
}

interface CurlRequest {
  method: string | undefined;
  url: string | undefined;
  headers: (readonly [string, string])[];
  data: string[];
  isGet: boolean;
  isJson: boolean;
  user: boolean;
}

function readWords(words: readonly string[]): CurlRequest {
  const request: CurlRequest = {
    method: undefined,
    url: undefined,
    headers: [],
    data: [],
    isGet: false,
    isJson: false,
    user: false,
  };
  const left = words.flatMap(separateValue);
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    if (!word.startsWith("-") || word === "-") request.url ??= word;
    else if (word === "--") continue;
    else readOption(word, () => left.shift() ?? "", request);
  }
  return request;
}

function readOption(option: string, value: () => string, request: CurlRequest): void {
  switch (option) {
    case "-X":
    case "--request":
      request.method = value().toUpperCase();
      return;
    case "--url":
      request.url = value();
      return;
    case "-H":
    case "--header": {
      const [, name = "", text = ""] = /^([^:]+):\s*(.*)$/s.exec(value()) ?? [];
      if (name !== "" && !droppedHeaders.test(name)) request.headers.push([name.trim(), text.trim()]);
      return;
    }
    case "-A":
    case "--user-agent":
    case "-e":
    case "--referer":
    case "-b":
    case "--cookie":
      value();
      return;
    case "-u":
    case "--user":
      value();
      request.user = true;
      return;
    case "--oauth2-bearer":
      request.headers.push(["Authorization", `Bearer ${value()}`]);
      return;
    case "--json":
      request.isJson = true;
      request.data.push(value());
      return;
    case "-d":
    case "--data":
    case "--data-raw":
    case "--data-ascii":
    case "--data-binary":
    case "--data-urlencode":
    case "-F":
    case "--form":
      request.data.push(value());
      return;
    case "-G":
    case "--get":
      request.isGet = true;
      return;
    case "-I":
    case "--head":
      request.method = "GET";
      return;
    default:
      if (ignoredWithValue.has(option)) value();
  }
}

/** `--header=x`, `-XPOST` and `-sSL` as separate words. */
function separateValue(word: string): readonly string[] {
  const long = /^(--[\w-]+)=(.*)$/s.exec(word);
  if (long) return [long[1] ?? "", long[2] ?? ""];
  const short = /^-([A-Za-z])(.+)$/s.exec(word);
  if (!short || word.startsWith("--")) return [word];
  const [, letter = "", rest = ""] = short;
  if ("XHduFAbe".includes(letter) || ignoredWithValue.has(`-${letter}`)) return [`-${letter}`, rest];
  // Switches such as -s, of which the last may take a value.
  return [`-${letter}`, ...separateValue(`-${rest}`)];
}

/** The words of a command as a shell has them: quotes, backslashes, lines that continue. */
function splitWords(command: string): readonly string[] {
  const text = command
    .trim()
    .replace(/^\$\s+/, "")
    .replaceAll(/[\\^`]\r?\n/g, " ");
  const words: string[] = [];
  const part = /\s+|\$'((?:[^'\\]|\\.)*)'|'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)|([^\s'"\\]+|.)/gs;
  let word: string | undefined;
  for (const [whole, ansi, single, double, escaped, plain] of text.matchAll(part)) {
    if (/^\s/.test(whole)) {
      if (word !== undefined) words.push(word);
      word = undefined;
      continue;
    }
    // What follows is another command.
    if (plain !== undefined && word === undefined && /^(?:\||&&|;|>)/.test(plain)) break;
    const said =
      ansi !== undefined
        ? unescapeAnsi(ansi)
        : (single ?? double?.replaceAll(/\\(["\\$`])/g, "$1") ?? escaped ?? plain ?? "");
    word = (word ?? "") + said;
  }
  return word === undefined ? words : [...words, word];
}

const ansiSigns: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r" };

function unescapeAnsi(text: string): string {
  return text
    .replaceAll(/\\u([\da-fA-F]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll(/\\(.)/gs, (_, sign: string) => ansiSigns[sign] ?? sign);
}

/** A shell's `$NAME` as the file has it. */
const withBraces = (text: string): string =>
  text.replaceAll(/\$\{?([A-Za-z_]\w*)\}?/g, (_, name: string) => `\${${name}}`);

/** A shell's `$NAME` outside of headers: a field that the model fills in. */
const fieldNames = (text: string): string =>
  text.replaceAll(/\$\{?([A-Za-z_]\w*)\}?/g, (_, name: string) => `{${name.toLowerCase()}}`);

/** A key that stands in a header is replaced by the name of a secret: a file has none. */
function withoutSecret(name: string, value: string, secrets: string[]): string {
  const named = Array.from(value.matchAll(/\$\{(\w+)\}/g), ([, each = ""]) => each);
  if (named.length > 0) {
    secrets.push(...named);
    return value;
  }
  if (!secretHeaders.test(name)) return value;
  const secret = /authorization/i.test(name)
    ? "API_TOKEN"
    : name.toUpperCase().replaceAll(/\W+/g, "_").replace(/^X_/, "");
  secrets.push(secret);
  const scheme = /^(Bearer|Basic|Token|Bot|ApiKey)\s/i.exec(value)?.[1];
  return scheme === undefined ? `\${${secret}}` : `${scheme} \${${secret}}`;
}

/** What was sent, as JSON; pairs of a form become fields. */
function readBody({ isJson }: CurlRequest, data: string): unknown {
  try {
    return JSON.parse(data) as unknown;
  } catch {
    if (isJson || /^\s*[[{]/.test(data) || !data.includes("=")) return data;
    return Object.fromEntries(new URLSearchParams(data));
  }
}
