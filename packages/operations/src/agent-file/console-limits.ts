import { isAbsolute, join, resolve, sep } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { pathText, secretHole } from "@servicechat/contract/agent-file";
import type { AgentDefinition, AgentFileFault, EmbeddingsDefinition } from "@servicechat/contract/agent-file";
import { remoteTools, variablesOf } from "./remote-tools.ts";

/**
 * What agent files from the network may use. Such a file is code: it names modules, files, variables and addresses, so
 * anyone who may write any would control the machine.
 */
export interface ConsoleLimits {
  /** Variables that may be named, or prefixes with `*`; absent: those that applied files already use. */
  readonly variables: readonly string[] | undefined;
  /** Has a folder for each agent, in which its files may be. */
  readonly agentsDirectory: string;
  /** Whether an address leads to the public internet, as names are resolved now. */
  readonly isPublic: (url: string) => Promise<boolean>;
}

/** The state of an agent that the limits depend on. */
interface AgentState {
  readonly definition: AgentDefinition;
  readonly baseDirectory: string;
}

type Model = AgentDefinition["model"] | EmbeddingsDefinition;

const elsewhere = "use the command line of the server";

/**
 * The folder that a file's relative paths start from. An agent that was applied from a folder keeps it as long as it
 * uses something from there, or no files at all.
 */
export function consoleBaseDirectory(
  definition: AgentDefinition,
  live: AgentState | undefined,
  { agentsDirectory }: Pick<ConsoleLimits, "agentsDirectory">,
): string {
  const own = join(agentsDirectory, definition.id);
  if (!live) return own;
  const uses = localUses(definition);
  const kept = localUses(live.definition);
  const staysThere = uses.length === 0 || uses.some((use) => kept.includes(use));
  return staysThere ? live.baseDirectory : own;
}

/** The modules and files of the machine that an agent uses. */
function localUses({ model, fallbackModels, knowledge }: AgentDefinition): readonly string[] {
  const modules = [model, ...fallbackModels].flatMap((each) =>
    each.provider === "ai-sdk" ? [`module ${each.module}`] : [],
  );
  return [...modules, ...filesOf(knowledge).map((pattern) => `files ${pattern}`)];
}

function filesOf({ sources }: AgentDefinition["knowledge"]): readonly string[] {
  return sources.flatMap((source) => ("files" in source ? [source.files] : []));
}

/**
 * Parts of an agent that may only be applied at the machine. What the live agent has in the same place, from the
 * same folder, is allowed: otherwise an agent that was applied there could never be edited.
 *
 * @param applied those that the writer may see: other agents are no reason to allow anything, and the answer must not
 *   reveal them
 */
export async function findConsoleFaults(
  { definition, baseDirectory }: AgentState,
  {
    live,
    applied,
    limits,
  }: {
    readonly live: AgentState | undefined;
    readonly applied: readonly AgentDefinition[];
    readonly limits: ConsoleLimits;
  },
): Promise<readonly AgentFileFault[]> {
  const faults: AgentFileFault[] = [];
  const add = (path: readonly PropertyKey[], message: string) =>
    void faults.push({ path: pathText(path), message });
  const isSameFolder = live?.baseDirectory === baseDirectory;
  const { mayName, maySend } = variableRules(limits, applied);
  const checkSent = (path: readonly PropertyKey[], name: string, url: string) => {
    if (maySend(name, url)) return;
    const reason = `the variable ${name} may not be sent to ${originOf(url)} from the console`;
    add(path, `${reason}, as no agent that you may see sends it there: ${elsewhere}`);
  };

  const liveModels = live ? modelsOf(live.definition).map(([, model]) => model) : [];
  const addresses = new Set(applied.flatMap((agent) => modelsOf(agent).map(([, model]) => addressOf(model))));
  for (const [path, model] of modelsOf(definition)) {
    const isLive = liveModels.some((other) => isDeepStrictEqual(other, model));
    if (model.provider === "ai-sdk") {
      if (!isLive || !isSameFolder)
        add([...path, "module"], `a module may not be named from the console: ${elsewhere}`);
      continue;
    }
    if (isLive) continue;
    if ("apiKeyEnv" in model && model.apiKeyEnv !== undefined)
      checkSent([...path, "apiKeyEnv"], model.apiKeyEnv, model.baseUrl);
    const address = addressOf(model);
    if (address !== undefined && !addresses.has(address) && !(await limits.isPublic(address)))
      add([...path, "baseUrl"], `the address is not public, or cannot be looked up: ${elsewhere}`);
  }

  const secret = definition.identity?.secretEnv;
  if (secret !== undefined && secret !== live?.definition.identity?.secretEnv && !mayName(secret))
    add(
      ["identity", "secretEnv"],
      `the variable ${secret} may not be named from the console: list it in SERVICECHAT_CONSOLE_VARIABLES, or ${elsewhere}`,
    );

  const liveCalls = live ? callsOf(live.definition).map(([, call]) => call) : [];
  for (const [path, call] of callsOf(definition)) {
    if (liveCalls.some((other) => isDeepStrictEqual(other, call))) continue;
    for (const [name, value] of Object.entries(call.headers ?? {}))
      for (const [, hole = ""] of value.matchAll(secretHole))
        checkSent([...path, "headers", name], hole, call.url);
  }

  const liveFiles = live && isSameFolder ? filesOf(live.definition.knowledge) : [];
  const own = join(limits.agentsDirectory, definition.id);
  for (const [index, source] of definition.knowledge.sources.entries()) {
    if (!("files" in source) || liveFiles.includes(source.files)) continue;
    if (!isInside(own, baseDirectory, source.files))
      add(
        ["knowledge", "sources", index, "files"],
        `files may only be below ${own}: put them there, or ${elsewhere}`,
      );
  }
  return faults;
}

/** Whether an agent would send what visitors write to an origin to which it does not send it now. */
export function hasNewAddress(agent: AgentDefinition, live: AgentDefinition | undefined): boolean {
  const known = new Set(live ? originsOf(live) : []);
  return originsOf(agent).some((origin) => !known.has(origin));
}

/** Where an agent's requests go: those of its models, tools and forms. */
function originsOf(agent: AgentDefinition): readonly string[] {
  const tools = remoteTools(agent).map((tool) => ("mcp" in tool ? tool.mcp.url : tool.http.url));
  return [...modelOrigins(agent), ...tools.map(originOf)];
}

/** The origins of an agent's models, fallbacks and embeddings. */
export function modelOrigins(agent: AgentDefinition): readonly string[] {
  const addresses = modelsOf(agent).map(([, model]) => addressOf(model));
  return addresses.flatMap((address) => (address === undefined ? [] : [originOf(address)]));
}

/** What files from the console may do with variables. */
interface VariableRules {
  /** Whether a variable may be named where it is not sent anywhere. */
  readonly mayName: (name: string) => boolean;
  /**
   * Whether a variable may be sent to an address: only where an applied agent sends it already. The author of a
   * file could otherwise read the variable, by sending it to a server they control.
   */
  readonly maySend: (name: string, url: string) => boolean;
}

function variableRules({ variables }: ConsoleLimits, applied: readonly AgentDefinition[]): VariableRules {
  const sent = new Set(applied.flatMap(sentVariables).map(({ name, url }) => `${name} ${originOf(url)}`));
  const used = new Set(applied.flatMap(variablesIn));
  const mayName = (name: string) =>
    variables?.some((entry) =>
      entry.endsWith("*")
        ? // The service's own variables are meant only if named explicitly.
          name.startsWith(entry.slice(0, -1)) && !name.startsWith("SERVICECHAT_")
        : name === entry,
    ) ?? used.has(name);
  return { mayName, maySend: (name, url) => mayName(name) && sent.has(`${name} ${originOf(url)}`) };
}

function variablesIn(agent: AgentDefinition): readonly string[] {
  const { identity } = agent;
  return [...sentVariables(agent).map(({ name }) => name), ...(identity ? [identity.secretEnv] : [])];
}

/** The variables that an agent's requests contain, with where they go. */
function sentVariables(agent: AgentDefinition): readonly { readonly name: string; readonly url: string }[] {
  const keys = modelsOf(agent).flatMap(([, model]) =>
    "baseUrl" in model && model.apiKeyEnv !== undefined
      ? [{ name: model.apiKeyEnv, url: model.baseUrl }]
      : [],
  );
  const headers = remoteTools(agent).flatMap((tool) => {
    const { url } = "mcp" in tool ? tool.mcp : tool.http;
    return variablesOf(tool).map((name) => ({ name, url }));
  });
  return [...keys, ...headers];
}

const originOf = (url: string) => new URL(url).origin;

function modelsOf({
  model,
  fallbackModels,
  knowledge: { embeddings },
}: AgentDefinition): readonly (readonly [readonly PropertyKey[], Model])[] {
  return [
    [["model"], model],
    ...fallbackModels.map((each, index) => [["fallbackModels", index], each] as const),
    ...(embeddings ? [[["knowledge", "embeddings"], embeddings] as const] : []),
  ];
}

function addressOf(model: Model): string | undefined {
  return "baseUrl" in model ? model.baseUrl : undefined;
}

/** Requests of tools and forms, with where they stand. */
function callsOf({ tools, actions }: AgentDefinition) {
  return Object.entries({ tools, actions }).flatMap(([list, entries]) =>
    entries.flatMap((entry, index) => {
      if (typeof entry === "string") return [];
      const field = "mcp" in entry ? "mcp" : "http";
      const call = "mcp" in entry ? entry.mcp : "http" in entry ? entry.http : undefined;
      return call ? [[[list, index, field], call] as const] : [];
    }),
  );
}

/** Whether a pattern can only match below a folder. */
function isInside(folder: string, baseDirectory: string, pattern: string): boolean {
  // Characters that could lead out of the folder: only plain names, `*` and `?` are accepted.
  if (/[{}()[\]!\\]|\.\./.test(pattern)) return false;
  const path = isAbsolute(pattern) ? resolve(pattern) : resolve(baseDirectory, pattern);
  return path.startsWith(folder + sep);
}
