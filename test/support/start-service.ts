import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAgent } from "@servicechat/agent";
import type { AgentLimits } from "@servicechat/agent";
import { parseAgentFile } from "@servicechat/contract/agent-file";
import { createMemoryCoordination } from "@servicechat/coordination/memory";
import { createKnowledge } from "@servicechat/knowledge";
import type { Knowledge } from "@servicechat/knowledge";
import { startServer } from "@servicechat/server";
import { issueKey } from "@servicechat/server/issue-key";
import type { Asset, Assets, Log, RunningServer, ServerOptions } from "@servicechat/server";
import type { Storage } from "@servicechat/storage";
import { openSqlite } from "@servicechat/storage/sqlite";
import { startModelServer } from "./model-server.ts";
import type { ModelScript, ModelServer } from "./model-server.ts";

/** A page that may use the key of a started service, unless a test says otherwise. */
export const shop = "https://shop.example";

export interface StartOptions {
  readonly script?: ModelScript;
  /** Merged over a plain agent. */
  readonly agent?: Record<string, unknown>;
  readonly allowed?: readonly string[];
  readonly rateLimit?: number;
  readonly serverSide?: boolean;
  readonly options?: Partial<ServerOptions>;
  /** Where the agent's `apiKeyEnv` is looked up. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Other time limits of the agent than those in service. */
  readonly limits?: Partial<AgentLimits>;
  /** A data directory to go on with; without it, a new one that is removed at the end. */
  readonly dataDirectory?: string;
  /** The built browser parts; without them, every file is a placeholder. */
  readonly assets?: Assets;
  /** Opens the storage otherwise than from the data directory's file. */
  readonly openStorage?: (file: string) => Promise<Storage>;
}

export interface TestService extends AsyncDisposable {
  readonly baseUrl: string;
  readonly port: number;
  readonly key: string;
  readonly keyId: string;
  readonly model: ModelServer;
  readonly storage: Storage;
  readonly knowledge: Knowledge;
  readonly server: RunningServer;
  readonly dataDirectory: string;
  /** Every line that was logged. A test fails when one of them is an unnamed error. */
  readonly logged: readonly { readonly level: string; readonly detail: object; readonly message: string }[];
  /** One request as the page at `shop` makes it. */
  fetch(
    path: string,
    init?: Omit<RequestInit, "headers"> & { readonly headers?: Record<string, string> },
  ): Promise<Response>;
  /** Another key for the same agent. */
  createKey(
    options?: Pick<StartOptions, "allowed" | "rateLimit" | "serverSide">,
  ): Promise<{ key: string; id: string }>;
}

const placeholder: Asset = { contentType: "text/plain", body: Buffer.from("built file"), etag: '"test"' };
const noAssets = {
  launcher: placeholder,
  frame: { ...placeholder, contentType: "text/html" },
  chat: new Map(),
};

/** The real service in this process: real sockets, real SQLite; only the model behind it is scripted. */
export async function startService(start: StartOptions = {}): Promise<TestService> {
  const dataDirectory = start.dataDirectory ?? (await mkdtemp(join(tmpdir(), "servicechat-test-")));
  const model = await startModelServer(start.script);
  const openStorage = start.openStorage ?? ((file) => openSqlite({ file }));
  const storage = await openStorage(join(dataDirectory, "servicechat.db"));
  const clock = { wallMs: () => Date.now(), monotonicMs: () => performance.now() };
  const logged: { level: string; detail: object; message: string }[] = [];
  const log = createTestLog(logged);
  const coordination = createMemoryCoordination({ clock });
  const knowledge = createKnowledge({ knowledge: storage.knowledge, clock, randomUuid: randomUUID });
  const agent = createAgent({
    search: (agentId: string) => (query: string, limit: number) => knowledge.search(agentId, query, limit),
    environment: start.environment ?? {},
    clock,
    random: Math.random,
    log,
    ...(start.limits && { limits: start.limits }),
  });
  const definition = defineAgent(model, start.agent);
  await storage.agents.put({
    id: definition.id,
    definition,
    baseDirectory: dataDirectory,
    at: clock.wallMs(),
  });
  const server = await startServer(
    {
      storage,
      coordination,
      agent,
      clock,
      log,
      assets: start.assets ?? noAssets,
      options: {
        publicUrl: "https://chat.example",
        secret: "a secret that only the tests know",
        sessionIdleMs: 30 * 86_400_000,
        sessionAgeMs: 365 * 86_400_000,
        drainMs: 2_000,
        ...start.options,
      },
    },
    { host: "127.0.0.1", port: 0 },
  );

  async function createKey(options: Pick<StartOptions, "allowed" | "rateLimit" | "serverSide"> = {}) {
    const issued = issueKey({ randomBytes });
    await storage.keys.create({
      id: issued.id,
      agentId: definition.id,
      name: "test",
      secretHash: issued.secretHash,
      lastFour: issued.lastFour,
      allowed: options.allowed ?? [shop],
      rateLimit: options.rateLimit ?? 1_000,
      serverSide: options.serverSide ?? false,
      createdAt: clock.wallMs(),
      revokedAt: null,
    });
    return { key: issued.key, id: issued.id };
  }

  const { key, id: keyId } = await createKey(start);
  const baseUrl = `http://127.0.0.1:${server.port}`;
  let stopped = false;
  return {
    baseUrl,
    port: server.port,
    key,
    keyId,
    model,
    storage,
    knowledge,
    server: {
      port: server.port,
      stop: async () => {
        stopped = true;
        await server.stop();
      },
    },
    dataDirectory,
    logged,
    createKey,
    fetch: (path, { headers, ...init } = {}) =>
      fetch(baseUrl + path, {
        ...init,
        headers: { Authorization: `Bearer ${key}`, Origin: shop, ...headers },
      }),
    async [Symbol.asyncDispose]() {
      if (!stopped) await server.stop();
      await coordination.close();
      await storage.close();
      await model[Symbol.asyncDispose]();
      if (start.dataDirectory === undefined) await rm(dataDirectory, { recursive: true, force: true });
      const unnamed = logged.filter(({ level, detail }) => level === "error" && !isForOperator(detail));
      if (unnamed.length > 0)
        throw new Error(`The service logged an unnamed error: ${describeLines(unnamed)}`);
    },
  };
}

function defineAgent(model: ModelServer, changes: Record<string, unknown> = {}) {
  const parsed = parseAgentFile({
    id: "acme-support",
    name: "Acme Support",
    welcomeMessage: "Hi! How can we help?",
    instructions: "You answer questions about Acme.",
    model: { provider: "openai", baseUrl: model.baseUrl, name: "scripted" },
    ...changes,
  });
  if ("faults" in parsed) throw new Error(JSON.stringify(parsed.faults));
  return parsed.agent;
}

function createTestLog(lines: { level: string; detail: object; message: string }[]): Log {
  const at = (level: string) => (detail: object, message: string) =>
    void lines.push({ level, detail, message });
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

/** A fault of the agent's settings, which the operator must mend, has its name. */
function isForOperator(detail: object): boolean {
  return "code" in detail && detail.code === "model_refused";
}

function describeLines(lines: readonly { readonly detail: object; readonly message: string }[]): string {
  return lines
    .map(({ detail, message }) => `${message} ${String((detail as { err?: Error }).err?.stack)}`)
    .join("\n");
}
