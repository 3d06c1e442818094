import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  agentSchema,
  appliedAgentSchema,
  checkedAgentSchema,
  restoredAgentSchema,
} from "@servicechat/contract/admin-schemas";
import { agentFileSchema } from "@servicechat/contract/agent-file";
import { expect, test } from "vitest";
import { onOneNode } from "../support/on-one-node.ts";
import { startConsole } from "../support/start-console.ts";

const agents = "/console/api/agents";
const plain = (id: string, more = "") =>
  `id: ${id}\nname: Shop # of ours\nmodel: {provider: extractive}\n${more}`;

onOneNode("an agent file", (nodes) => {
  test("is checked, applied only by those who have seen its latest version, versioned and restored", async () => {
    await using console = await startConsole({ nodes });
    const { cookie } = await console.signIn("editor");
    const put = (file: string, headers: Record<string, string>) =>
      console.ask("PUT", `${agents}/shop`, { cookie, headers, body: { file, note: "why" } });

    const checked = await console.ask("POST", `${agents}/check`, { cookie, body: { file: plain("shop") } });
    expect(checkedAgentSchema.parse(checked.body)).toMatchObject({
      valid: true,
      id: "shop",
      result: "created",
    });
    expect((await console.ask("GET", `${agents}/shop`, { cookie })).status).toBe(404);

    expect((await put(plain("shop"), {})).body.code).toBe("precondition_required");
    expect((await put(plain("shop"), { "if-match": "*" })).status).toBe(412);
    const made = await put(plain("shop"), { "if-none-match": "*" });
    expect(made.status).toBe(201);
    expect(appliedAgentSchema.parse(made.body)).toMatchObject({
      result: "created",
      version: 1,
      note: "why",
      author: { kind: "operator" },
      file: plain("shop"),
    });
    expect((await put(plain("shop"), { "if-none-match": "*" })).body.code).toBe("agent_exists");

    const seen = { "if-match": made.headers["etag"] ?? "" };
    const changed = await put(plain("shop", "welcomeMessage: Hello!\n"), seen);
    expect(changed.body).toMatchObject({ result: "updated", changed: ["welcomeMessage"], version: 2 });
    expect((await put(plain("shop"), seen)).body.code).toBe("precondition_failed");

    const listed = await console.ask("GET", `${agents}/shop/versions`, { cookie });
    expect(listed.body.items).toMatchObject([
      { version: 2, current: true, chats: 0, outcomes: { assumed: 0 } },
      { version: 1, current: false },
    ]);
    const first = await console.ask("GET", `${agents}/shop/versions/1`, { cookie });
    expect(first.body.file).toBe(plain("shop"));
    const restored = await console.ask("POST", `${agents}/shop/restore`, { cookie, body: { version: 1 } });
    expect(restored.body).toMatchObject({ version: 3, file: plain("shop"), changed: ["welcomeMessage"] });
    for (const version of ["9", "x", "0", "1e3"])
      expect((await console.ask("GET", `${agents}/shop/versions/${version}`, { cookie })).status).toBe(404);
  });
});

test("a file with faults changes nothing, and each fault has a line", async () => {
  await using console = await startConsole();
  const token = await console.token("editor");
  const file = "id: shop\nmodel: {provider: extractive}\nbranding: {primaryColor: red}\n";
  const put = await console.ask("PUT", `${agents}/shop`, {
    token,
    headers: { "if-none-match": "*" },
    body: { file },
  });
  expect(put).toMatchObject({
    status: 400,
    body: {
      code: "agent_file_faulty",
      faults: expect.arrayContaining([{ line: 3, message: expect.any(String) }]),
    },
  });
  const other = await console.ask("PUT", `${agents}/shop`, {
    token,
    headers: { "if-none-match": "*" },
    body: { file: plain("another") },
  });
  expect(other.body.faults).toEqual([{ line: null, message: "id: must be shop, but is another" }]);
  expect((await console.ask("GET", `${agents}/shop`, { token })).status).toBe(404);
});

test.each([
  ["a module", "model: {provider: ai-sdk, module: ./evil.mjs}", "model.module"],
  [
    "a variable",
    "model: {provider: openai, name: x, baseUrl: 'https://x.example', apiKeyEnv: SERVICECHAT_SECRET}",
    "model.apiKeyEnv",
  ],
  ["an internal model", "model: {provider: openai, name: x, baseUrl: 'http://10.0.0.1/v1'}", "model.baseUrl"],
  [
    "an internal fallback",
    "model: {provider: extractive}\nfallbackModels: [{provider: openai, name: x, baseUrl: 'http://127.0.0.1/v1'}]",
    "fallbackModels[0].baseUrl",
  ],
  [
    "a file elsewhere",
    "model: {provider: extractive}\nknowledge: [{files: /etc/passwd}]",
    "knowledge.sources[0].files",
  ],
  [
    "a file above",
    "model: {provider: extractive}\nknowledge: [{files: ../../secret}]",
    "knowledge.sources[0].files",
  ],
  [
    "a file by another spelling",
    "model: {provider: extractive}\nknowledge: [{files: './{.,x}{.,x}/secret'}]",
    "knowledge.sources[0].files",
  ],
  [
    "another agent's files",
    "model: {provider: extractive}\nknowledge: [{files: /srv/data/agents/shop2/a.md}]",
    "knowledge.sources[0].files",
  ],
  [
    "a variable in a header",
    "model: {provider: extractive}\ntools: [{name: a, description: b, inputSchema: {type: object, properties: {}}, http: {method: GET, url: 'https://x.example/', headers: {A: '${PATH}'}}}]",
    "tools[0].http.headers.A",
  ],
  [
    "a variable of identity",
    "model: {provider: extractive}\nidentity: {secretEnv: PATH}",
    "identity.secretEnv",
  ],
])("%s cannot be named from the console", async (_, fields, path) => {
  await using console = await startConsole();
  const token = await console.token("owner");
  const file = `id: shop\nname: Shop\n${fields}\n`;
  const checked = await console.ask("POST", `${agents}/check`, { token, body: { file } });
  expect(checked.body).toMatchObject({ valid: false, faults: [{ message: expect.any(String) }] });
  const [{ line, message }] = checked.body.faults;
  expect(line).toBeGreaterThan(2);
  expect(message.replaceAll('"', "")).toContain(path);
  expect(message).toContain("command line");
  const put = await console.ask("PUT", `${agents}/shop`, {
    token,
    headers: { "if-none-match": "*" },
    body: { file },
  });
  expect(put).toMatchObject({
    status: 400,
    body: { code: "agent_file_faulty", faults: checked.body.faults },
  });
});

test("a variable that the operator has listed, an address that is in use, and files in the agent's own folder, can be named", async () => {
  await using console = await startConsole({ consoleVariables: ["SHOP_*"] });
  const token = await console.token("editor");
  const check = async (fields: string) =>
    (
      await console.ask("POST", `${agents}/check`, {
        token,
        body: { file: `id: shop\nname: Shop\n${fields}\n` },
      })
    ).body;
  const model = (rest: string) => `model: {provider: openai, name: x, ${rest}}`;
  const identity = (name: string) => `model: {provider: extractive}\nidentity: {secretEnv: ${name}}`;
  expect(await check(identity("SHOP_IDENTITY"))).toMatchObject({ valid: true });
  expect(await check(identity("OTHER"))).toMatchObject({ valid: false });
  // A list opens no address.
  expect(await check(model("baseUrl: 'https://x.example', apiKeyEnv: SHOP_KEY"))).toMatchObject({
    valid: false,
  });
  // Its own model has a loopback address, which is in use.
  expect(await check(model(`baseUrl: '${console.model.baseUrl}'`))).toMatchObject({ valid: true });
  expect(await check("model: {provider: extractive}\nknowledge: [{files: './docs/*.md'}]")).toMatchObject({
    valid: true,
  });
});

test("a version that was applied on the command line can be restored in the console, with a note of what is gone", async () => {
  await using console = await startConsole();
  const token = await console.token("editor");
  const folder = await mkdtemp(join(tmpdir(), "servicechat-docs-"));
  await using _ = { [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
  await writeFile(join(folder, "returns.md"), "# Returns\n\nWithin 30 days.");
  const own = { id: "shop", name: "Shop", model: { provider: "ai-sdk", module: "./model.mjs" } };
  const fields = { ...own, identity: { secretEnv: "NOT_SET_HERE" }, knowledge: [{ files: "./*.md" }] };
  await console.storage.agents.put({
    id: "shop",
    definition: agentFileSchema.parse(fields),
    baseDirectory: folder,
    at: 1,
  });
  const file = plain("shop");
  const headers = { "if-match": "*" };
  expect((await console.ask("PUT", `${agents}/shop`, { token, headers, body: { file } })).status).toBe(200);
  const restore = async () => {
    const body = { version: 1 };
    const restored = await console.ask("POST", `${agents}/shop/restore`, { token, body });
    return restoredAgentSchema.parse(restored.body);
  };
  const variable =
    "the variable NOT_SET_HERE is not set here, and the service needs it to know who visitors are";
  expect(await restore()).toMatchObject({ result: "updated", notes: [variable] });
  expect((await console.storage.agents.find("shop"))?.baseDirectory).toBe(folder);

  await rm(folder, { recursive: true });
  const isGone = `knowledge: ./*.md in ${folder} is not there any more`;
  expect((await restore()).notes).toEqual([variable, isGone]);
});

test("what a live agent uses from its own folder stays, and cannot be moved elsewhere", async () => {
  await using console = await startConsole();
  const token = await console.token("editor");
  const fields = {
    name: "Shop",
    model: { provider: "ai-sdk", module: "./model.mjs" },
    knowledge: [{ files: "./docs/*.md" }],
    tools: [
      {
        name: "find",
        description: "Finds",
        inputSchema: { type: "object", properties: {} },
        http: {
          method: "GET",
          url: "https://api.example/",
          headers: { Authorization: "Bearer ${SHOP_TOKEN}", Plain: "typed-in-secret" },
        },
      },
    ],
  };
  const apply = (id: string, baseDirectory: string) =>
    console.storage.agents.put({
      id,
      definition: agentFileSchema.parse({ id, ...fields }),
      baseDirectory,
      at: 1,
    });
  await apply("shop", "/srv/ann/shop");
  const live = agentSchema.parse((await console.ask("GET", `${agents}/shop`, { token })).body);
  const put = (change: (text: string) => string) =>
    console.ask("PUT", `${agents}/shop`, {
      token,
      headers: { "if-match": "*" },
      body: { file: change(live.file) },
    });
  expect((await put((text) => text.replace("name: Shop", "name: Our shop"))).body).toMatchObject({
    result: "updated",
    changed: ["name"],
  });
  expect((await put((text) => text.replace("./docs/", "./private/"))).status).toBe(400);
  expect((await put((text) => text.replace("./model.mjs", "./other.mjs"))).status).toBe(400);

  const viewer = await console.token("viewer");
  const seen = await console.ask("GET", `${agents}/shop`, { token: viewer });
  expect(seen.text).not.toContain("typed-in-secret");
  expect(seen.text).toContain("Bearer ${SHOP_TOKEN}");
  expect(
    (await console.ask("POST", `${agents}/check`, { token: viewer, body: { file: plain("shop") } })).body
      .code,
  ).toBe("role_needed");
});

test("with listed variables, one that a live tool uses cannot be sent to another address", async () => {
  await using console = await startConsole({ consoleVariables: ["NOTHING"] });
  const token = await console.token("editor");
  const fields = (url: string) => ({
    name: "Shop",
    model: { provider: "extractive" },
    tools: [
      {
        name: "find",
        description: "Finds",
        inputSchema: { type: "object", properties: {} },
        http: { method: "GET", url, headers: { A: "${SHOP_TOKEN}" } },
      },
    ],
  });
  const definition = agentFileSchema.parse({ id: "shop", ...fields("https://api.example/") });
  await console.storage.agents.put({ id: "shop", definition, baseDirectory: "/srv", at: 1 });
  const check = async (url: string) =>
    (
      await console.ask("POST", `${agents}/check`, {
        token,
        body: { file: JSON.stringify({ id: "shop", ...fields(url) }) },
      })
    ).body;
  expect(await check("https://api.example/")).toMatchObject({ valid: true, result: "unchanged" });
  expect(await check("https://evil.example/")).toMatchObject({ valid: false });
});
