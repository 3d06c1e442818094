import { randomBytes } from "node:crypto";
import { redisMissing, redisUrl } from "../../packages/coordination/test/redis-server.ts";
import { startFaultProxy } from "../harness/fault-proxy.ts";
import type { FaultProxy } from "../harness/fault-proxy.ts";
import { startModelServer } from "./model-server.ts";
import type { ModelServer } from "./model-server.ts";
import { spawnService } from "./spawn-service.ts";
import type { SpawnedService, SpawnOptions } from "./spawn-service.ts";
import { claimKeysOf, findTestPostgres, temporaryDatabase } from "./test-servers.ts";

/** Two processes that are one service, with a network between them and what they share. */
export interface Cluster extends AsyncDisposable {
  readonly a: SpawnedService;
  readonly b: SpawnedService;
  /** Returns the two alternately. */
  next(): SpawnedService;
  readonly model: ModelServer;
  /** Bypasses the proxy. */
  readonly databaseUrl: string;
  readonly postgresNetwork: FaultProxy;
  readonly redisNetwork: FaultProxy;
}

/** Why there can be no cluster on this machine; `undefined` if there can. */
export async function missingForCluster(): Promise<string | undefined> {
  const postgres = await findTestPostgres();
  return postgres.missing ?? redisMissing;
}

/** Starts both with a new database and secret. */
export async function spawnCluster({
  agent,
  settings: more,
}: Pick<SpawnOptions, "agent" | "settings"> = {}): Promise<Cluster> {
  await using stack = new AsyncDisposableStack();
  const model = stack.use(await startModelServer());
  const database = stack.use(await temporaryDatabase());
  const postgresNetwork = stack.use(await startFaultProxy(serverAt(database.url, 5432)));
  const redisNetwork = stack.use(await startFaultProxy(serverAt(redisUrl, 6379)));
  const secret = randomBytes(32).toString("hex");
  await claimKeysOf(secret);
  const settings = {
    ...more,
    SERVICECHAT_DATABASE_URL: through(postgresNetwork, database.url),
    SERVICECHAT_REDIS_URL: through(redisNetwork, redisUrl),
    SERVICECHAT_SECRET: secret,
  };
  const definition = { provider: "openai", baseUrl: model.baseUrl, name: "m" };
  const a = stack.use(await spawnService({ model: definition, settings, ...(agent && { agent }) }));
  const b = stack.use(await spawnService({ model: definition, settings, key: a.key }));
  await Promise.all([a.start(), b.start()]);
  let turn = 0;
  const started = stack.move();

  return {
    a,
    b,
    next: () => (turn++ % 2 === 0 ? a : b),
    model,
    databaseUrl: database.url,
    postgresNetwork,
    redisNetwork,
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  };
}

function serverAt(address: string, usualPort: number): { readonly host: string; readonly port: number } {
  const { hostname, port } = new URL(address);
  return { host: hostname, port: Number(port || usualPort) };
}

function through({ port }: FaultProxy, address: string): string {
  const url = new URL(address);
  url.hostname = "127.0.0.1";
  url.port = String(port);
  return url.href;
}
