import { join } from "node:path";
import { openSqlite } from "@servicechat/storage/sqlite";
import { expect, test } from "vitest";
import { visitDemo } from "../support/demo-agents.ts";
import { runCommand } from "../support/run-command.ts";
import { spawnService, type SpawnedService } from "../support/spawn-service.ts";

const publicUrl = "https://chat.example.com";
const modelKeys = { OPENAI_API_KEY: "sk-not-a-real-key", ANTHROPIC_API_KEY: "sk-not-a-real-key" };

/** A service without any previous configuration, with these settings. */
async function firstStart(settings: Record<string, string>): Promise<SpawnedService> {
  const service = await spawnService({ model: { provider: "extractive" }, settings, demo: true });
  await service.start();
  return service;
}

async function agentsOf(dataDirectory: string) {
  const storage = await openSqlite({ file: join(dataDirectory, "data/servicechat.db") });
  const agents = await storage.agents.list();
  await storage.close();
  return agents.filter(({ id }) => id.startsWith("demo")).map(({ definition }) => definition);
}

const statusOf = async ({ baseUrl }: SpawnedService, path: string) => (await fetch(baseUrl + path)).status;

test("a service at a public address creates no demo, serves none, and has no back end of one", async () => {
  await using service = await firstStart({ SERVICECHAT_PUBLIC_URL: publicUrl, ...modelKeys });

  expect(await agentsOf(service.dataDirectory)).toEqual([]);
  for (const path of ["/demo", "/demo/shop", "/demo/docs/README.md", "/demo/shop/orders/1042?postcode=4310"])
    expect([path, await statusOf(service, path)]).toEqual([path, 404]);
});

test("a demo that the operator enables at a public address uses no model and has its limits, and both the start and the doctor warn of it", async () => {
  await using service = await firstStart({
    SERVICECHAT_PUBLIC_URL: publicUrl,
    SERVICECHAT_DEMO: "on",
    ...modelKeys,
  });

  expect(await statusOf(service, "/demo")).toBe(200);
  const agents = await agentsOf(service.dataDirectory);
  expect(agents.map(({ id }) => id)).toEqual(["demo", "demo-shop"]);
  for (const { model, limits } of agents) {
    expect(model).toMatchObject({ provider: "extractive" });
    expect(limits).toMatchObject({ dailyOutputTokens: 500_000, addressMessagesPerHour: 200 });
  }
  const { stdout } = await service.command("doctor", "--offline", "--json");
  const { findings } = JSON.parse(stdout) as {
    findings: { check: string; status: string; detail: string }[];
  };
  expect(findings.filter(({ check }) => check === "demo")).toMatchObject([
    { status: "warning", detail: `the demo agent demo answers anyone who can reach ${publicUrl}` },
    { status: "warning", detail: `the demo agent demo-shop answers anyone who can reach ${publicUrl}` },
  ]);
  const { log } = await service.end("SIGTERM");
  expect(log).toContain("the demo agent demo answers anyone");
});

test("a demo with a model from an earlier start loses it at a public address, with a warning", async () => {
  await using home = await firstStart(modelKeys);
  await home.end("SIGTERM");
  expect((await agentsOf(home.dataDirectory)).map(({ model }) => model.provider)).toEqual([
    "anthropic",
    "anthropic",
  ]);
  await using service = await spawnService({
    model: { provider: "extractive" },
    key: home.key,
    demo: true,
    settings: {
      SERVICECHAT_DATA_DIR: join(home.dataDirectory, "data"),
      SERVICECHAT_PUBLIC_URL: publicUrl,
      ...modelKeys,
    },
  });
  await service.start();

  expect((await agentsOf(home.dataDirectory)).map(({ model }) => model.provider)).toEqual([
    "extractive",
    "extractive",
  ]);
  expect(await statusOf(service, "/demo")).toBe(404);
  expect((await service.end("SIGTERM")).log).toContain("the demo agent demo-shop answers anyone");
});

test("a demo that other machines can reach uses no model, although its address is a loopback one", async () => {
  await using service = await firstStart({ HOST: "0.0.0.0", ...modelKeys });
  expect((await agentsOf(service.dataDirectory)).map(({ model }) => model.provider)).toEqual([
    "extractive",
    "extractive",
  ]);
});

test("off disables the demo at a loopback address too, and a misspelt value is refused", async () => {
  await using service = await firstStart({ SERVICECHAT_DEMO: "off" });
  expect(await agentsOf(service.dataDirectory)).toEqual([]);
  expect(await statusOf(service, "/demo")).toBe(404);

  const { code, err } = await runCommand(service.dataDirectory, { SERVICECHAT_DEMO: "yes" }, [
    "agent",
    "list",
  ]);
  expect(code).not.toBe(0);
  expect(err).toContain("SERVICECHAT_DEMO must be on or off.");
});

test("an address that only begins like a loopback one is public", async () => {
  await using service = await firstStart({ SERVICECHAT_PUBLIC_URL: "https://127.example.com" });
  expect(await statusOf(service, "/demo")).toBe(404);
});

test("the guide reads documents that are listed by name, nothing else that lies beside them", async () => {
  await using service = await firstStart({});
  const [guide] = await agentsOf(service.dataDirectory);
  const patterns = guide?.knowledge?.sources.map((source) => ("files" in source ? source.files : ""));
  expect(patterns).toEqual(["./README.md", expect.stringMatching(/^\.\/docs\/\{[a-z,.-]+\}$/)]);
});

test("every page of the demo has a policy that allows the launcher and nothing inline", async () => {
  await using service = await firstStart({});
  const { key } = await visitDemo(service, "/demo");
  expect(key).toMatch(/^ak_/);
  for (const path of ["/demo", "/demo/shop", "/demo/docs/docs/wire.md", "/demo/shop/help/visit.md"]) {
    const policy = (await fetch(service.baseUrl + path)).headers.get("content-security-policy");
    expect(policy).toMatch(/^default-src 'none'; script-src 'self' http:\/\/localhost:\d+; /);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain("unsafe");
  }
});
