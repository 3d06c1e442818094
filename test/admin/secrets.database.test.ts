import { createServer } from "node:http";
import { agentFileSchema } from "@servicechat/contract/agent-file";
import { expect, test } from "vitest";
import { listenOnLoopback } from "../support/listen-on-loopback.ts";
import { onOneAndTwoNodes } from "../support/on-one-and-two-nodes.ts";
import { startConsole } from "../support/start-console.ts";
import type { TestConsole } from "../support/start-console.ts";
import { ask } from "../support/visitor.ts";

const secrets = "/console/api/secrets";
const value = "sk-stored-0123456789";

/** A provider that answers every question, and has a list of models; it keeps the keys that it was sent. */
async function startProvider() {
  const keys: (string | undefined)[] = [];
  let status = 200;
  const server = createServer((request, response) => {
    keys.push(request.headers.authorization);
    if (status !== 200) return void response.writeHead(status).end("the provider's own words");
    response.writeHead(200, { "content-type": "application/json" });
    const message = { role: "assistant", content: "OK, Äpfel." };
    response.end(
      JSON.stringify(
        request.url?.endsWith("/models")
          ? { data: [{ id: "small" }, { id: "large" }, { id: "" }, { id: 7 }] }
          : {
              choices: [{ message, finish_reason: "stop" }],
              usage: { prompt_tokens: 5, completion_tokens: 2 },
            },
      ),
    );
  });
  const listening = await listenOnLoopback(server);
  const { baseUrl: origin } = listening;
  return {
    origin,
    baseUrl: `${origin}/v1`,
    fail: (next: number) => (status = next),
    takeKeys: () => keys.splice(0),
    [Symbol.asyncDispose]: () => listening[Symbol.asyncDispose](),
  };
}

/** Changes the model of the tests' agent, as the command line does. */
async function useModel({ storage }: TestConsole, model: object): Promise<void> {
  const [agent] = await storage.agents.list();
  if (!agent) throw new Error("there is no agent");
  const definition = agentFileSchema.parse({ ...agent.definition, model });
  await storage.agents.put({ id: agent.id, definition, baseDirectory: agent.baseDirectory, at: Date.now() });
}

onOneAndTwoNodes("stored secrets", (nodes) => {
  test("are used at the moment of sending, for their origins alone, until they are replaced or removed", async () => {
    await using provider = await startProvider();
    await using other = await startProvider();
    await using console = await startConsole({ nodes });
    const { cookie } = await console.signIn("owner");
    const put = (body: object, name = "MODEL_KEY") =>
      console.ask("PUT", `${secrets}/${name}`, { cookie, body });
    const stored = await put({ value, origins: [`${provider.origin}/`] });
    expect(stored).toMatchObject({
      status: 201,
      body: {
        name: "MODEL_KEY",
        lastFour: "6789",
        origins: [provider.origin],
        agents: null,
        shadowed: false,
      },
    });
    const model = { provider: "openai", name: "small", baseUrl: provider.baseUrl, apiKeyEnv: "MODEL_KEY" };
    await useModel(console, model);
    expect((await ask(console, "Who?")).text).toBe("OK, Äpfel.");
    expect(provider.takeKeys()).toEqual([`Bearer ${value}`]);

    const replaced = "sk-replaced-0123456789";
    expect((await put({ value: replaced, origins: [provider.origin] })).status).toBe(200);
    await expect
      .poll(async () => {
        await ask(console, "Who?");
        return provider.takeKeys();
      })
      .toEqual([`Bearer ${replaced}`]);

    await put({ value: replaced, origins: [other.origin] });
    await expect
      .poll(async () => (await ask(console, "Who?")).events.at(-1))
      .toMatchObject({ event: "error", data: { code: "model_refused" } });
    await useModel(console, { ...model, baseUrl: other.baseUrl });
    // Until every node knows both, the former model may still answer.
    const keys = new Set<string | undefined>();
    await expect
      .poll(async () => {
        await ask(console, "Who?");
        for (const key of other.takeKeys()) keys.add(key);
        return keys;
      })
      .toEqual(new Set([`Bearer ${replaced}`]));

    const inUse = await console.ask("DELETE", `${secrets}/MODEL_KEY`, { cookie });
    expect(inUse).toMatchObject({ status: 409, body: { code: "secret_in_use", agents: ["acme-support"] } });
    expect((await console.ask("DELETE", `${secrets}/MODEL_KEY?force=true`, { cookie })).status).toBe(204);
    expect((await console.ask("DELETE", `${secrets}/MODEL_KEY?force=true`, { cookie })).body.code).toBe(
      "secret_not_found",
    );
    await expect
      .poll(async () => (await ask(console, "Who?")).events.at(-1))
      .toMatchObject({ event: "error", data: { code: "model_refused" } });
    expect(provider.takeKeys().filter((key) => key !== `Bearer ${replaced}`)).toEqual([]);
    const audit = await console.ask("GET", "/console/api/audit?on=MODEL_KEY", { cookie });
    expect(audit.body.items.map(({ what }: { readonly what: string }) => what)).toEqual([
      "secret.remove",
      "secret.set",
      "secret.set",
      "secret.set",
    ]);
    expect(audit.text + JSON.stringify(await console.storage.secrets.list())).not.toContain("sk-");
  });
});

test("what is no secret is refused, and a list shows what one's agents may use, never a value", async () => {
  await using console = await startConsole({ environment: { SHADOWED: "of the machine" } });
  const token = await console.token("owner");
  const put = (name: string, body: object) => console.ask("PUT", `${secrets}/${name}`, { token, body });
  const origins = ["https://crm.example"];
  for (const [name, body] of [
    ["crm_key", { value, origins }],
    ["SERVICECHAT_SECRET", { value, origins }],
    ["CRM_KEY", { value: "", origins }],
    ["CRM_KEY", { value: "two\nlines", origins }],
    ["CRM_KEY", { value: "key \u20ac", origins }],
    ["CRM_KEY", { value: "x".repeat(8_193), origins }],
    ["CRM_KEY", { value, origins: [] }],
    ["CRM_KEY", { value, origins: ["http://crm.example"] }],
    ["CRM_KEY", { value, origins: ["https://crm.example/api"] }],
    ["CRM_KEY", { value, origins: ["https://user@crm.example"] }],
    ["CRM_KEY", { value, origins: ["ftp://crm.example"] }],
    ["CRM_KEY", { value, origins, agents: ["nobody"] }],
  ] as const) {
    const refused = await put(name, body);
    expect(refused, `${name} ${JSON.stringify(body).slice(0, 80)}`).toMatchObject({
      status: 400,
      body: { code: "malformed_request" },
    });
    expect(refused.text).not.toContain("two\\n");
  }
  expect((await put("CRM_KEY", { value, origins, agents: ["acme-support"] })).status).toBe(201);
  expect(
    (await put("SHADOWED", { value: "short", origins: ["http://localhost:8080", ...origins] })).status,
  ).toBe(201);
  const listed = async (agents: readonly string[] | null) =>
    (await console.ask("GET", secrets, { token: await console.token("editor", agents) })).body.items;
  expect(await listed(null)).toMatchObject([
    { name: "CRM_KEY", lastFour: "6789", agents: ["acme-support"], shadowed: false },
    { name: "SHADOWED", lastFour: null, agents: null, shadowed: true },
  ]);
  expect(await listed(["another"])).toMatchObject([{ name: "SHADOWED" }]);
  expect(JSON.stringify(await listed(null))).not.toContain("sk-");
});

test("an editor tries and lists models with what may be sent there, and reaches nothing inside", async () => {
  await using provider = await startProvider();
  await using inside = await startProvider();
  await using console = await startConsole({
    environment: { MACHINE_KEY: "of the machine", OTHER_KEY: "of another agent" },
  });
  const owner = await console.token("owner");
  const tool = (name: string, url: string) => ({
    name: "find",
    description: "Finds",
    inputSchema: { type: "object", properties: {} },
    http: { url, headers: { A: `\${${name}}` } },
  });
  const apply = (id: string, fields: object) =>
    console.storage.agents.put({
      id,
      definition: agentFileSchema.parse({ id, name: id, ...fields }),
      baseDirectory: "/srv",
      at: 1,
    });
  const own = { provider: "openai", name: "small", baseUrl: provider.baseUrl };
  await apply("shop", { model: { ...own, apiKeyEnv: "MACHINE_KEY" } });
  await apply("other", {
    model: { ...own, baseUrl: inside.baseUrl },
    tools: [tool("OTHER_KEY", "https://other.example/")],
  });
  for (const [name, agents] of [
    ["SHOP_KEY", ["shop"]],
    ["THEIR_KEY", ["other"]],
  ] as const)
    await console.ask("PUT", `${secrets}/${name}`, {
      token: owner,
      body: { value, origins: [provider.origin], agents },
    });
  const tryWith = async (model: object) => {
    const token = await console.token("editor", ["shop"]);
    return (await console.ask("POST", "/console/api/models/try", { token, body: { model } })).body;
  };
  expect(await tryWith({ ...own, apiKeyEnv: "SHOP_KEY" })).toMatchObject({
    ok: true,
    text: "OK, Äpfel.",
    outputTokens: 2,
  });
  expect(await tryWith({ ...own, apiKeyEnv: "MACHINE_KEY" })).toMatchObject({ ok: true });
  expect(provider.takeKeys()).toEqual([`Bearer ${value}`, "Bearer of the machine"]);
  const refusals = new Set<string>();
  for (const name of ["OTHER_KEY", "THEIR_KEY", "NO_SUCH_KEY", "SERVICECHAT_SECRET"]) {
    const tried = await tryWith({ ...own, apiKeyEnv: name });
    expect(tried).toMatchObject({ ok: false, failure: "model_refused" });
    refusals.add(tried.sentence.replaceAll(name, "NAME"));
  }
  expect(refusals.size).toBe(1);
  // The address is another agent's, or only begins as a known one.
  for (const baseUrl of [
    inside.baseUrl,
    `${provider.origin}/admin`,
    provider.baseUrl.replace("127.0.0.1", "localhost"),
  ])
    expect(await tryWith({ ...own, baseUrl })).toMatchObject({ ok: false, failure: "model_unavailable" });
  expect([...provider.takeKeys(), ...inside.takeKeys()]).toEqual([]);

  const list = (token: string, body: object) =>
    console.ask("POST", "/console/api/models/list", { token, body });
  const asked = { provider: "openai", baseUrl: provider.baseUrl };
  const editor = await console.token("editor", ["shop"]);
  expect((await list(editor, { ...asked, apiKeyEnv: "SHOP_KEY" })).body).toEqual({
    items: [{ name: "small" }, { name: "large" }],
  });
  expect((await list(editor, { provider: "extractive" })).body).toEqual({ items: [] });
  expect((await list(editor, { ...asked, baseUrl: inside.baseUrl })).body.code).toBe("model_unreachable");
  expect((await list(editor, { ...asked, apiKeyEnv: "THEIR_KEY" })).body.code).toBe("model_unreachable");
  provider.fail(404);
  expect((await list(editor, asked)).body).toEqual({ items: [] });
  provider.fail(401);
  const refused = await list(editor, asked);
  expect(refused).toMatchObject({ status: 502, body: { code: "model_unreachable" } });
  expect(refused.text).not.toContain("own words");
  provider.takeKeys();
  const said = async (token: string) =>
    (await console.ask("POST", "/console/api/models/try", { token, body: { model: own } })).body.sentence;
  expect(await said(editor)).not.toContain("own words");
  expect(await said(owner)).toContain("own words");
  for (let rest = 0; rest < 3; rest++) await list(editor, { provider: "extractive" });
  expect(await list(editor, { provider: "extractive" })).toMatchObject({
    status: 429,
    body: { code: "rate_limited" },
  });
});

test("a file from the console sends a stored secret only to its origins, also in a preview and its tests", async () => {
  await using console = await startConsole({
    environment: { SET: "of the machine" },
    isPublic: async () => true,
  });
  const token = await console.token("owner");
  const editor = await console.token("editor", ["acme-support"]);
  for (const name of ["CRM_KEY", "SET"])
    await console.ask("PUT", `${secrets}/${name}`, {
      token,
      body: { value, origins: ["https://crm.example"] },
    });
  const check = async (name: string, url: string) => {
    const tools = [
      {
        name: "find",
        title: "F",
        description: "F",
        inputSchema: { type: "object" },
        http: { url, headers: { A: `\${${name}}` } },
      },
    ];
    const model = { provider: "openai", name: "x", baseUrl: "https://llm.example/v1" };
    const file = JSON.stringify({ id: "acme-support", name: "Acme", model, tools });
    const ask = (path: string) =>
      console.ask("POST", `/console/api/agents/${path}`, { token: editor, body: { file } });
    const preview = await ask("acme-support/preview");
    const { body } = await ask("check");
    expect(preview.status === 201).toBe(body.valid);
    return body;
  };
  expect(await check("CRM_KEY", "https://crm.example/find")).toMatchObject({ valid: true, warnings: [] });
  const faults = new Set<string>();
  for (const [name, url] of [
    ["CRM_KEY", "https://evil.example/"],
    // Of the environment, whose value would be sent: the stored one's origins do not count.
    ["SET", "https://crm.example/"],
    ["NO_SUCH_KEY", "https://crm.example/"],
  ] as const) {
    const { valid, faults: found } = await check(name, url);
    expect(valid).toBe(false);
    faults.add(JSON.stringify(found).replaceAll(name, "NAME").replaceAll("evil", "crm"));
  }
  expect(faults.size).toBe(1);
});
