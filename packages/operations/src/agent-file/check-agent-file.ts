import { parseAgentFile, pathText } from "@servicechat/contract/agent-file";
import type { AgentDefinition, AgentFileFault, HttpCall } from "@servicechat/contract/agent-file";
import { actionIcons, isActionIcon } from "@servicechat/contract";
import type { FileFault } from "./file-fault.ts";
import { missingVariables } from "./named-variables.ts";
import type { NamedSecret } from "./named-variables.ts";
import { findSchemaFaults } from "./find-schema-faults.ts";
import { readYaml } from "./read-yaml.ts";

/** The surroundings for checking an agent file. */
export interface FileSurroundings {
  /** The variables of the service. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Whether the service would make a request to an address. */
  readonly mayRequest: (url: string) => boolean;
}

/** The same, with the secrets that are stored; absent: none. */
interface SurroundingsWithSecrets extends FileSurroundings {
  readonly stored?: readonly NamedSecret[];
}

/** An agent file without faults. */
export interface CheckedAgentFile {
  readonly definition: AgentDefinition;
  /** Adds the line to a fault of a field. */
  readonly placed: (about: AgentFileFault) => FileFault;
  /** Allowed content that does not work, or not as its author expects. */
  readonly notes: readonly FileFault[];
  /** A sentence for each variable that the agent needs and that is not set. */
  readonly warnings: readonly string[];
}

/** Parses the text of an agent file and reports everything about it. Never throws. */
export function checkAgentFile(
  text: string,
  { environment, mayRequest, stored }: SurroundingsWithSecrets,
): CheckedAgentFile | { readonly faults: readonly FileFault[] } {
  const file = readAgentFile(text);
  if ("faults" in file) return file;
  const { definition, placed } = file;
  return {
    definition,
    placed,
    notes: findNotes(definition, mayRequest).map(placed),
    warnings: missingVariables(definition, environment, stored),
  };
}

/** An agent as its file describes it. */
interface AgentFile {
  readonly definition: AgentDefinition;
  /** Adds the line to a fault of a field. */
  readonly placed: (about: AgentFileFault) => FileFault;
}

/**
 * Parses the text of an agent file, YAML or JSON (which is YAML too). Never throws: every fault is listed, with line
 * and column if the text is not valid YAML, or with line and path of the field if the agent is invalid.
 */
export function readAgentFile(text: string): AgentFile | { readonly faults: readonly FileFault[] } {
  const read = readYaml(text);
  if ("faults" in read) return read;

  const { value, commented, lineOf } = read;
  const placed = ({ path, message }: AgentFileFault): FileFault => ({
    line: lineOf(path) ?? null,
    message: path === "" ? message : `${path}: ${message}`,
  });
  const result = parseAgentFile(value);
  const faults = [...("faults" in result ? result.faults : []), ...findSchemaFaults(value)];
  if (!("faults" in result) && faults.length === 0) return { definition: result.agent, placed };
  return {
    faults: faults.map(({ path, message }) => {
      const meant = commented.get(path);
      const why =
        meant === undefined ? "" : `: # starts a comment, so it needs quotes: ${JSON.stringify(meant)}`;
      return placed({ path, message: `${message}${why}` });
    }),
  };
}

/**
 * Allowed content of an agent file that does not work, or not as its author expects, each with what to do about it. No
 * name is resolved: that is for the doctor.
 *
 * @param mayRequest whether the service would make a request to an address
 */
function findNotes(agent: AgentDefinition, mayRequest: (url: string) => boolean): readonly AgentFileFault[] {
  return [
    ...(hasModel(agent) ? untitledTools(agent) : unreadFields(agent)),
    ...refusedRequests(agent, mayRequest),
    ...unknownIcons(agent),
    ...noticeOff(agent),
  ].map(({ path, message }) => ({ path: pathText(path), message }));
}

interface Note {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

function hasModel({ model, fallbackModels }: AgentDefinition): boolean {
  return [model, ...fallbackModels].some(({ provider }) => provider !== "extractive");
}

/** Fields that only a model would use. */
function unreadFields({ instructions, followUps, tools }: AgentDefinition): readonly Note[] {
  const choose = "choose a model, or take";
  return [
    ...(instructions.trim() === ""
      ? []
      : [
          {
            path: ["instructions"],
            message: `provider: extractive does not read them; ${choose} them out`,
          },
        ]),
    ...(followUps
      ? [{ path: ["followUps"], message: `provider: extractive does not write any; ${choose} this out` }]
      : []),
    ...tools.flatMap((tool, index) => {
      if (typeof tool === "string") return [];
      const instead = "http" in tool ? ", or make it an action of kind: form with the same http" : "";
      const message = `provider: extractive never calls it; ${choose} it out${instead}`;
      return [{ path: ["tools", index], message }];
    }),
  ];
}

function noticeOff({ notice }: AgentDefinition): readonly Note[] {
  if (notice?.off === undefined) return [];
  const message = "visitors are not told that an AI answers; laws such as the EU AI Act may require it";
  return [{ path: ["notice", "off"], message }];
}

function untitledTools({ tools }: AgentDefinition): readonly Note[] {
  return tools.flatMap((tool, index) => {
    if (typeof tool === "string" || "mcp" in tool || tool.title !== undefined) return [];
    const message = `visitors see its name, ${tool.name}, while it runs; give it a title, such as "Looking up the order"`;
    return [{ path: ["tools", index], message }];
  });
}

function refusedRequests(
  { tools, actions }: AgentDefinition,
  mayRequest: (url: string) => boolean,
): readonly Note[] {
  return Object.entries({ tools, actions }).flatMap(([list, entries]) =>
    entries.flatMap((entry, index) => {
      const [field, call] = requestOf(entry) ?? [];
      if (field === undefined || call === undefined || mayRequest(call.url)) return [];
      const message = `${new URL(call.url).host} is not a public address: the service refuses it unless SERVICECHAT_ALLOWED_NETWORKS, where the service is started, has its network, as narrowly as possible`;
      return [{ path: [list, index, field, "url"], message }];
    }),
  );
}

function requestOf(
  entry: AgentDefinition["tools"][number] | AgentDefinition["actions"][number],
): readonly ["http" | "mcp", Pick<HttpCall, "url">] | undefined {
  if (typeof entry === "string") return undefined;
  if ("mcp" in entry) return ["mcp", entry.mcp];
  return "http" in entry && entry.http ? ["http", entry.http] : undefined;
}

function unknownIcons({ actions }: AgentDefinition): readonly Note[] {
  return actions.flatMap(({ icon }, index) => {
    if (icon === undefined || isActionIcon(icon)) return [];
    const message = `the chat has no icon ${JSON.stringify(icon)}; use one of ${actionIcons.join(", ")}`;
    return [{ path: ["actions", index, "icon"], message }];
  });
}
