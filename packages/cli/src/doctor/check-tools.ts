import { isIP } from "node:net";
import type { McpToolsDefinition } from "@servicechat/contract/agent-file";
import type { Outbound } from "@servicechat/outbound";
import type { AgentRecord } from "@servicechat/storage";
import { isShopBackEnd } from "../demo-back-end.ts";
import { shopAgentId } from "../demo-shop.ts";
import { isThere } from "../database-setting.ts";
import { reasonOf } from "../reason-of.ts";
import { remoteTools, variablesOf } from "../remote-tools.ts";
import type { RemoteTool } from "../remote-tools.ts";
import type { Settings } from "../settings.ts";
import type { Check } from "./examination.ts";
import { ok, problem, warning } from "./finding.ts";
import type { Finding } from "./finding.ts";

/**
 * The tools of agents that leave the house: whether their secrets are set, whether their addresses may be reached, and
 * whether MCP servers answer. No HTTP tool is called, since that may change something.
 */
export const checkTools: Check = {
  name: "tools",
  look: async ({ settings, inHouse }) => {
    if (!isThere(settings.database)) return [];
    const agents = await inHouse(({ storage }) => storage.agents.list());
    const { createOutbound } = await import("@servicechat/outbound");
    await using outbound = createOutbound({ allowedNetworks: settings.allowedNetworks, connectMs: 5000 });
    const found = await Promise.all(
      agents.flatMap((agent) =>
        remoteTools(agent.definition).map((tool) => findingFor({ agent, tool, settings, outbound })),
      ),
    );
    return found;
  },
};

interface Subject {
  readonly agent: AgentRecord;
  readonly tool: RemoteTool;
  readonly settings: Settings;
  readonly outbound: Outbound;
}

async function findingFor({ agent, tool, settings, outbound }: Subject): Promise<Finding> {
  const { url } = "mcp" in tool ? tool.mcp : tool.http;
  const { hostname, host } = new URL(url);
  const check = `agent ${agent.id}, ${"mcp" in tool ? `MCP at ${host}` : tool.name}`;
  const missing = variablesOf(tool).find((name) => !settings.environment[name]?.trim());
  if (missing !== undefined)
    return problem(
      check,
      `the variable ${missing}, which a header needs, is not set`,
      "set it where the service is started, such as in .env",
    );
  // The service asks itself for it, by a way of its own: no rule has to let it through.
  if (isShopBackEnd(url, settings.publicUrl)) return ok(check, "asks the service itself");
  if (agent.id === shopAgentId && isShopBackEnd(url, new URL(url).origin))
    return warning(
      check,
      `asks ${host}, which was the public address when the demo was made`,
      "restart the service: it brings the demo up to date, unless you changed its agent",
    );
  const forbidden = await forbiddenAddress(hostname.replace(/^\[|\]$/g, ""), settings.allowedNetworks);
  if (forbidden !== undefined)
    return problem(
      check,
      `${host} leads to ${forbidden}, which is not a public address`,
      "if it is yours, add its network to SERVICECHAT_ALLOWED_NETWORKS, as narrow as it can be",
    );
  if ("http" in tool)
    return ok(check, `${tool.http.method} ${host}; not called, since that may change something`);
  return mcpFinding(check, { tool, settings, outbound });
}

async function mcpFinding(
  check: string,
  {
    tool: { mcp },
    settings: { environment },
    outbound,
  }: Omit<Subject, "agent" | "tool"> & { readonly tool: McpToolsDefinition },
): Promise<Finding> {
  // What agents need takes long to load: no other command waits for it.
  const { listMcpTools } = await import("@servicechat/agent");
  try {
    const names = await listMcpTools(mcp, { outbound, environment });
    const absent = mcp.only?.filter((name) => !names.includes(name)) ?? [];
    if (absent.length > 0)
      return warning(
        check,
        `the server has no ${absent.join(", ")}`,
        `it has: ${names.join(", ") || "no tools"}`,
      );
    return ok(check, `${(mcp.only ?? names).length} tools`);
  } catch (error) {
    return problem(
      check,
      `does not answer: ${reasonOf(error)}`,
      "does the address lead to its MCP endpoint, and does it run?",
    );
  }
}

/** The first address of a host that no tool may reach; `undefined` also when the host has no address now. */
async function forbiddenAddress(
  host: string,
  allowedNetworks: readonly string[],
): Promise<string | undefined> {
  const { createAddressRule, resolveName } = await import("@servicechat/outbound");
  const mayReach = createAddressRule(allowedNetworks);
  const addresses = isIP(host) === 0 ? await resolveName(host).catch(() => []) : [host];
  return addresses.find((address) => !mayReach(address));
}
