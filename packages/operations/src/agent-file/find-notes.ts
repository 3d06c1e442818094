import { actionIcons, isActionIcon } from "@servicechat/contract";
import { pathText } from "@servicechat/contract/agent-file";
import type { AgentDefinition, AgentFileFault, HttpCall } from "@servicechat/contract/agent-file";

/**
 * Allowed content of an agent file that does not work, or not as its author expects, each with what to do about it. No
 * name is resolved: that is for the doctor.
 *
 * @param mayRequest whether the service would make a request to an address
 */
export function findNotes(
  agent: AgentDefinition,
  mayRequest: (url: string) => boolean,
): readonly AgentFileFault[] {
  return [
    ...(hasModel(agent) ? untitledTools(agent) : unreadFields(agent)),
    ...refusedRequests(agent, mayRequest),
    ...unknownIcons(agent),
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
      const message = `the service refuses ${new URL(call.url).host}, which is not a public address; if it is yours, add its network to SERVICECHAT_ALLOWED_NETWORKS, as narrowly as possible`;
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
