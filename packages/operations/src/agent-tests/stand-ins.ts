import type { AgentDependencies } from "@servicechat/agent";
import { builtInTools, httpToolSchema } from "@servicechat/contract/agent-file";
import type { AgentDefinition, StandIn } from "@servicechat/contract/agent-file";
import { remoteTools, variablesOf } from "../agent-file/remote-tools.ts";
import { isWithin } from "./find-faults.ts";
import type { SentRequest, ToolUse } from "./test-run.ts";

type Outbound = NonNullable<AgentDependencies["outbound"]>;
type StandIns = Readonly<Record<string, readonly StandIn[]>>;

/** The header that names the tool of a request. It is never sent to a server. */
const marker = "x-stand-in-for";

/** An agent whose tools call stand-ins, and the calls that these received. */
export interface StandInTools {
  readonly agent: AgentDefinition;
  readonly outbound: Outbound;
  /** Variables that headers of tools are filled with: no secret is needed to run tests. */
  readonly environment: Readonly<Record<string, string>>;
  /** Called for every use of a tool before its request is made. */
  readonly used: (use: ToolUse) => void;
  /** Requests since the last call. */
  takeSent(): readonly SentRequest[];
  /** Tools that were called without a stand-in, since the last call. */
  takeMissing(): readonly string[];
}

/**
 * Puts stand-ins in place of the servers that an agent's tools ask. Tools that make requests are the agent's own, and
 * make them as always, up to the point where they would be sent. The tools of MCP servers are not known without asking
 * the servers, so an agent has those that stand-ins describe.
 */
export function createStandIns(agent: AgentDefinition, standIns: StandIns): StandInTools {
  let sent: SentRequest[] = [];
  let missing: string[] = [];
  const inputs = new Map<string, unknown>();
  const ofModels = [agent.model, ...agent.fallbackModels].map((model) =>
    "apiKeyEnv" in model ? model.apiKeyEnv : undefined,
  );
  const variables = remoteTools(agent)
    .flatMap(variablesOf)
    .filter((name) => !ofModels.includes(name));

  async function answer({ url, method = "GET", headers, body }: Parameters<Outbound["request"]>[0]) {
    const tool = headers?.[marker] ?? "";
    sent.push({
      tool,
      method,
      url,
      ...(typeof body === "string" && { body: JSON.parse(body) as unknown }),
    });
    const found = standIns[tool]?.find(({ when }) => when === undefined || isWithin(when, inputs.get(tool)));
    if (!found) missing.push(tool);
    const { status, result = null } = found ?? { status: 501 };
    return Promise.resolve({
      url,
      status,
      headers: { "content-type": "application/json" },
      body: new TextEncoder().encode(JSON.stringify(result)),
    });
  }

  return {
    agent: withMarkers(agent, standIns),
    outbound: {
      request: answer,
      fetch: () => Promise.reject(new Error("tests ask no server")),
      [Symbol.asyncDispose]: () => Promise.resolve(),
    },
    environment: Object.fromEntries(variables.map((name) => [name, `value-of-${name}`])),
    used: ({ tool, input }) => void inputs.set(tool, input),
    takeSent() {
      const taken = sent;
      sent = [];
      return taken;
    },
    takeMissing() {
      const taken = missing;
      missing = [];
      return taken;
    },
  };
}

function withMarkers(agent: AgentDefinition, standIns: StandIns): AgentDefinition {
  const own = agent.tools.flatMap((tool): AgentDefinition["tools"] => {
    if (typeof tool === "string") return [tool];
    if ("mcp" in tool) return [];
    return [{ ...tool, http: { ...tool.http, headers: { ...tool.http.headers, [marker]: tool.name } } }];
  });
  const taken = new Set<string>([
    ...builtInTools,
    ...own.flatMap((tool) => (typeof tool === "object" && "http" in tool ? [tool.name] : [])),
  ]);
  const asking = agent.tools.flatMap((tool) =>
    typeof tool === "object" && "mcp" in tool ? [tool.confirm ?? false] : [],
  );
  const borrowed = Object.entries(standIns)
    .filter(([name]) => asking.length > 0 && !taken.has(name))
    .map(([name, [first]]) =>
      httpToolSchema.parse({
        name,
        description: first?.description ?? name,
        inputSchema: { type: "object", ...first?.inputSchema },
        http: { method: "POST", url: "https://mcp.invalid/", headers: { [marker]: name } },
        confirm:
          first?.confirm ??
          asking.some((confirm) => (Array.isArray(confirm) ? confirm.includes(name) : confirm)),
      }),
    );
  return { ...agent, tools: [...own, ...borrowed] };
}
