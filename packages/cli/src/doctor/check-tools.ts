import { isIP } from "node:net";
import type { McpToolsDefinition, SecretSources } from "@servicechat/contract/agent-file";
import type { Outbound } from "@servicechat/outbound";
import type { AgentRecord } from "@servicechat/storage";
import { isShopBackEnd } from "../demo/demo-back-end.ts";
import { shopAgentId } from "../demo/demo-shop.ts";
import { isThere } from "../settings/database-setting.ts";
import { reasonOf } from "@servicechat/contract";
import { remoteTools, variablesOf } from "@servicechat/operations";
import type { RemoteTool } from "@servicechat/operations";
import type { Settings } from "../settings/settings.ts";
import type { Check } from "./examination.ts";
import { ok, problem, warning } from "./finding.ts";
import type { Finding } from "./finding.ts";
import { findMissingValue } from "./missing-value.ts";

/** The limit for a host to answer at all. */
const hostAnswerMs = 5_000;

/**
 * The tools that contact other servers: whether their secrets are set, whether their addresses may be reached, and
 * whether MCP servers and the hosts of HTTP tools answer. No HTTP tool is called, since that may change something.
 */
export const checkTools: Check = {
  name: "tools",
  run: async ({ settings, withServices }) => {
    if (!isThere(settings.database)) return [];
    return withServices(async ({ storage, secrets }) => {
      const agents = await storage.agents.list();
      const { createOutbound } = await import("@servicechat/outbound");
      await using outbound = createOutbound({
        allowedNetworks: settings.allowedNetworks,
        connectMs: hostAnswerMs,
      });
      const faultOfHost = createHostCheck(outbound);
      const sources = { environment: settings.environment, findStoredSecret: secrets.find };
      return await Promise.all(
        agents.flatMap((agent) =>
          remoteTools(agent.definition).map((tool) =>
            findingFor({ agent, tool, settings, sources, outbound, faultOfHost }),
          ),
        ),
      );
    });
  },
};

interface Subject {
  readonly agent: AgentRecord;
  readonly tool: RemoteTool;
  readonly settings: Settings;
  readonly sources: SecretSources;
  readonly outbound: Outbound;
  readonly faultOfHost: ReturnType<typeof createHostCheck>;
}

async function findingFor({
  agent,
  tool,
  settings,
  sources,
  outbound,
  faultOfHost,
}: Subject): Promise<Finding> {
  const { url } = "mcp" in tool ? tool.mcp : tool.http;
  const { hostname, host } = new URL(url);
  const check = `agent ${agent.id}, ${"mcp" in tool ? `MCP at ${host}` : tool.name}`;
  for (const name of variablesOf(tool)) {
    const use = { name, agents: [agent.id], origin: new URL(url).origin };
    const missing = await findMissingValue(use, sources);
    if (!missing) continue;
    const { reason = `the variable ${name}, which a header needs, is not set`, advice } = missing;
    return problem(check, reason, advice);
  }
  // The service calls itself in a separate way, which needs no rule.
  if (isShopBackEnd(url, settings.publicUrl)) return ok(check, "asks the service itself");
  if (agent.id === shopAgentId && isShopBackEnd(url, new URL(url).origin))
    return warning(
      check,
      `asks ${host}, which was the public address when the demo was created`,
      "restart the service: it updates the demo, unless you have changed its agent",
    );
  const forbidden = await forbiddenAddress(hostname.replace(/^\[|\]$/g, ""), settings.allowedNetworks);
  if (forbidden !== undefined)
    return problem(
      check,
      `${host} leads to ${forbidden}, which is not a public address`,
      "if it is yours, add its network to SERVICECHAT_ALLOWED_NETWORKS, as narrowly as possible",
    );
  if ("http" in tool) {
    const fault = await faultOfHost(url);
    if (fault === undefined)
      return ok(
        check,
        `${host} answers; its ${tool.http.method} is not called, because that could change something`,
      );
    return problem(
      check,
      `${host} does not answer: ${fault}`,
      "is it running, and can this machine connect to it?",
    );
  }
  return mcpFinding(check, { agent, tool, sources, outbound });
}

/**
 * Requests the front page of an address's origin, each origin once, without any header of the tool: no secret is sent,
 * and nothing is changed. Any response is enough. @returns why there was no response
 */
function createHostCheck(outbound: Outbound): (url: string) => Promise<string | undefined> {
  const faults = new Map<string, Promise<string | undefined>>();
  return (url) => {
    const { origin } = new URL(url);
    const asked =
      faults.get(origin) ??
      outbound
        .request({ url: origin, method: "HEAD", timeoutMs: hostAnswerMs, maxBytes: 0, maxRedirects: 0 })
        .then(() => undefined, reasonOf);
    faults.set(origin, asked);
    return asked;
  };
}

async function mcpFinding(
  check: string,
  {
    agent,
    tool: { mcp },
    sources,
    outbound,
  }: Pick<Subject, "agent" | "sources" | "outbound"> & { readonly tool: McpToolsDefinition },
): Promise<Finding> {
  // The dependencies of agents are slow to load, so other commands should not wait for them.
  const { listMcpTools } = await import("@servicechat/agent");
  try {
    const { names, leftOut } = await listMcpTools(mcp, { outbound, agentId: agent.id, sources });
    const left = leftOut.filter(({ tool = "" }) => mcp.only?.includes(tool) ?? true);
    if (left.length > 0)
      return warning(
        check,
        `left out: ${left.map(({ tool = "a tool", reason }) => `${tool} (${reason})`).join(", ")}`,
        "the agent works without them; tell the server's operator, or list the others in `only`",
      );
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
      "does the address point to its MCP endpoint, and is it running?",
    );
  }
}

/** The first address of a host that no tool may reach; `undefined` also if the host currently has no address. */
async function forbiddenAddress(
  host: string,
  allowedNetworks: readonly string[],
): Promise<string | undefined> {
  const { createAddressRule, resolveName } = await import("@servicechat/outbound");
  const mayReach = createAddressRule(allowedNetworks);
  const addresses = isIP(host) === 0 ? await resolveName(host).catch(() => []) : [host];
  return addresses.find((address) => !mayReach(address));
}
