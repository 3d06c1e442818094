/** Which package may import which. An arrow missing here is a wall. */
export const packageWalls = {
  contract: [],
  storage: ["contract"],
  coordination: ["contract"],
  outbound: [],
  knowledge: ["contract", "storage", "outbound"],
  agent: ["contract", "outbound"],
  server: ["contract", "storage", "coordination", "knowledge", "agent"],
  client: ["contract"],
  launcher: ["contract"],
  chat: ["contract", "client"],
  embed: ["contract", "launcher"],
  conformance: ["contract"],
  cli: ["contract", "storage", "coordination", "outbound", "knowledge", "agent", "server", "conformance"],
} as const satisfies Record<string, readonly string[]>;

/** A folder of `packages`. */
export type PackageName = keyof typeof packageWalls;

/** A package's side entrance, and who may use it besides tests. */
interface SideDoor {
  readonly openTo: readonly PackageName[];
  /** Ends the sentence "... may not import it: ". */
  readonly because: string;
}

const driver: SideDoor = { openTo: ["cli"], because: "drivers are picked by the command line alone" };
const withSchemas: SideDoor = {
  openTo: ["storage", "coordination", "knowledge", "agent", "server", "conformance", "cli"],
  because: "it brings a schema library that browsers would have to load",
};
const forSearching: SideDoor = {
  openTo: ["knowledge", "agent"],
  because: "what a question is about concerns those who look for answers alone",
};
const forOperators: SideDoor = {
  openTo: ["cli"],
  because: "it serves the operator's command alone",
};
const forPageAuthors: SideDoor = {
  openTo: ["embed"],
  because: "it types what the script puts on a page, for those who write that page",
};
const framework: SideDoor = { openTo: [], because: "it is for page authors, and brings their framework" };
const forTests: SideDoor = { openTo: [], because: "it is for tests" };

/** Every entrance of a package other than its front door. One that is not listed is closed to all. */
export const sideDoors: Readonly<Record<string, SideDoor>> = {
  "@servicechat/contract/schemas": withSchemas,
  "@servicechat/contract/agent-file": withSchemas,
  "@servicechat/contract/language": forSearching,
  "@servicechat/storage/sqlite": driver,
  "@servicechat/storage/postgres": driver,
  "@servicechat/storage/copy": driver,
  "@servicechat/storage/suite": forTests,
  "@servicechat/coordination/memory": driver,
  "@servicechat/coordination/redis": driver,
  "@servicechat/launcher/service-chat": forPageAuthors,
  "@servicechat/embed/react": framework,
  "@servicechat/embed/vue": framework,
  "@servicechat/server/history-view": forOperators,
  "@servicechat/server/issue-key": forOperators,
  "@servicechat/server/origin-allowlist": forOperators,
};

/** Files that load a module of the operator's own, which an agent file names: the one import whose name cannot be read here. */
export const operatorModules: readonly string[] = ["packages/agent/src/models/ai-sdk-module.ts"];

/** Packages that also run where there is no Node. */
export const browserPackages: readonly PackageName[] = ["contract", "client", "launcher", "chat", "embed"];

/**
 * The rooms of `packages/server/src` in walking order: a room may import a later room, never an earlier one.
 * A file in no room counts as part of whichever room imports it, with what it runs but not with the types it names:
 * the type of the whole house may name every room.
 */
export const serverRooms = [
  "listen",
  "doors",
  "admission",
  "visitor",
  "conversation",
  "files",
  "views",
  "pages",
  "answer",
  "watch",
] as const;

/** Narrows a folder name under `packages/` to one that the table knows. */
export function isPackageName(name: string): name is PackageName {
  return Object.hasOwn(packageWalls, name);
}
