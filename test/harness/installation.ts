import { randomBytes } from "node:crypto";
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { startOwnRedis } from "../../packages/coordination/test/own-redis.ts";
import type { OwnRedis } from "../../packages/coordination/test/own-redis.ts";
import { startModelServer } from "../support/model-server.ts";
import type { ModelScript } from "../support/model-server.ts";
import { startOwnPostgres } from "../servers/own-postgres.ts";
import type { OwnPostgres } from "../servers/own-postgres.ts";
import { shop } from "../support/shop.ts";
import { spawnService } from "../support/spawn-service.ts";
import type { SpawnedService } from "../support/spawn-service.ts";
import type { Trouble as Period } from "./check-history.ts";
import { startFaultProxy } from "./fault-proxy.ts";
import type { FaultProxy } from "./fault-proxy.ts";
import type { Trouble } from "./node-trouble.ts";
import { answeringAtAnyPace } from "./scripted-answers.ts";

/** The service promises 30 seconds; the rest is for a busy machine. */
const maxStopMs = 40_000;
const troublePreload = pathToFileURL(join(import.meta.dirname, "node-trouble.ts")).href;

/** One process of the service, behind an unreliable network. */
export interface InstalledNode extends Pick<SpawnedService, "fetch" | "dataDirectory"> {
  /** The port of the process itself. */
  readonly port: number;
  /** Between visitors and this node. `fetch` uses it. */
  readonly network: FaultProxy;
  kill(): Promise<void>;
  /** Stops it cleanly. @throws Error if it does not end as promised: in time, with exit code 0 */
  terminate(): Promise<void>;
  start(): Promise<void>;
  suffer(trouble: Trouble): Promise<void>;
}

/** A service with all its dependencies, each reached over an unreliable network. */
export interface Installation extends AsyncDisposable {
  readonly name: string;
  readonly nodes: readonly InstalledNode[];
  readonly modelNetwork: FaultProxy;
  /** What several nodes share; a single node has its database in its own folder. */
  readonly shared?: {
    readonly postgres: OwnPostgres;
    readonly postgresNetwork: FaultProxy;
    readonly redis: OwnRedis;
    readonly redisNetwork: FaultProxy;
  };
  /** Returns another node each time. */
  anyNode(): InstalledNode;
  /** From when each kill was about to be sent until the node's end was noticed, in order. */
  readonly kills: readonly Period[];
  /** Unnamed errors in the logs of processes that have ended. */
  readonly unnamedErrors: readonly string[];
}

/** What an installation has besides the common parts. */
export interface Furnishing {
  /** Additional fields of the agent file. */
  readonly agent?: Readonly<Record<string, unknown>>;
  /** Additional settings of each node. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly script?: ModelScript;
}

/** One process with its own folder. */
export async function startOneNode(furnishing: Furnishing = {}): Promise<Installation> {
  await using stack = new AsyncDisposableStack();
  return await build(stack, { ...furnishing, name: "one node on SQLite", size: 1 });
}

/** Two nodes with their own PostgreSQL and Redis. */
export async function startTwoNodes(furnishing: Furnishing = {}): Promise<Installation> {
  await using stack = new AsyncDisposableStack();
  const postgres = stack.use(await startOwnPostgres());
  const redis = stack.use(await startOwnRedis());
  const postgresNetwork = stack.use(await startFaultProxy({ port: Number(new URL(postgres.url).port) }));
  const redisNetwork = stack.use(await startFaultProxy({ port: Number(new URL(redis.url).port) }));
  const databaseUrl = new URL(postgres.url);
  databaseUrl.port = String(postgresNetwork.port);
  const settings = {
    ...furnishing.settings,
    SERVICECHAT_DATABASE_URL: databaseUrl.href,
    SERVICECHAT_REDIS_URL: `redis://127.0.0.1:${redisNetwork.port}`,
    SERVICECHAT_SECRET: randomBytes(32).toString("hex"),
  };
  const shared = { postgres, postgresNetwork, redis, redisNetwork };
  const name = "two nodes on PostgreSQL and Redis";
  return await build(stack, { ...furnishing, name, size: 2, settings, shared });
}

interface Plan extends Pick<Installation, "name" | "shared">, Furnishing {
  readonly size: number;
}

async function build(stack: AsyncDisposableStack, plan: Plan): Promise<Installation> {
  const model = stack.use(await startModelServer(plan.script ?? answeringAtAnyPace));
  const modelNetwork = stack.use(await startFaultProxy({ port: Number(new URL(model.baseUrl).port) }));
  const kills: Period[] = [];
  const unnamedErrors: string[] = [];
  const nodes: InstalledNode[] = [];
  let key: string | undefined;
  for (let number = 0; number < plan.size; number++) {
    const service = stack.use(
      await spawnService({
        model: { provider: "openai", baseUrl: `http://127.0.0.1:${modelNetwork.port}/v1`, name: "m" },
        settings: { ...plan.settings, NODE_OPTIONS: `--import=${troublePreload}` },
        ...(plan.agent && { agent: plan.agent }),
        ...(key !== undefined && { key }),
      }),
    );
    key = service.key;
    nodes.push(await installNode(stack, service, { kills, unnamedErrors }));
  }
  await Promise.all(nodes.map((node) => node.start()));

  let turn = 0;
  const [first] = nodes;
  if (!first) throw new Error("An installation has nodes.");
  const built = stack.move();
  return {
    name: plan.name,
    nodes,
    modelNetwork,
    ...(plan.shared && { shared: plan.shared }),
    anyNode: () => nodes[turn++ % nodes.length] ?? first,
    kills,
    unnamedErrors,
    [Symbol.asyncDispose]: () => built.disposeAsync(),
  };
}

async function installNode(
  stack: AsyncDisposableStack,
  service: SpawnedService,
  { kills, unnamedErrors }: { readonly kills: Period[]; readonly unnamedErrors: string[] },
): Promise<InstalledNode> {
  const port = Number(new URL(service.baseUrl).port);
  const network = stack.use(await startFaultProxy({ port }));
  const file = join(service.dataDirectory, "trouble.json");

  async function end(signal: NodeJS.Signals): Promise<number | null> {
    const { code, log } = await service.end(signal);
    unnamedErrors.push(...log.split("\n").filter((line) => line.includes("unnamed error")));
    return code;
  }

  return {
    port,
    network,
    dataDirectory: service.dataDirectory,
    async kill() {
      const kill = { from: performance.now(), until: Infinity };
      kills.push(kill);
      await end("SIGKILL");
      kill.until = performance.now();
    },
    async terminate() {
      const code = await Promise.race([end("SIGTERM"), pause(maxStopMs, "not at all", { ref: false })]);
      if (code !== 0) throw new Error(`A node that was asked to stop ended with ${code}.`);
    },
    start: () => service.start(),
    async suffer(trouble) {
      // Written to another file first, so the process never reads half of it.
      await writeFile(`${file}.next`, JSON.stringify(trouble));
      await rename(`${file}.next`, file);
    },
    fetch: (path, { headers, ...init } = {}) =>
      fetch(`http://127.0.0.1:${network.port}${path}`, {
        ...init,
        headers: { Authorization: `Bearer ${service.key}`, Origin: shop, ...headers },
      }),
  };
}
