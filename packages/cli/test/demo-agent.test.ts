import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqlite } from "@servicechat/storage/sqlite";
import type { Storage } from "@servicechat/storage";
import type { AgentDefinition } from "@servicechat/contract/agent-file";
import { expect, test } from "vitest";
import { publicKeyId } from "@servicechat/contract";
import { prepareDemo } from "../src/demo-agent.ts";
import type { Demo } from "../src/demo-agent.ts";
import { readSettings } from "../src/settings.ts";
import type { Environment } from "../src/settings.ts";

interface Place extends AsyncDisposable {
  readonly folder: string;
  readonly storage: Storage;
  /** What a start of the service does, with these variables. */
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

async function modelOf({ storage }: Place) {
  return (await storage.agents.find("demo"))?.definition.model;
}

test("the first start makes an agent that needs no model and knows this project's documents", async () => {
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
        { files: "./docs/!(gallery).md", linkBase: "http://localhost:8080/demo/docs/docs/" },
      ],
    },
  });
  expect(demo?.documents.get("README.md")).toContain("# ServiceChat");
  expect([...(demo?.documents.keys() ?? [])]).toContain("docs/embedding.md");
  expect(agent?.definition.starters).toHaveLength(3);
  expect(agent?.definition.actions.map(({ kind }) => kind)).toEqual(["prompt", "link"]);
  expect(statSync(join(agent?.baseDirectory ?? "", "packages/cli")).isDirectory()).toBe(true);
});

test("the demo's key works at the service's own addresses only, and is kept where only its owner can read it", async () => {
  await using place = await newPlace();
  const demo = await place.start({ PORT: "9000", SERVICECHAT_PUBLIC_URL: "https://chat.example.com" });
  const file = join(place.folder, "demo-key");
  expect(readFileSync(file, "utf8")).toBe(`${demo?.key}\n`);
  expect(statSync(file).mode & 0o777).toBe(0o600);

  const keys = await place.storage.keys.list();
  expect(keys).toHaveLength(1);
  expect(keys[0]).toMatchObject({
    id: publicKeyId(demo?.key ?? ""),
    agentId: "demo",
    allowed: ["https://chat.example.com", "http://localhost:9000", "http://127.0.0.1:9000"],
    rateLimit: 60,
    serverSide: false,
  });
  const secret = demo?.key.slice(-43) ?? "";
  expect(secret).toHaveLength(43);
  expect(readFileSync(join(place.folder, "servicechat.db")).includes(secret)).toBe(false);
});

test("a second start keeps agent and key, and another address is added to the key", async () => {
  await using place = await newPlace();
  const first = await place.start();
  const second = await place.start();
  expect(second).toEqual(first);
  const moved = await place.start({ PORT: "9000" });
  expect(moved?.key).toBe(first?.key);
  const [key] = await place.storage.keys.list();
  expect(key?.allowed).toEqual([
    "http://localhost:8080",
    "http://127.0.0.1:8080",
    "http://localhost:9000",
    "http://127.0.0.1:9000",
  ]);
});

test("a model's key that appears gives the demo a model, and one that goes takes it away", async () => {
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

test("a demo agent made by a version that knew fewer fields is brought up to date all the same", async () => {
  await using place = await newPlace();
  await place.start();
  const { notes, agents } = place.storage;
  const made = JSON.parse((await notes.take("demo-agent")) ?? "") as { definition: AgentDefinition };
  const { followUps: _later, ...definition } = made.definition;
  await notes.save("demo-agent", JSON.stringify({ ...made, definition }));
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
  await revoked.storage.keys.revoke(publicKeyId(demo?.key ?? "") ?? "", 2_000);
  expect(await revoked.start()).toBeUndefined();

  await using deleted = await newPlace();
  await deleted.start();
  await deleted.storage.agents.delete("demo");
  expect(await deleted.start()).toBeUndefined();
  expect(await deleted.storage.agents.list()).toEqual([]);
});

test("a damaged key file gives a new key", async () => {
  await using place = await newPlace();
  const first = await place.start();
  writeFileSync(join(place.folder, "demo-key"), "");
  const second = await place.start();
  expect(second?.key).toMatch(/^ak_/);
  expect(second?.key).not.toBe(first?.key);
  expect(await place.start()).toEqual(second);
});
