import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqlite } from "@servicechat/storage/sqlite";
import type { Storage } from "@servicechat/storage";
import type { AgentDefinition } from "@servicechat/contract/agent-file";
import { expect, test } from "vitest";
import { publicKeyId } from "@servicechat/contract";
import { prepareDemo } from "../src/demo/demo-agent.ts";
import type { Demo } from "../src/demo/demo-agent.ts";
import { readSettings } from "../src/settings/settings.ts";
import type { Environment } from "../src/settings/settings.ts";

interface Place extends AsyncDisposable {
  readonly folder: string;
  readonly storage: Storage;
  /** Prepares the demo as a start of the service would, with these variables. */
  start(environment?: Environment): Promise<Demo | undefined>;
}

async function newPlace(): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), "servicechat-demo-"));
  const storage = await openSqlite({ file: join(folder, "servicechat.db") });
  return {
    folder,
    storage,
    start: (environment = {}) => {
      const settings = readSettings({ SERVICECHAT_DATA_DIR: folder, ...environment });
      return prepareDemo({ storage, settings, clock: { wallMs: () => 1_000 } });
    },
    async [Symbol.asyncDispose]() {
      await storage.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Its secret is new at each start. */
const lasting = (demo: Demo | undefined) => ({ ...demo, shop: { ...demo?.shop, secret: "" } });

async function modelOf({ storage }: Place) {
  return (await storage.agents.find("demo"))?.definition.model;
}

test("the first start creates an agent that needs no model and knows this project's documents", async () => {
  await using place = await newPlace();
  const demo = await place.start();
  const agent = await place.storage.agents.find("demo");

  expect(demo?.answers).toContain("word for word");
  expect(agent?.definition).toMatchObject({
    model: { provider: "extractive" },
    tools: ["search_knowledge", "AskUserQuestion"],
    knowledge: {
      sources: [
        { files: "./README.md", linkBase: "http://localhost:8080/demo/docs/" },
        {
          files: expect.stringMatching(/^\.\/docs\/\{agent-file\.md,/),
          linkBase: "http://localhost:8080/demo/docs/docs/",
        },
      ],
    },
  });
  // A stranger who finds the demo on the internet can neither run up a bill nor use up what others may ask.
  expect(agent?.definition.limits).toMatchObject({ dailyOutputTokens: 500_000, addressMessagesPerHour: 200 });
  expect(demo?.guide.documents.get("README.md")).toContain("# ServiceChat");
  expect([...(demo?.guide.documents.keys() ?? [])]).toContain("docs/embedding.md");
  expect(agent?.definition.starters).toHaveLength(3);
  expect(agent?.definition.actions.map(({ kind }) => kind)).toEqual(["prompt", "link"]);
  expect(statSync(join(agent?.baseDirectory ?? "", "packages/cli")).isDirectory()).toBe(true);
});

test("the demo's key works only at the service's own addresses, and only its owner can read its file", async () => {
  await using place = await newPlace();
  const demo = await place.start({
    PORT: "9000",
    SERVICECHAT_PUBLIC_URL: "https://chat.example.com",
    SERVICECHAT_DEMO: "on",
  });
  const file = join(place.folder, "demo-key");
  expect(readFileSync(file, "utf8")).toBe(`${demo?.guide.key}\n`);
  expect(statSync(file).mode & 0o777).toBe(0o600);

  const keys = (await place.storage.keys.list()).toSorted((a, b) => (a.agentId < b.agentId ? -1 : 1));
  expect(keys.map(({ agentId, name }) => [agentId, name])).toEqual([
    ["demo", "Demo page"],
    ["demo-shop", "Demo page, coffee shop"],
  ]);
  expect(keys[1]?.allowed).toEqual(keys[0]?.allowed);
  expect(keys[0]).toMatchObject({
    id: publicKeyId(demo?.guide.key ?? ""),
    agentId: "demo",
    allowed: ["https://chat.example.com", "http://localhost:9000", "http://127.0.0.1:9000"],
    rateLimit: 60,
    serverSide: false,
  });
  const secret = demo?.guide.key.slice(-43) ?? "";
  expect(secret).toHaveLength(43);
  expect(readFileSync(join(place.folder, "servicechat.db")).includes(secret)).toBe(false);
});

test("a second start keeps agent and key, and a changed address is added to the key", async () => {
  await using place = await newPlace();
  const first = await place.start();
  const second = await place.start();
  expect(lasting(second)).toEqual(lasting(first));
  expect(second?.shop?.secret).not.toBe(first?.shop?.secret);
  const moved = await place.start({ PORT: "9000" });
  expect(moved?.guide.key).toBe(first?.guide.key);
  const [key] = await place.storage.keys.list();
  expect(key?.allowed).toEqual([
    "http://localhost:8080",
    "http://127.0.0.1:8080",
    "http://localhost:9000",
    "http://127.0.0.1:9000",
  ]);
});

test("adding a model's key gives the demo a model, and removing it takes the model away", async () => {
  await using place = await newPlace();
  await place.start();
  const both = { ANTHROPIC_API_KEY: "canary-a", OPENAI_API_KEY: "canary-o" };
  expect((await place.start(both))?.answers).toContain("Anthropic");
  expect(await modelOf(place)).toMatchObject({ provider: "anthropic", apiKeyEnv: "ANTHROPIC_API_KEY" });
  await place.start({ OPENAI_API_KEY: "canary-o" });
  expect(await modelOf(place)).toMatchObject({ provider: "openai", apiKeyEnv: "OPENAI_API_KEY" });
  await place.start();
  expect(await modelOf(place)).toMatchObject({ provider: "extractive" });
});

test("a demo agent from a version that knew fewer fields is updated too", async () => {
  await using place = await newPlace();
  await place.start();
  const { keyValues, agents } = place.storage;
  const made = JSON.parse((await keyValues.take("demo-agent")) ?? "") as { definition: AgentDefinition };
  const { followUps: _later, ...definition } = made.definition;
  await keyValues.save("demo-agent", JSON.stringify({ ...made, definition }));
  const agent = await agents.find("demo");
  if (!agent) throw new Error("the demo agent is missing");
  await agents.put({ ...agent, definition: definition as AgentDefinition, at: 2_000 });

  await place.start({ OPENAI_API_KEY: "canary" });

  expect((await agents.find("demo"))?.definition).toMatchObject({
    model: { provider: "openai" },
    followUps: true,
  });
});

test("an agent that its operator changed is left alone", async () => {
  await using place = await newPlace();
  await place.start();
  const agent = await place.storage.agents.find("demo");
  if (!agent) throw new Error("the demo agent is missing");
  await place.storage.agents.put({ ...agent, definition: { ...agent.definition, name: "Mine" }, at: 2_000 });

  const demo = await place.start({ OPENAI_API_KEY: "canary" });
  expect(demo?.answers).toBe("as set by its operator");
  expect((await place.storage.agents.find("demo"))?.definition).toMatchObject({
    name: "Mine",
    model: { provider: "extractive" },
  });
});

test("a deleted demo agent and a revoked demo key do not come back", async () => {
  await using revoked = await newPlace();
  const demo = await revoked.start();
  await revoked.storage.keys.revoke(publicKeyId(demo?.guide.key ?? "") ?? "", 2_000);
  expect(await revoked.start()).toBeUndefined();

  await using deleted = await newPlace();
  await deleted.start();
  await deleted.storage.agents.delete("demo");
  expect(await deleted.start()).toBeUndefined();
  expect((await deleted.storage.agents.list()).map(({ id }) => id)).toEqual(["demo-shop"]);
});

test("the shop's agent needs no model either: forms reach its back end, and one of them asks for confirmation", async () => {
  await using place = await newPlace();
  const demo = await place.start({ PORT: "9000" });
  const agent = await place.storage.agents.find("demo-shop");

  const backEnd = "http://localhost:9000/demo/shop/";
  expect(agent?.definition).toMatchObject({
    name: "Larkfield Coffee",
    model: { provider: "extractive" },
    tools: ["search_knowledge", "AskUserQuestion"],
    actions: [
      { id: "track-order", kind: "form", confirm: false, http: { method: "GET" } },
      {
        id: "change-delivery-day",
        kind: "form",
        confirm: true,
        http: { url: `${backEnd}deliveries/{number}` },
      },
    ],
    knowledge: {
      sources: [{ files: expect.stringMatching(/^\.\/\{about\.md,/), linkBase: `${backEnd}help/` }],
    },
    limits: { dailyOutputTokens: 500_000, addressMessagesPerHour: 200 },
  });
  expect([...(demo?.shop?.documents.keys() ?? [])]).toContain("delivery.md");
  expect(demo?.shop?.key).not.toBe(demo?.guide.key);
});

test("with a model the shop's agent has the same requests as tools", async () => {
  await using place = await newPlace();
  await place.start({ OPENAI_API_KEY: "canary" });
  const agent = await place.storage.agents.find("demo-shop");
  const [, , order, change] = agent?.definition.tools ?? [];
  const [track, move] = agent?.definition.actions ?? [];
  expect(order).toMatchObject({ name: "order_status", http: track?.kind === "form" ? track.http : {} });
  expect(change).toMatchObject({ name: "change_delivery_day", http: move?.kind === "form" ? move.http : {} });
});

test("a shop that was deleted, or whose key was revoked, does not come back, and the guide remains", async () => {
  await using revoked = await newPlace();
  const demo = await revoked.start();
  await revoked.storage.keys.revoke(publicKeyId(demo?.shop?.key ?? "") ?? "", 2_000);
  expect(await revoked.start()).toMatchObject({ guide: { key: demo?.guide.key }, shop: undefined });

  await using deleted = await newPlace();
  await deleted.start();
  await deleted.storage.agents.delete("demo-shop");
  expect(await deleted.start()).toMatchObject({ guide: { agentId: "demo" }, shop: undefined });
  expect((await deleted.storage.agents.list()).map(({ id }) => id)).toEqual(["demo"]);
});

test("if the demo of a version without the shop was deleted, no shop is created either", async () => {
  await using place = await newPlace();
  await place.storage.keyValues.save("demo-agent", "{}");
  expect(await place.start()).toBeUndefined();
  expect(await place.storage.agents.list()).toEqual([]);
});

test("a damaged key file is replaced by a new key", async () => {
  await using place = await newPlace();
  const first = await place.start();
  writeFileSync(join(place.folder, "demo-key"), "");
  const second = await place.start();
  expect(second?.guide.key).toMatch(/^ak_/);
  expect(second?.guide.key).not.toBe(first?.guide.key);
  expect(second?.shop?.key).toBe(first?.shop?.key);
  expect(lasting(await place.start())).toEqual(lasting(second));
});
