import { isAbsolute, join, resolve, sep } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { isForAgents, mayUseSecret, pathText, secretHole } from "@servicechat/contract/agent-file";
import type { AgentDefinition, AgentFileFault } from "@servicechat/contract/agent-file";
import { modelsOf, namedVariables, originOf } from "./named-variables.ts";
import type { AnyModel, NamedSecret } from "./named-variables.ts";
import { remoteTools } from "./remote-tools.ts";

/**
 * What agent files from the network may use. Such a file is code: it names modules, files, variables and addresses, so
 * anyone who may write any would control the machine.
 */
export interface ConsoleLimits {
  /** Variables that may be named, or prefixes with `*`; absent: those that applied files already use. */
  readonly variables: readonly string[] | undefined;
  /** Has a folder for each agent, in which its files may be. */
  readonly agentsDirectory: string;
  /**
   * Whether an address leads only to the public internet, or to networks that the operator has allowed, as names are
   * resolved now.
   */
  readonly isReachable: (url: string) => Promise<boolean>;
  /** Whether an address leads only to networks inside that the operator has allowed, as names are resolved now. */
  readonly isAllowedInside: (url: string) => Promise<boolean>;
}

/** The state of an agent that the limits depend on. */
interface AgentState {
  readonly definition: AgentDefinition;
  readonly baseDirectory: string;
}

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
    ...rules
  }: VariableSurroundings & {
    readonly live: AgentState | undefined;
  },
): Promise<readonly AgentFileFault[]> {
  const { applied, limits } = rules;
  const faults: AgentFileFault[] = [];
  const add = (path: readonly PropertyKey[], message: string) =>
    void faults.push({ path: pathText(path), message });
  const isSameFolder = live?.baseDirectory === baseDirectory;
  const { mayName, maySend } = variableRules(rules);
  const agents = [definition.id];
  const checkSent = (path: readonly PropertyKey[], name: string, url: string) => {
    if (!maySend(name, { url, agents })) add(path, notSent(name, url));
  };

  const liveModels = live ? modelsOf(live.definition).map(([, model]) => model) : [];
  const addresses = new Set(applied.flatMap(modelAddresses));
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
    if (address !== undefined && !addresses.has(address) && !(await limits.isReachable(address)))
      add(
        [...path, "baseUrl"],
        `the address is not public, or cannot be looked up: allow its network with SERVICECHAT_ALLOWED_NETWORKS, or ${elsewhere}`,
      );
  }

  const secret = definition.identity?.secretEnv;
  if (secret !== undefined && secret !== live?.definition.identity?.secretEnv && !mayName(secret, agents))
    add(
      ["identity", "secretEnv"],
      `the variable ${secret} may not be named from the console: store a secret of that name under Settings, list it in SERVICECHAT_CONSOLE_VARIABLES, or ${elsewhere}`,
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
  return modelAddresses(agent).map(originOf);
}

/** The base addresses of an agent's models, fallbacks and embeddings. */
export function modelAddresses(agent: AgentDefinition): readonly string[] {
  return modelsOf(agent).flatMap(([, model]) => addressOf(model) ?? []);
}

/** What decides which variables and secrets a writer may name. */
interface VariableSurroundings {
  /** Agents that the writer may see: others are no reason to allow anything. */
  readonly applied: readonly AgentDefinition[];
  readonly limits: Pick<ConsoleLimits, "variables" | "isReachable" | "agentsDirectory">;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly stored: readonly NamedSecret[];
}

/** What files from the console may do with variables and stored secrets. */
interface VariableRules {
  /** Whether one may be named for some of these agents where it is not sent anywhere. */
  readonly mayName: (name: string, agents: readonly string[] | null) => boolean;
  /**
   * Whether one may be sent to an address. A stored secret: to its own. A variable of the environment: only where an
   * applied agent sends it already. The author of a file could otherwise read the variable, by sending it to a server
   * they control.
   */
  readonly maySend: (
    name: string,
    use: { readonly url: string; readonly agents: readonly string[] | null },
  ) => boolean;
}

/** Decides what a writer may name. What is absent and what is forbidden are refused alike. */
export function variableRules({
  limits: { variables },
  applied,
  environment,
  stored,
}: Pick<VariableSurroundings, "applied" | "environment" | "stored"> & {
  readonly limits: Pick<ConsoleLimits, "variables">;
}): VariableRules {
  const named = applied.flatMap(namedVariables);
  const sent = new Set(named.flatMap(({ name, url }) => (url === null ? [] : [`${name} ${originOf(url)}`])));
  const used = new Set(named.map(({ name }) => name));
  const isAllowed = (name: string) =>
    variables?.some((entry) =>
      entry.endsWith("*")
        ? // The service's own variables are meant only if named explicitly.
          name.startsWith(entry.slice(0, -1)) && !name.startsWith("SERVICECHAT_")
        : name === entry,
    ) ?? used.has(name);
  // The environment's value comes first, wherever the stored one might go.
  const secretOf = (name: string) =>
    environment[name]?.trim() ? undefined : stored.find((secret) => secret.name === name);
  return {
    mayName(name, agents) {
      const secret = secretOf(name);
      return (secret && isForAgents(secret.agents, agents)) || isAllowed(name);
    },
    maySend(name, { url, agents }) {
      const secret = secretOf(name);
      const origin = originOf(url);
      return (
        (secret && mayUseSecret(secret, { agents, origin })) ||
        (isAllowed(name) && sent.has(`${name} ${origin}`))
      );
    },
  };
}

/** Why a variable may not be sent somewhere: the same whether it exists or not. */
export function notSent(name: string, url: string): string {
  const reason = `the variable ${name} may not be sent to ${originOf(url)} from the console`;
  return `${reason}, as no agent that you may see sends it there: store a secret for that address under Settings, or ${elsewhere}`;
}

function addressOf(model: AnyModel): string | undefined {
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
