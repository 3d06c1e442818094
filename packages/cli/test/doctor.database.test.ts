import { chmodSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { selfSignedCertificate } from "../../../test/support/self-signed-certificate.ts";
import { startModelServer, words } from "../../../test/support/model-server.ts";
import { spawnService } from "../../../test/support/spawn-service.ts";
import type { SpawnedService } from "../../../test/support/spawn-service.ts";
import { shop } from "../../../test/support/start-service.ts";
import { startTlsFront } from "../../../test/support/tls-front.ts";
import { startAlteringProxy } from "./altering-proxy.ts";
import type { Alteration } from "./altering-proxy.ts";
import { examine, nowhere } from "./examine.ts";
import type { Examined } from "./examine.ts";
import { newOperator, smallAgent } from "./run-program.ts";

/** Writes for a second, word by word. */
const slowWords = () =>
  words("one two three four five six seven eight").flatMap((word) => [word, { wait: 120 }]);

/** Examines a running service through an address of the test's choosing. */
async function examineThrough(
  service: SpawnedService,
  publicUrl: string,
  environment: Record<string, string> = {},
): Promise<Examined> {
  await using operator = await newOperator();
  const data = join(service.dataDirectory, "data");
  const settings = { SERVICECHAT_DATA_DIR: data, SERVICECHAT_PUBLIC_URL: publicUrl, ...environment };
  return await examine(operator, settings, "--key", service.key, "--origin", shop);
}

test("a stopped service is a warning, not a problem", async () => {
  await using operator = await newOperator();
  await operator.run("agent", "apply", await operator.write("shop.yaml", smallAgent));
  const { code, out } = await operator.runWith(nowhere, "doctor");
  expect(code).toBe(0);
  expect(out).toMatch(/^warning {2}public address: nothing answers at .*\n {9}-> start the service/m);
  expect(out).toMatch(/^ok {7}Redis: not used: this is the only node$/m);
  expect(out).toMatch(/^ok {7}mail: not used: SERVICECHAT_SMTP_URL is not set$/m);
});

test("invalid settings are a problem that names the variable, and nothing else is checked", async () => {
  await using operator = await newOperator();
  const { code, out } = await operator.runWith({ PORT: "wrong" }, "doctor", "--json");
  expect(code).toBe(1);
  expect(JSON.parse(out)).toMatchObject({
    findings: [
      { check: "settings", status: "problem", detail: "PORT must be a whole number from 1 to 65535." },
    ],
  });
});

test("a misspelt setting is a warning that names the closest one", async () => {
  await using operator = await newOperator();
  await operator.run("migrate");
  const { code, about } = await examine(operator, { SERVICECHAT_DATADIR: "/srv/chat" });
  expect(code).toBe(0);
  expect(about("settings")).toContain(
    "\nwarning: unknown setting SERVICECHAT_DATADIR. Did you mean SERVICECHAT_DATA_DIR?",
  );
});

test("a site without its scheme is a usage error that shows how to write one", async () => {
  await using operator = await newOperator();
  const { code, err } = await operator.run("doctor", "--key", "ak_x", "--origin", "shop.example");
  expect(code).toBe(2);
  expect(err).toContain("such as https://shop.example");
});

test("a site without its key is a usage error, since each key has its own list", async () => {
  await using operator = await newOperator();
  const { code, out, err } = await operator.run("doctor", "--origin", "https://shop.example");
  expect(code).toBe(2);
  expect(out).toBe("");
  expect(err).toContain("--origin needs --key");
});

test("the doctor says which agents and keys no page can use", async () => {
  await using operator = await newOperator();
  await operator.run("agent", "apply", await operator.write("shop.yaml", smallAgent));
  const made = await operator.json("key", "create", "--agent", "shop", "--allow", "a.example");
  const { id } = made as { id: string };
  await operator.run("key", "disallow", id, "a.example");
  await operator.run(
    "agent",
    "apply",
    await operator.write("b.yaml", smallAgent.replace("id: shop", "id: help")),
  );

  const { code, about } = await examine(operator, {});

  expect(code).toBe(0);
  expect(about("keys of shop")).toBe("ok: 1 live");
  expect(about(`key ${id}`)).toBe("warning: allows no site");
  expect(about("keys of help")).toContain("warning: none");
  expect(about("agent shop")).toBe("ok: answers without a model");
});

test("an agent that trusts its site's identities needs a secret that is long enough", async () => {
  await using operator = await newOperator();
  const agent = `${smallAgent}identity: {secretEnv: SHOP_IDENTITY_SECRET}\n`;
  await operator.run("agent", "apply", await operator.write("shop.yaml", agent));
  const about = async (environment: Record<string, string>) =>
    (await examine(operator, environment, "--offline")).about("agent shop, identity");

  expect(await about({})).toMatch(
    /^problem: the variable SHOP_IDENTITY_SECRET is not set, or shorter than 32/,
  );
  expect(await about({ SHOP_IDENTITY_SECRET: "short" })).toMatch(/^problem: /);
  const long = "canary-".repeat(5);
  expect(await about({ SHOP_IDENTITY_SECRET: long })).toBe("ok: SHOP_IDENTITY_SECRET is set");
});

test("a data directory that others can read is a warning, and an unreadable database a problem", async () => {
  await using operator = await newOperator();
  await operator.run("migrate");
  expect((await examine(operator, {}, "--offline")).about("data directory")).toMatch(/^ok: /);
  chmodSync(join(operator.folder, "data"), 0o755);
  await operator.write("notes.txt", "this is no database, whatever its name may say of it. ".repeat(20));

  const { code, about } = await examine(
    operator,
    { SERVICECHAT_DATABASE_URL: "sqlite:notes.txt" },
    "--offline",
  );

  expect(code).toBe(1);
  expect(about("data directory")).toContain("warning: ");
  expect(about("free space")).toMatch(/^(?:ok|warning|problem): \d/);
  expect(about("database")).toMatch(/^problem: .*notes\.txt cannot be used: /);
});

test("offline, neither the public address nor a model is asked", async () => {
  await using model = await startModelServer();
  await using operator = await newOperator();
  const agent = `id: shop\nname: Shop\nmodel: {provider: openai, name: m, baseUrl: "${model.baseUrl}"}\n`;
  await operator.run("agent", "apply", await operator.write("shop.yaml", agent));

  const { about } = await examine(operator, {}, "--offline");

  expect(about("database")).toMatch(/^ok: .* is writable$/);
  for (const check of ["public address", "agent shop", "streaming", "clock"]) expect(about(check)).toBe("");
  expect(model.asked).toEqual([]);
});

describe("the round trip to a model", () => {
  const agentOn = (baseUrl: string, id = "shop") =>
    `id: ${id}\nname: Shop\nmodel: {provider: openai, name: tiny, baseUrl: "${baseUrl}", apiKeyEnv: SHOP_KEY}\n`;

  test("names the missing variable, and sends nothing", async () => {
    await using model = await startModelServer();
    await using operator = await newOperator();
    await operator.run("agent", "apply", await operator.write("shop.yaml", agentOn(model.baseUrl)));
    const { code, err, about } = await examine(operator, {});
    expect(code).toBe(1);
    expect(err).toBe("There is 1 problem.\n");
    expect(about("agent shop")).toMatch(/^problem: the variable SHOP_KEY, .* is not set$/);
    expect(model.asked).toEqual([]);
  });

  test("repeats the provider's refusal, but never the key", async () => {
    const refusal = {
      error: { message: "Incorrect API key provided: canary-key.", code: "invalid_api_key" },
    };
    await using model = await startModelServer(() => ({ status: 401, body: JSON.stringify(refusal) }));
    await using operator = await newOperator();
    await operator.run("agent", "apply", await operator.write("shop.yaml", agentOn(model.baseUrl)));
    const { code, about } = await examine(operator, { SHOP_KEY: "canary-key" });
    expect(code).toBe(1);
    expect(about("agent shop")).toMatch(
      /^problem: tiny at 127\.0\.0\.1:\d+ does not answer: .*Incorrect API key/,
    );
    expect(about("agent shop")).not.toContain("canary-key");
  });

  test("also asks the fallback models, each with its own key", async () => {
    await using model = await startModelServer();
    await using operator = await newOperator();
    await operator.write("model.mjs", "export default {};");
    const fallbacks = [
      `{provider: openai, name: local, baseUrl: "${model.baseUrl}"}`,
      `{provider: openai-responses, name: big, baseUrl: "${model.baseUrl}", apiKeyEnv: OTHER_KEY}`,
      "{provider: ai-sdk, module: ./model.mjs, apiKeyEnv: SHOP_KEY}",
      "{provider: extractive}",
    ];
    const file = `${agentOn(model.baseUrl)}fallbackModels: [${fallbacks.join(", ")}]\n`;
    await operator.run("agent", "apply", await operator.write("shop.yaml", file));
    const { code, about } = await examine(operator, { SHOP_KEY: "x" });
    expect(code).toBe(1);
    expect(about("agent shop")).toMatch(/^ok: tiny answers/);
    expect(about("agent shop, fallback 1")).toMatch(/^ok: local answers/);
    expect(about("agent shop, fallback 2")).toMatch(/^problem: the variable OTHER_KEY, .* is not set$/);
    expect(about("agent shop, fallback 3")).toMatch(
      /^problem: \.\/model\.mjs does not answer: .*no language model of the AI SDK/,
    );
    expect(about("agent shop, fallback 4")).toBe("ok: answers without a model");
    expect(model.asked).toHaveLength(2);
  });

  test("asks once for all agents with the same model, and is fine if it answers", async () => {
    await using model = await startModelServer();
    await using operator = await newOperator();
    for (const id of ["shop", "help"])
      await operator.run("agent", "apply", await operator.write("agent.yaml", agentOn(model.baseUrl, id)));
    const { code, about } = await examine(operator, { SHOP_KEY: "x" });
    expect(code).toBe(0);
    for (const id of ["shop", "help"]) expect(about(`agent ${id}`)).toMatch(/^ok: tiny answers \(\d+ ms\)$/);
    expect(model.asked).toHaveLength(1);
  });
});

describe("through the public address", () => {
  const started = new AsyncDisposableStack();
  let service: SpawnedService;

  beforeAll(async () => {
    const model = started.use(await startModelServer(slowWords));
    const definition = { provider: "openai", baseUrl: model.baseUrl, name: "m" };
    service = started.use(await spawnService({ model: definition, demo: true }));
    await service.start();
  });
  afterAll(() => started.disposeAsync());

  test("a service that is reached directly has no findings, and no chat remains", async () => {
    const { stdout } = await service.command("doctor");
    expect(stdout).not.toMatch(/^problem/m);
    expect(stdout).toMatch(/^ok {7}streaming: the first of \d+ pieces arrived after \d+ ms/m);
    for (const check of ["public address", "launcher", "security headers", "clock"])
      expect(stdout).toMatch(new RegExp(`^ok {7}${check}: `, "m"));
    expect(JSON.parse((await service.command("session", "list", "--json")).stdout)).toEqual([]);
  });

  const cases: readonly (readonly [string, Alteration, string, RegExp])[] = [
    ["collects answers", "buffer", "streaming", /^problem: .* was held back$/],
    ["compresses answers", "compress", "streaming", /^problem: the answer arrives compressed/],
    ["adds CORS headers", "add-cors", "streaming", /^problem: Access-Control-Allow-Origin is /],
    ["keeps pages out of frames", "forbid-frames", "security headers", /^problem: .*X-Frame-Options/],
    ["takes headers away", "drop-headers", "security headers", /^problem: .*lacks content-security-policy/],
    ["sends scripts as text", "wrong-type", "launcher", /^problem: .*text\/plain, which browsers will not/],
    ["does not reach the service", "bad-gateway", "public address", /^problem: .* answers 502$/],
    ["has another time", "other-time", "clock", /^problem: it differs by 36\d\d s from/],
    ["drops origins", "drop-origin", "streaming", /^problem: the header Origin does not arrive/],
    ["drops keys", "drop-key", "streaming", /^problem: the header Authorization does not arrive/],
    ["drops tokens", "drop-token", "streaming", /^problem: .*deleted: DELETE was answered with 404$/],
    ["hides tokens", "hide-token", "streaming", /^problem: X-Session-Token is missing/],
    ["forbids to erase", "forbid-delete", "streaming", /^problem: .*deleted: DELETE was answered with 403$/],
    ["forbids the launcher's part", "forbid-parts", "launcher", /^problem: \/launcher\/\S+\.js answers 403$/],
    ["caches the configuration", "cache", "caching", /^problem: .* served without a key/],
    ["forbids the chat's files", "forbid-assets", "chat", /^problem: \/chat\/assets\/\S+ answers 403/],
  ];

  test.each(cases)("a proxy that %s is a problem", async (_, alteration, check, expected) => {
    await using proxy = await startAlteringProxy(service.baseUrl, alteration);
    const { code, about } = await examineThrough(service, proxy.baseUrl);
    expect(about(check)).toMatch(expected);
    expect(code).toBe(1);
  });

  test("a certificate that browsers refuse is a problem, and one that expires soon a warning", async () => {
    const certificate = selfSignedCertificate(["localhost"]);
    const services = { localhost: Number(new URL(service.baseUrl).port) };
    await using front = await startTlsFront(certificate, { services, sites: {} });
    await using operator = await newOperator();
    const publicUrl = `https://localhost:${front.port}`;

    const refused = await examineThrough(service, publicUrl);
    expect(refused.about("TLS")).toMatch(/^problem: no trusted connection/);
    expect(refused.about("public address")).toMatch(/^problem: the answer from .* cannot be read: /);
    expect(refused.code).toBe(1);

    const file = await operator.write("certificate.pem", certificate.cert);
    const trusted = await examineThrough(service, publicUrl, { NODE_EXTRA_CA_CERTS: file });
    expect(trusted.about("TLS")).toMatch(/^warning: the certificate expires in [01] days$/);
    expect(trusted.about("HTTP/2")).toMatch(/^warning: is not offered/);
    expect(trusted.about("streaming")).toMatch(/^ok: /);
    // The demo is updated only by a start with that address.
    const shopTool = trusted.about("agent demo-shop, track-order");
    expect(shopTool).toMatch(/^warning: asks localhost:\d+, which was the public address when/);
    expect(trusted.code).toBe(0);
  });

  test("a deleted demo is not a problem: there is just no key to ask with", async () => {
    await service.command("agent", "delete", "demo");
    const { stdout } = await service.command("doctor");
    expect(stdout).not.toMatch(/^problem/m);
    expect(stdout).toMatch(/^warning {2}streaming: not checked: there is no demo key to ask with\n/m);
  });

  test("a site that is missing from the key's list is named", async () => {
    await using operator = await newOperator();
    const settings = {
      SERVICECHAT_DATA_DIR: join(service.dataDirectory, "data"),
      SERVICECHAT_PUBLIC_URL: service.baseUrl,
    };
    const given = ["--key", service.key, "--origin", "https://other.example"];
    const { code, about } = await examine(operator, settings, ...given);
    expect(about("streaming")).toBe("problem: the key may not be used from https://other.example");
    expect(code).toBe(1);
  });
});
