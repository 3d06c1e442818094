import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseEnv } from "node:util";
import type { z } from "zod";
import type { DatabaseSetting } from "./database-setting.ts";
import { readTextFile } from "../input/read-text-file.ts";
import { CommandError } from "../input/command-error.ts";
import { variables } from "./setting-variables.ts";
import type { LogLevel } from "./setting-variables.ts";

/**
 * The variables the program was started with, including those of `.env`. They contain secrets of models: never print
 * them.
 */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The configuration of the service. Paths are absolute. */
export interface Settings {
  readonly port: number;
  readonly host: string;
  /** An origin, without a trailing slash. */
  readonly publicUrl: string;
  readonly dataDirectory: string;
  readonly database: DatabaseSetting;
  /** Connects several nodes; `undefined` if this is the only one. Contains a password: never print it. */
  readonly redisUrl: string | undefined;
  /** `undefined`: the one in the data directory, which is created on the first start. */
  readonly secret: string | undefined;
  /** Whether there is a demo; `undefined`: only if the public address is a loopback one. */
  readonly demo: "on" | "off" | undefined;
  /** Origin of the console; `undefined` if there is none. */
  readonly consoleUrl: string | undefined;
  /** Variables that agent files from the console may use; if empty, those that applied files use. */
  readonly consoleVariables: readonly string[];
  /** Address of a remote console on whose service commands work; `undefined`: on the local database. */
  readonly remoteUrl: string | undefined;
  /** A token of its admin API: never print it. */
  readonly remoteToken: string | undefined;
  readonly logLevel: LogLevel;
  /** Addresses and networks whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: readonly string[];
  /** Non-public networks that HTTP tools, MCP and crawling may reach. */
  readonly allowedNetworks: readonly string[];
  /** The mail server, whose URL may contain a password: never print it; `undefined`: no mail is sent. */
  readonly mail: { readonly url: string; readonly from: string } | undefined;
  /** The token for reading the metrics; `undefined`: only programs on this machine may read them. */
  readonly metricsToken: string | undefined;
  /** Maximum number of connections; `undefined`: as many as the file descriptors allow. */
  readonly maxConnections: number | undefined;
  /** Maximum number of connections per address; `undefined`: the default. */
  readonly maxConnectionsPerAddress: number | undefined;
  /** Maximum size of one key's files that no message has claimed yet; one address may use a quarter of it. */
  readonly uploadRoomMegabytes: number;
  /** What the documents that people upload for all agents may come to. */
  readonly documentBytes: number;
  /** Days after which a session without a message expires. */
  readonly sessionIdleDays: number;
  /** Days after which a session expires in any case. */
  readonly sessionDays: number;
  /** Where the keys of models are looked up, by the names in agent files. */
  readonly environment: Environment;
}

/**
 * The process's own variables, completed by a `.env` file in the folder; the process's own take precedence.
 *
 * @throws CommandError if there is a `.env` that cannot be read or is not UTF-8 text
 */
export function completeEnvironment(variables: Environment, folder: string): Environment {
  return { ...readEnvFile(join(folder, ".env")), ...variables };
}

function readEnvFile(file: string): Environment {
  return existsSync(file) ? parseEnv(readTextFile(file)) : {};
}

/**
 * Reads the settings. An empty variable counts as unset.
 *
 * @param folder the base of relative paths
 * @throws CommandError with a sentence that names the variable and its allowed values
 */
export function readSettings(environment: Environment, folder: string = process.cwd()): Settings {
  const read = <Name extends keyof typeof variables>(name: Name) => readVariable(name, environment[name]);
  const port = read("PORT");
  const dataDirectory = resolve(folder, read("SERVICECHAT_DATA_DIR"));
  const redisUrl = read("SERVICECHAT_REDIS_URL") || undefined;
  const database = databaseSetting(read("SERVICECHAT_DATABASE_URL"), { folder, dataDirectory });
  const secret = read("SERVICECHAT_SECRET") || undefined;
  const publicUrl = read("SERVICECHAT_PUBLIC_URL") || new URL(`http://localhost:${port}`).origin;
  const consoleUrl = read("SERVICECHAT_CONSOLE_URL");
  if (consoleUrl !== "" && new URL(consoleUrl).host === new URL(publicUrl).host)
    throw new CommandError(
      "SERVICECHAT_CONSOLE_URL must have a different host from SERVICECHAT_PUBLIC_URL. Without it, the console is at the public address.",
    );
  if (redisUrl !== undefined) requireSharing({ database, secret });
  return {
    port,
    host: read("HOST"),
    publicUrl,
    dataDirectory,
    database,
    redisUrl,
    secret,
    demo: read("SERVICECHAT_DEMO") || undefined,
    consoleUrl: read("SERVICECHAT_CONSOLE") === "off" ? undefined : consoleUrl || publicUrl,
    consoleVariables: read("SERVICECHAT_CONSOLE_VARIABLES"),
    remoteUrl: read("SERVICECHAT_URL") || undefined,
    remoteToken: read("SERVICECHAT_TOKEN") || undefined,
    logLevel: read("SERVICECHAT_LOG_LEVEL"),
    trustedProxies: read("SERVICECHAT_TRUSTED_PROXIES"),
    allowedNetworks: read("SERVICECHAT_ALLOWED_NETWORKS"),
    mail: mailSetting(read("SERVICECHAT_SMTP_URL"), read("SERVICECHAT_MAIL_FROM")),
    metricsToken: read("SERVICECHAT_METRICS_TOKEN") || undefined,
    maxConnections: read("SERVICECHAT_MAX_CONNECTIONS"),
    maxConnectionsPerAddress: read("SERVICECHAT_MAX_CONNECTIONS_PER_ADDRESS"),
    uploadRoomMegabytes: read("SERVICECHAT_UPLOAD_ROOM_MB"),
    documentBytes: read("SERVICECHAT_DOCUMENT_BYTES"),
    sessionIdleDays: read("SERVICECHAT_SESSION_IDLE_DAYS"),
    sessionDays: read("SERVICECHAT_SESSION_DAYS"),
    environment,
  };
}

function mailSetting(url: string, from: string): Settings["mail"] {
  if (url === "") return undefined;
  if (from === "")
    throw new CommandError(
      "SERVICECHAT_MAIL_FROM must be set too: the sender's address, such as chat@example.com.",
    );
  return { url, from };
}

function databaseSetting(
  url: string,
  { folder, dataDirectory }: { readonly folder: string; readonly dataDirectory: string },
): DatabaseSetting {
  if (/^postgres(ql)?:/i.test(url)) return { kind: "postgres", url };
  const path = url.replace(/^sqlite:(\/\/)?/, "");
  return { kind: "sqlite", file: path ? resolve(folder, path) : join(dataDirectory, "servicechat.db") };
}

/** Nodes that share Redis must also share their database and their secret. */
function requireSharing({ database, secret }: Pick<Settings, "database" | "secret">): void {
  if (database.kind === "sqlite")
    throw new CommandError(
      "SERVICECHAT_REDIS_URL is for multiple nodes, which need SERVICECHAT_DATABASE_URL=postgres://...",
    );
  if (secret === undefined)
    throw new CommandError(
      "SERVICECHAT_REDIS_URL is for multiple nodes, which all need the same SERVICECHAT_SECRET.",
    );
}

function readVariable<Name extends keyof typeof variables>(
  name: Name,
  given: string | undefined,
): z.output<(typeof variables)[Name]["schema"]>;
function readVariable(name: keyof typeof variables, given: string | undefined): unknown {
  const { schema, fallback, mustBe } = variables[name];
  const result = schema.safeParse(given || fallback);
  if (result.success) return result.data;
  // The value is not repeated: it may be a secret, and errors end up in logs.
  throw new CommandError(`${name} must be ${mustBe}.`);
}
