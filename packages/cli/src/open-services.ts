import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { reasonOf } from "@servicechat/contract";
import type { EmbeddingsDefinition } from "@servicechat/contract/agent-file";
import { createKnowledge } from "@servicechat/knowledge";
import type { Knowledge, Log } from "@servicechat/knowledge";
import { createNotifications, createSecretBox } from "@servicechat/notifications";
import type { Notifications, SecretBox } from "@servicechat/notifications";
import { createOperations, createStoredSecrets, isPublicOnly, letterData } from "@servicechat/operations";
import type { Operations, StoredSecrets } from "@servicechat/operations";
import { createOutbound, type Outbound } from "@servicechat/outbound";
import { StorageUnavailable, type Storage } from "@servicechat/storage";
import { openSqlite } from "@servicechat/storage/sqlite";
import type { DatabaseSetting } from "./settings/database-setting.ts";
import { instanceSecret } from "./database/instance-secret.ts";
import { makeDataFolders } from "./database/make-data-folders.ts";
import { createRequestRule } from "./input/request-rule.ts";
import type { Settings } from "./settings/settings.ts";

/** What the commands work on: the same database as the running service. */
export interface Services extends AsyncDisposable {
  readonly storage: Storage;
  readonly knowledge: Knowledge;
  readonly operations: Operations;
  /** Keys for models and tools that operators have stored. */
  readonly secrets: StoredSecrets;
  /** Notifies people and other systems of what happens in chats. */
  readonly notifications: Notifications;
  /** Makes the requests of tools and crawlers. */
  readonly outbound: Outbound;
  /** The second ranking of agents that answer without a model; absent on a machine without room for it. */
  readonly usualEmbeddings: EmbeddingsDefinition | undefined;
}

/** The local model takes 280 MB while it is loaded; the service and its database need the rest. */
const neededBytes = 2 ** 30;

interface OpenOptions {
  readonly log: Log;
  /** Whether to create and set up a database that is missing or empty. */
  readonly mayCreate: boolean;
  /** Whether the service starts on it: then a file is first looked at for damage, and PostgreSQL is waited for. */
  readonly isStart?: boolean;
  /** Aborted to end the waiting. */
  readonly stop?: AbortSignal | undefined;
}

/**
 * Opens the database and migrates it.
 *
 * @throws CommandError if a folder cannot be created
 * @throws StorageUnavailable if the file cannot be opened or written
 * @throws DatabaseUnfit if it is empty and may not be set up
 * @throws DatabaseFileRefused if it is damaged or another program's: nothing was written to it
 */
export async function openServices(
  settings: Pick<
    Settings,
    | "dataDirectory"
    | "database"
    | "allowedNetworks"
    | "environment"
    | "publicUrl"
    | "consoleUrl"
    | "secret"
    | "mail"
    | "documentBytes"
    | "sessionIdleDays"
    | "sessionDays"
  >,
  options: OpenOptions,
): Promise<Services> {
  const { log, mayCreate } = options;
  if (mayCreate) makeDataFolders(settings);
  const storage = await openStorage(settings.database, options);
  const outbound = createOutbound({ allowedNetworks: settings.allowedNetworks });
  // Browsers choose its addresses: what tools may reach inside the network is not for everyone with a browser.
  const pushOutbound = createOutbound({ allowedNetworks: [] });
  const box = secretBox(settings);
  const secrets = createStoredSecrets({ storage, box });
  const { allowedNetworks } = settings;
  let modelFetch: typeof fetch | undefined;
  const usualEmbeddings = chooseEmbeddings(log);
  const knowledge = createKnowledge({
    knowledge: storage.knowledge,
    approvedAnswers: storage.approvedAnswers,
    crawls: storage.crawls,
    syncs: storage.syncs,
    vectors: storage.vectors,
    wordings: storage.wordings,
    agents: storage.agents,
    clock: { wallMs: () => Date.now() },
    randomUuid: randomUUID,
    outbound,
    fetch: async (...request) => {
      // With the first request: the HTTP client takes a tenth of the memory of a service at rest.
      const { createModelFetch } = await import("@servicechat/outbound/models");
      modelFetch ??= createModelFetch({
        isPublicOnly: (origin) => isPublicOnly(storage, origin),
        allowedNetworks,
      });
      return modelFetch(...request);
    },
    environment: settings.environment,
    findStoredSecret: secrets.find,
    usualEmbeddings,
    log,
    wait: (ms, signal) => wait(ms, undefined, { signal }),
  });
  const notifications = createNotifications({
    storage,
    outbound,
    pushOutbound,
    box,
    mail: settings.mail,
    sessionIdleMs: settings.sessionIdleDays * dayMs,
    sessionAgeMs: settings.sessionDays * dayMs,
    consoleUrl: settings.consoleUrl,
    readWeek: (week) => letterData(storage, { ...week, consoleUrl: settings.consoleUrl }),
    now: () => Date.now(),
    log,
  });
  return {
    storage,
    outbound,
    knowledge,
    notifications,
    secrets,
    usualEmbeddings,
    operations: createOperations({
      storage,
      knowledge,
      maxDocumentBytes: settings.documentBytes,
      // A running service notices by itself that a command has removed something.
      nodeEvents: { publish: () => undefined },
      now: () => Date.now(),
      randomBytes,
      ...notifications,
      secrets,
      allowedNetworks,
      environment: settings.environment,
      mayRequest: createRequestRule(settings),
      // `servicechat doctor` runs the checks itself, and prints the findings as they come.
      examine: () =>
        Promise.reject(new Error("Only the console can ask the service for the doctor's findings.")),
    }),
    async [Symbol.asyncDispose]() {
      await outbound[Symbol.asyncDispose]();
      await pushOutbound[Symbol.asyncDispose]();
      await storage.close();
    },
  };
}

const dayMs = 86_400_000;

/** The first use reads the secret, or creates it on a first start. */
function secretBox(settings: Pick<Settings, "dataDirectory" | "secret">): SecretBox {
  let box: SecretBox | undefined;
  const opened = () => (box ??= createSecretBox(instanceSecret(settings, { randomBytes })));
  return {
    seal: (text, context) => opened().seal(text, context),
    open: (sealed, context) => opened().open(sealed, context),
    hash: (text, context) => opened().hash(text, context),
  };
}

async function openStorage(
  database: DatabaseSetting,
  { log, mayCreate, isStart = false, stop }: OpenOptions,
): Promise<Storage> {
  if (database.kind === "sqlite") return openSqlite({ file: database.file, mayCreate, isStart });
  // Loaded only if used: it would double the memory of a small installation.
  const { openPostgres } = await import("@servicechat/storage/postgres");
  const open = () => openPostgres({ url: database.url, mayCreate });
  return isStart ? openOnceReachable(open, { log, stop }) : open();
}

/** For this long, in milliseconds, a start waits for a database that starts at the same time or is slow to connect. */
const startPatienceMs = 10_000;
const startPauseMs = 500;

/** Beginnings of PostgreSQL's error codes that waiting does not change: a refused login, an unknown database. */
const finalCodes = ["28", "3D"];

/**
 * Opens a database that may not be reachable yet.
 *
 * @throws StorageUnavailable if it is not reachable in time, or `stop` is aborted while it is not
 */
async function openOnceReachable(
  open: () => Promise<Storage>,
  { log, stop }: Pick<OpenOptions, "log" | "stop">,
): Promise<Storage> {
  const deadline = performance.now() + startPatienceMs;
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await open();
    } catch (error) {
      if (!(error instanceof StorageUnavailable) || isFinal(error) || performance.now() > deadline)
        throw error;
      if (isFirst) log.warn({ reason: reasonOf(error) }, "the database cannot be reached yet, trying again");
      await wait(startPauseMs, undefined, { signal: stop }).catch(() => undefined);
      if (stop?.aborted) throw error;
    }
  }
}

function isFinal({ cause }: StorageUnavailable): boolean {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  return finalCodes.some((beginning) => code.startsWith(beginning));
}

/**
 * The second ranking of agents that answer without a model, unless their files say otherwise: the local model, which is
 * loaded by the first text that needs it. On a machine without room for it there is none, which the log says once.
 */
function chooseEmbeddings(
  log: { warn(detail: object, message: string): void },
  availableBytes = process.availableMemory(),
): EmbeddingsDefinition | undefined {
  if (availableBytes >= neededBytes) return { provider: "local" };
  log.warn(
    { availableMB: Math.round(availableBytes / 2 ** 20) },
    "less than 1 GB of memory is free: agents without a model find passages by words alone, unless their files set embeddings",
  );
  return undefined;
}
