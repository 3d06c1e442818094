import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseAgentFile } from "@servicechat/contract/agent-file";
import { createMemoryCoordination } from "@servicechat/coordination/memory";
import type { Knowledge } from "@servicechat/knowledge";
import type { Log, RunningServer } from "@servicechat/server";
import type { Storage } from "@servicechat/storage";
import { openSqlite } from "@servicechat/storage/sqlite";
import { createKey } from "./create-key.ts";
import type { KeyOptions } from "./create-key.ts";
import { createMeetingPlace } from "./meeting-place.ts";
import type { MeetingOptions } from "./meeting-place.ts";
import { startModelServer } from "./model-server.ts";
import type { ModelScript, ModelServer } from "./model-server.ts";
import { prepareSqlite } from "./prepared-sqlite.ts";
import { shop } from "./shop.ts";
import { startNode } from "./start-node.ts";
import type { NodeOptions } from "./start-node.ts";

export { shop };

export interface StartOptions extends NodeOptions, MeetingOptions, KeyOptions {
  readonly script?: ModelScript;
  /** Merged over a plain agent. */
  readonly agent?: Record<string, unknown>;
  /** One on SQLite by default; several use PostgreSQL and Redis, and receive requests in turn. */
  readonly nodes?: number;
  /** An existing data directory; by default a new one that is removed at the end. For one node. */
  readonly dataDirectory?: string;
  /** Opens the storage in another way than from the data directory's file. For one node. */
  readonly openStorage?: (file: string) => Promise<Storage>;
}

export interface TestService extends AsyncDisposable {
  /** The address for the next request: with several nodes, another one on each read. */
  readonly baseUrl: string;
  /** The same, for requests that a test writes itself. */
  readonly port: number;
  readonly key: string;
  readonly keyId: string;
  readonly model: ModelServer;
  /** The node's own storage; with several, another connection to it, like the operator's command. */
  readonly storage: Storage;
  /** The first node's. */
  readonly knowledge: Knowledge;
  /** Stops every node. The port is the first one's. */
  readonly server: RunningServer;
  readonly dataDirectory: string;
  /** Every logged line. A test fails if one of them is an unnamed error. */
  readonly logged: readonly { readonly level: string; readonly detail: object; readonly message: string }[];
  /** One request as the page at `shop` makes it. */
  fetch(
    path: string,
    init?: Omit<RequestInit, "headers"> & { readonly headers?: Record<string, string> },
  ): Promise<Response>;
  /** Creates another key for the same agent. */
  createKey(options?: KeyOptions): Promise<{ readonly key: string; readonly id: string }>;
}

/** The real service in this process: real sockets, a real database; only the model behind it is scripted. */
export async function startService(start: StartOptions = {}): Promise<TestService> {
  await using stack = new AsyncDisposableStack();
  const dataDirectory = start.dataDirectory ?? (await mkdtemp(join(tmpdir(), "servicechat-test-")));
  if (start.dataDirectory === undefined)
    stack.defer(() => rm(dataDirectory, { recursive: true, force: true }));
  const model = stack.use(await startModelServer(start.script));
  const clock = start.clock ?? { wallMs: () => Date.now(), monotonicMs: () => performance.now() };
  const logged: { level: string; detail: object; message: string }[] = [];
  const log = createTestLog(logged);
  const size = start.nodes ?? 1;
  const place = size > 1 ? stack.use(createMeetingPlace(clock, start)) : undefined;
  const openOwn = start.openStorage ?? ((file) => openSqlite({ file }));
  const file = join(dataDirectory, "servicechat.db");
  if (!place && start.dataDirectory === undefined) await prepareSqlite(file);
  const storage = place ? await place.openStorage() : stack.use(await openOwn(file));

  const definition = defineAgent(model, start.agent);
  await storage.agents.put({
    id: definition.id,
    definition,
    baseDirectory: dataDirectory,
    at: clock.wallMs(),
  });
  const startOne = async () =>
    startNode(
      {
        storage: place ? await place.openStorage() : storage,
        coordination: place ? await place.openCoordination() : stack.use(createMemoryCoordination({ clock })),
        clock,
        log,
      },
      start,
    );
  const first = await startOne();
  const others = await Promise.all(Array.from({ length: size - 1 }, startOne));
  const nodes = [first, ...others];
  let turn = 0;
  let stopped = false;

  async function stop(): Promise<void> {
    if (stopped) return;
    stopped = true;
    await Promise.all(nodes.map(({ server }) => server.stop()));
  }

  const { key, id: keyId } = await createKey(storage, definition.id, start);
  const nextPort = () => (nodes[turn++ % size] ?? first).server.port;
  const nextUrl = () => `http://127.0.0.1:${nextPort()}`;
  const kept = stack.move();
  return {
    get baseUrl() {
      return nextUrl();
    },
    get port() {
      return nextPort();
    },
    key,
    keyId,
    model,
    storage,
    knowledge: first.knowledge,
    server: { port: first.server.port, stop },
    dataDirectory,
    logged,
    createKey: (options) => createKey(storage, definition.id, options),
    fetch: (path, { headers, ...init } = {}) =>
      fetch(nextUrl() + path, {
        ...init,
        headers: { Authorization: `Bearer ${key}`, Origin: shop, ...headers },
      }),
    async [Symbol.asyncDispose]() {
      await stop();
      await kept.disposeAsync();
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

/** A named fault in the agent's settings, which the operator must fix. */
function isForOperator(detail: object): boolean {
  return "code" in detail && (detail.code === "model_refused" || detail.code === "user_token_rejected");
}

function describeLines(lines: readonly { readonly detail: object; readonly message: string }[]): string {
  return lines
    .map(({ detail, message }) => `${message} ${String((detail as { err?: Error }).err?.stack)}`)
    .join("\n");
}
