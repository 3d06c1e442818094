import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { dirname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createAgent } from "@servicechat/agent";
import type { Clock, Coordination } from "@servicechat/coordination";
import { createMemoryCoordination } from "@servicechat/coordination/memory";
import { createTextReader, keepFresh } from "@servicechat/knowledge";
import { loadAssets, openTracing, startServer } from "@servicechat/server";
import type { Log, RunningServer, ServerOptions } from "@servicechat/server";
import { createLog } from "./create-log.ts";
import { prepareDemo } from "./demo-agent.ts";
import type { Demo } from "./demo-agent.ts";
import { reachShopBackEnd } from "./demo-back-end.ts";
import { holdDatabase } from "./hold-database.ts";
import { instanceSecret } from "./instance-secret.ts";
import { letHeapGrow } from "./let-heap-grow.ts";
import { makeDataFolders } from "./make-data-folders.ts";
import { openHouse } from "./open-house.ts";
import type { OpenHouse } from "./open-house.ts";
import { reasonOf } from "./reason-of.ts";
import { Refusal } from "./refusal.ts";
import type { Settings } from "./settings.ts";
import { prepareAnnouncement } from "./running/announce-address.ts";
import { startMessage } from "./start-message.ts";
import { unknownSettings } from "./unknown-settings.ts";

const packages = fileURLToPath(new URL("../../", import.meta.url));
const dayMs = 86_400_000;
/** So long after a start the demo's documents get their vectors. */
const demoEmbeddingDelayMs = 10_000;
/** Running replies get this long after a stop was asked for. */
const drainMs = 25_000;
/** So long the whole stop takes at most. What waits longer, as for a database that is stuck, is left to the next start. */
const stopMs = 29_000;

/**
 * Runs the service until it is told to stop: the one place where the concrete parts are chosen. Resolves after a
 * proper stop, also of a start: what was told to stop before it listens never does.
 *
 * @param json whether the start is told to a script
 * @param stop aborted when the service is to stop
 * @throws Refusal when it cannot start, with what to do
 */
export async function serve(
  settings: Settings,
  { json, stop }: { readonly json: boolean; readonly stop: AbortSignal },
): Promise<void> {
  letHeapGrow();
  const log = await createLog(settings.logLevel);
  if (stop.aborted) return;
  const stopAsked = once(stop, "abort");
  stop.addEventListener("abort", () => endInTime(log));
  for (const sentence of unknownSettings(settings.environment)) log.warn(sentence);
  makeDataFolders(settings);
  // Before anything is opened: a start ends the replies that a lost process left running.
  using _held = hold(settings);
  await using house = await openHouse(settings, { log, mayCreate: true });
  const { storage, knowledge, outbound } = house;
  for (const sentence of storage.advice) log.info(sentence);
  const clock = { wallMs: () => Date.now(), monotonicMs: () => performance.now() };
  await using announcement = await prepareAnnouncement({ storage, settings, log, now: clock.wallMs });
  await using coordination = await openCoordination(settings, clock, log);
  const demo = await prepareDemo({ storage, settings, clock });
  await using shopReaching = demo?.shop && reachShopBackEnd(outbound, settings, demo.shop.secret);
  const agent = createAgent({
    search: (agentId) => (query, limit) => knowledge.search(agentId, query, limit),
    environment: settings.environment,
    outbound: shopReaching ?? outbound,
    clock,
    random: Math.random,
    log,
  });
  const secret = instanceSecret(settings, { randomBytes });
  const assets = await loadAssets({ launcher: `${packages}launcher/dist`, chat: `${packages}chat/dist` });
  const tracing = await openTracing(settings.publicUrl, log.isLevelEnabled("debug") ? log : undefined);
  if (stop.aborted) return;
  const server = await listening(settings, () =>
    startServer(
      {
        storage,
        coordination,
        agent,
        readDocument: createTextReader(),
        environment: settings.environment,
        clock,
        log,
        assets,
        tracing,
        demo,
        options: optionsOf(settings, secret),
      },
      settings,
    ),
  );
  await announcement.begin();
  process.stdout.write(startMessage({ settings, demo, json }));
  // In the background: the demo answers from what it knew before until this is done. A stop ends it; the next start goes on.
  const syncing = demo && syncDemo({ storage, knowledge, log }, demo, stop);
  const freshness = keepPagesFresh(house, { clock, log }, stop);
  await stopAsked;
  log.info({}, "stopping: running replies may finish");
  await server.stop();
  await Promise.all([syncing, freshness]);
}

/** What a stop still waits for after `stopMs` is left to the next start. */
function endInTime(log: Log): void {
  setTimeout(() => {
    log.warn({}, "the stop takes too long: what it still waits for is given up");
    process.exit(0);
  }, stopMs).unref();
}

function optionsOf(settings: Settings, secret: string): ServerOptions {
  const { publicUrl, trustedProxies, metricsToken } = settings;
  return {
    publicUrl,
    secret,
    sessionIdleMs: settings.sessionIdleDays * dayMs,
    sessionAgeMs: settings.sessionDays * dayMs,
    drainMs,
    trustedProxies,
    ...(metricsToken !== undefined && { metricsToken }),
  };
}

/** Until a stop is asked for. */
function keepPagesFresh(
  { storage, knowledge }: OpenHouse,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
  stop: AbortSignal,
): Promise<void> {
  const { agents, crawls } = storage;
  const waiting = (ms: number, signal?: AbortSignal) => wait(ms, undefined, { signal });
  return keepFresh({ agents, crawls, knowledge, clock, wait: waiting, log }, stop);
}

/** One process serves a SQLite database; nodes on PostgreSQL know of each other. */
function hold({ database, dataDirectory }: Settings): Disposable | undefined {
  if (database.kind === "postgres") return undefined;
  const held = holdDatabase(database.file);
  if (held) return held;
  const other =
    dirname(database.file) === dataDirectory
      ? "another folder with SERVICECHAT_DATA_DIR"
      : "another file with SERVICECHAT_DATABASE_URL";
  throw new Refusal(
    `Another servicechat serves ${database.file} already. Stop it first, or give this one ${other}.`,
  );
}

async function openCoordination(
  { redisUrl, secret = "" }: Settings,
  clock: Clock,
  log: Log,
): Promise<Coordination> {
  if (redisUrl === undefined) return createMemoryCoordination({ clock });
  const { openRedisCoordination } = await import("@servicechat/coordination/redis");
  // Nodes with one secret belong together: another installation on the same Redis is never in the way.
  const prefix = `servicechat-${createHash("sha256").update(secret).digest("hex").slice(0, 12)}`;
  try {
    return await openRedisCoordination({ url: redisUrl, prefix, clock, log });
  } catch (cause) {
    const sentence = `SERVICECHAT_REDIS_URL: Redis cannot be reached: ${reasonOf(cause)}. Does it run, and may this machine connect to it?`;
    throw new Refusal(sentence, { cause });
  }
}

/** A port in use is the operator's to solve, and says so. */
async function listening(settings: Settings, start: () => Promise<RunningServer>): Promise<RunningServer> {
  try {
    return await start();
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
    if (code === "EADDRINUSE")
      throw new Refusal(`Port ${settings.port} is in use. Set PORT to a free one.`, { cause });
    if (code === "EACCES")
      throw new Refusal(`Port ${settings.port} may not be used. Set PORT to one above 1023.`, { cause });
    if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") {
      throw new Refusal(
        `HOST ${settings.host} is no address of this machine. Set it to one, or to 0.0.0.0 for all.`,
        { cause },
      );
    }
    throw cause;
  }
}

async function syncDemo(
  { storage, knowledge, log }: Pick<OpenHouse, "storage" | "knowledge"> & { readonly log: Log },
  demo: Demo,
  signal: AbortSignal,
): Promise<void> {
  try {
    // All are read at once, which takes a moment. Vectors take a minute of one core, and are made when the start is over.
    const embedAfter = wait(demoEmbeddingDelayMs, undefined, { signal, ref: false });
    embedAfter.catch(() => undefined); // a stop, which the sync hears of as well
    const syncing = [demo.guide, ...(demo.shop ? [demo.shop] : [])].map(async ({ agentId }) => {
      const agent = await storage.agents.find(agentId);
      if (agent) await knowledge.sync(agent, { signal, embedAfter });
    });
    await Promise.all(syncing);
  } catch (cause) {
    if (!signal.aborted) log.warn({ err: cause }, "the demo's documents could not be read");
  }
}
