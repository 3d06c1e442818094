import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { dirname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createAgent } from "@servicechat/agent";
import type { Clock, Coordination } from "@servicechat/coordination";
import { createMemoryCoordination } from "@servicechat/coordination/memory";
import { createTextReader, renewVectors } from "@servicechat/knowledge";
import { isPublicOnly } from "@servicechat/operations";
import { loadAssets, openTracing, startServer } from "@servicechat/server";
import type { Log, RunningServer, ServerOptions } from "@servicechat/server";
import { connectionsAllowed } from "./settings/connections-allowed.ts";
import { createLog } from "./output/create-log.ts";
import { prepareDemo } from "./demo/demo-agent.ts";
import { createDemoReading } from "./demo/demo-reading.ts";
import { reachShopBackEnd } from "./demo/demo-back-end.ts";
import { publicDemoWarnings } from "./demo/demo-reach.ts";
import { lockDatabase } from "./database/database-lock.ts";
import { instanceSecret } from "./database/instance-secret.ts";
import { letOldGenerationGrow, letYoungGenerationGrow } from "./process/heap-growth.ts";
import { makeDataFolders } from "./database/make-data-folders.ts";
import { openServices } from "./open-services.ts";
import { serviceTasks } from "./service-tasks.ts";
import { requireUsablePlace } from "@servicechat/storage/sqlite";
import { reasonOf } from "@servicechat/contract";
import { CommandError } from "./input/command-error.ts";
import { createConsoleDependencies } from "./console-dependencies.ts";
import { firstConsoleLink } from "./first-console-link.ts";
import type { Settings } from "./settings/settings.ts";
import { consoleWarning } from "./service-address/console-warning.ts";
import { prepareAnnouncement } from "./service-address/announce-address.ts";
import { startMessage } from "./output/start-message.ts";
import { unknownSettings } from "./settings/unknown-settings.ts";

const packages = fileURLToPath(new URL("../../", import.meta.url));
const dayMs = 86_400_000;
/** How long running replies may continue after a stop was requested. */
const drainMs = 25_000;
/** The longest duration of a whole stop. Anything slower, such as a stuck database, is left to the next start. */
const stopMs = 29_000;
/** How long after a start missing vectors are computed. */
const embeddingDelayMs = 10_000;

/**
 * Runs the service until it is stopped: the only place that chooses the concrete implementations. Resolves after a
 * clean stop, also if it was stopped while it started: then it never listens.
 *
 * @param json whether to print the start message for scripts
 * @param stop abort this to stop the service
 * @throws CommandError if it cannot start, with what to do
 */
export async function serve(
  settings: Settings,
  { json, stop }: { readonly json: boolean; readonly stop: AbortSignal },
): Promise<void> {
  const log = await createLog(settings.logLevel);
  if (stop.aborted) return;
  const stopAsked = once(stop, "abort");
  stop.addEventListener("abort", () => endInTime(log));
  for (const sentence of unknownSettings(settings.environment)) log.warn(sentence);
  makeDataFolders(settings);
  // Before the lock, which writes beside the file.
  if (settings.database.kind === "sqlite") requireUsablePlace(settings.database.file);
  // Before anything is opened: a start ends the replies that a lost process left running.
  using _held = hold(settings);
  await using services = await openServices(settings, { log, mayCreate: true, isStart: true, stop }).catch(
    (error: unknown) => {
      if (stop.aborted) return undefined;
      throw error;
    },
  );
  if (!services) return;
  const { storage, knowledge, outbound, secrets } = services;
  for (const sentence of storage.advice) log.info(sentence);
  const clock = { wallMs: () => Date.now(), monotonicMs: () => performance.now() };
  await using announcement = await prepareAnnouncement({ storage, settings, log, now: clock.wallMs });
  await using coordination = await openCoordination(settings, clock, log);
  const demo = await prepareDemo({ storage, settings, clock });
  for (const { detail, advice } of await publicDemoWarnings(storage, settings))
    log.warn({}, `${detail}; ${advice}`);
  const badConsole = settings.consoleUrl === undefined ? undefined : consoleWarning(settings.consoleUrl);
  if (badConsole) log.warn({}, `${badConsole.detail}; ${badConsole.advice}`);
  await using shopReaching = demo?.shop && reachShopBackEnd(outbound, settings, demo.shop.secret);
  const demoReading = demo && createDemoReading({ storage, knowledge, log }, demo);
  const agent = createAgent({
    search: (agentId) => async (query, limit) => {
      await demoReading?.untilRead(agentId);
      return knowledge.search(agentId, query, limit);
    },
    hasVerbatim: (...asked) => knowledge.hasVerbatim(...asked),
    isPublicOnly: (origin) => isPublicOnly(storage, origin),
    allowedNetworks: settings.allowedNetworks,
    environment: settings.environment,
    findStoredSecret: secrets.find,
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
        findStoredSecret: secrets.find,
        clock,
        log,
        assets,
        console: createConsoleDependencies(settings, services, `${packages}console/dist`),
        tasks: serviceTasks({ services, announcement, clock, log }),
        tracing,
        demo,
        options: optionsOf(settings, secret),
      },
      settings,
    ),
  );
  await announcement.begin();
  const console = await firstConsoleLink(settings, services);
  process.stdout.write(startMessage({ settings, demo, console, json }));
  // Computing vectors occupies a core, so it waits until the start is over.
  const embedAfter = wait(embeddingDelayMs, undefined, { signal: stop, ref: false });
  embedAfter.catch(() => undefined); // a stop, which aborts the reading and the renewal as well
  const reading = demoReading?.begin({ signal: stop, embedAfter });
  // Documents that are being read would make the heap grow, and it would stay so.
  void Promise.allSettled([reading]).then(() => {
    letYoungGenerationGrow();
    letOldGenerationGrow();
  });
  // The reading computes those of the demo.
  const renewal = Promise.allSettled([reading, embedAfter]).then(() =>
    renewVectors({ agents: storage.agents, knowledge, log }, stop),
  );
  await stopAsked;
  log.info({}, "stopping: waiting for running replies to finish");
  await server.stop();
  await renewal;
}

/** Anything that a stop still waits for after `stopMs` is left to the next start. */
function endInTime(log: Log): void {
  setTimeout(() => {
    log.warn({}, "shutdown is taking too long: abandoning what is still running");
    process.exit(0);
  }, stopMs).unref();
}

function optionsOf(settings: Settings, secret: string): ServerOptions {
  const { publicUrl, trustedProxies, metricsToken, maxConnectionsPerAddress } = settings;
  return {
    publicUrl,
    secret,
    uploadRoomBytes: settings.uploadRoomMegabytes * 1024 * 1024,
    sessionIdleMs: settings.sessionIdleDays * dayMs,
    sessionAgeMs: settings.sessionDays * dayMs,
    drainMs,
    trustedProxies,
    maxConnections: settings.maxConnections ?? connectionsAllowed(),
    ...(maxConnectionsPerAddress !== undefined && { maxConnectionsPerAddress }),
    ...(metricsToken !== undefined && { metricsToken }),
  };
}

/** One process serves a SQLite database; nodes on PostgreSQL know about each other. */
function hold({ database, dataDirectory }: Settings): Disposable | undefined {
  if (database.kind === "postgres") return undefined;
  const held = lockDatabase(database.file);
  if (held) return held;
  const other =
    dirname(database.file) === dataDirectory
      ? "another folder with SERVICECHAT_DATA_DIR"
      : "another file with SERVICECHAT_DATABASE_URL";
  throw new CommandError(
    `Another servicechat is already using ${database.file}. Stop it first, or give this one ${other}.`,
  );
}

async function openCoordination(
  { redisUrl, secret = "" }: Settings,
  clock: Clock,
  log: Log,
): Promise<Coordination> {
  if (redisUrl === undefined) return createMemoryCoordination({ clock });
  const { openRedisCoordination } = await import("@servicechat/coordination/redis");
  // Nodes with one secret belong together, so another installation on the same Redis does not interfere.
  const prefix = `servicechat-${createHash("sha256").update(secret).digest("hex").slice(0, 12)}`;
  try {
    return await openRedisCoordination({ url: redisUrl, prefix, clock, log });
  } catch (cause) {
    const sentence = `SERVICECHAT_REDIS_URL: Redis cannot be reached: ${reasonOf(cause)}. Is it running, and can this machine connect to it?`;
    throw new CommandError(sentence, { cause });
  }
}

/** If the port is in use, the operator is told so. */
async function listening(settings: Settings, start: () => Promise<RunningServer>): Promise<RunningServer> {
  try {
    return await start();
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
    if (code === "EADDRINUSE")
      throw new CommandError(`Port ${settings.port} is in use. Set PORT to a free one.`, { cause });
    if (code === "EACCES")
      throw new CommandError(`Not allowed to use port ${settings.port}. Set PORT to one above 1023.`, {
        cause,
      });
    if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") {
      throw new CommandError(
        `Cannot listen on ${settings.host}: not an address of this machine. Set HOST to one of its addresses, or to 0.0.0.0 for all.`,
        { cause },
      );
    }
    throw cause;
  }
}
