/** Which package may import which. An arrow missing here is a wall. */
export const packageWalls = {
  contract: [],
  storage: ["contract"],
  coordination: ["contract"],
  outbound: [],
  knowledge: ["contract", "storage", "outbound"],
  notifications: ["contract", "storage", "outbound"],
  agent: ["contract", "outbound"],
  operations: ["contract", "storage", "coordination", "knowledge", "agent", "notifications"],
  server: ["contract", "storage", "coordination", "knowledge", "agent", "operations"],
  client: ["contract"],
  markdown: ["contract"],
  launcher: ["contract"],
  chat: ["contract", "client", "markdown"],
  console: ["contract", "markdown"],
  embed: ["contract", "launcher"],
  conformance: ["contract"],
  cli: [
    "contract",
    "storage",
    "coordination",
    "outbound",
    "knowledge",
    "notifications",
    "agent",
    "operations",
    "server",
    "conformance",
  ],
} as const satisfies Record<string, readonly string[]>;

/** A folder of `packages`. */
export type PackageName = keyof typeof packageWalls;

/** An additional entry point of a package, and who may use it besides tests. */
interface EntryPoint {
  readonly openTo: readonly PackageName[];
  /** Completes the sentence "... may not import it: ". */
  readonly because: string;
}

const driver: EntryPoint = { openTo: ["cli"], because: "drivers are picked by the command line alone" };
const withSchemas: EntryPoint = {
  openTo: ["storage", "coordination", "knowledge", "agent", "operations", "server", "conformance", "cli"],
  because: "it brings a schema library that browsers would have to load",
};
const forConsole: EntryPoint = {
  openTo: ["storage", "notifications", "operations", "server", "client", "console", "cli"],
  because: "what operators read and do concerns no visitor's browser",
};
const forSearching: EntryPoint = {
  openTo: ["storage", "knowledge", "agent", "operations", "server", "console", "chat"],
  because: "how words are read concerns those who search, and who counts or tests answers",
};
const forOperators: EntryPoint = {
  openTo: ["operations", "cli"],
  because: "it serves the operator alone",
};
const forModels: EntryPoint = {
  openTo: ["operations", "server"],
  because: "what a model is told concerns those who ask one",
};
const client: EntryPoint = {
  openTo: ["agent", "cli"],
  because: "it loads the HTTP client, which waits for the first request of a model",
};
const heavy: EntryPoint = {
  openTo: ["cli"],
  because: "it takes long to load: operations load it when they need it",
};
const ofKeys: EntryPoint = {
  openTo: ["server", "cli"],
  because: "it says what a key is, for those who admit and who issue keys",
};
const forSigningIn: EntryPoint = {
  openTo: ["server"],
  because: "it lets people in, which the service alone does",
};
const forPageAuthors: EntryPoint = {
  openTo: ["embed"],
  because: "it types what the script puts on a page, for those who write that page",
};
const framework: EntryPoint = { openTo: [], because: "it is for page authors, and brings their framework" };
const forTests: EntryPoint = { openTo: [], because: "it is for tests" };

const drawing: EntryPoint = {
  openTo: ["chat", "console"],
  because: "it draws with Preact, in an application of its own",
};

/** Every entry point of a package other than the main one. One that is not listed is closed to all. */
export const entryPoints: Readonly<Record<string, EntryPoint>> = {
  "@servicechat/contract/admin": forConsole,
  "@servicechat/contract/admin-schemas": withSchemas,
  "@servicechat/contract/schemas": withSchemas,
  "@servicechat/contract/agent-file": withSchemas,
  "@servicechat/contract/language": forSearching,
  "@servicechat/storage/sqlite": driver,
  "@servicechat/storage/postgres": driver,
  "@servicechat/storage/copy": driver,
  "@servicechat/storage/suite": forTests,
  "@servicechat/coordination/memory": driver,
  "@servicechat/coordination/redis": driver,
  "@servicechat/agent/call-results": forModels,
  "@servicechat/agent/pattern-issue": forOperators,
  "@servicechat/agent/recordings": forOperators,
  "@servicechat/markdown/components": drawing,
  "@servicechat/markdown/formulas": drawing,
  "@servicechat/markdown/highlighting": drawing,
  "@servicechat/outbound/models": client,
  "@servicechat/operations/agent-file": heavy,
  "@servicechat/operations/allowlist": ofKeys,
  "@servicechat/operations/key-secret": ofKeys,
  "@servicechat/operations/origin-allowlist": ofKeys,
  "@servicechat/operations/sign-in": forSigningIn,
  "@servicechat/launcher/service-chat": forPageAuthors,
  "@servicechat/embed/react": framework,
  "@servicechat/embed/vue": framework,
  "@servicechat/server/admin-api": forOperators,
};

/** Files that load a module of the operator's, which an agent file names: the only imports whose names are computed. */
export const operatorModules: readonly string[] = ["packages/agent/src/models/ai-sdk-module.ts"];

/** Packages that also run without Node. */
export const browserPackages: readonly PackageName[] = [
  "contract",
  "client",
  "markdown",
  "launcher",
  "chat",
  "console",
  "embed",
];

/**
 * The layers of `packages/server/src` in the order of a request: a layer may import a later layer, never an earlier one,
 * whether a value or a type, statically or with `import()`. A file in no layer counts as part of every layer that imports
 * it.
 */
export const serverLayers = [
  "http",
  "routes",
  "admission",
  "visitor-api",
  "admin-api",
  "streams",
  "turn",
  "handoff",
  "reply",
  "files",
  "views",
  "pages",
  "request",
  "response",
  "background",
  "telemetry",
] as const;

/**
 * Files in no layer whose types refer to the layers' implementations, so every layer may import these types. Their
 * run-time imports still count.
 */
export const sharedTypes: readonly string[] = [
  "admin-context.ts",
  "server-context.ts",
  "dependencies.ts",
  "request-context.ts",
].map((name) => `packages/server/src/${name}`);

/** Narrows a folder name under `packages/` to a package of the table. */
export function isPackageName(name: string): name is PackageName {
  return Object.hasOwn(packageWalls, name);
}
