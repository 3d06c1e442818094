import { isIP } from "node:net";
import { z } from "zod";
import { consoleAddress } from "../admin/remote-service.ts";
import { isUsableSecret, usableSecret } from "./is-usable-secret.ts";

/** One setting: its name, its allowed values, and how to read it. */
interface Variable<Value> {
  readonly about: string;
  /** The end of the sentence "NAME must be …". */
  readonly mustBe: string;
  readonly fallback: string;
  readonly schema: z.ZodType<Value, string>;
}

const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

/** The lowest level that is logged, in pino's words, from the most severe on; `silent`: nothing. */
export type LogLevel = (typeof logLevels)[number];

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.int().min(min).max(max));

const list = (isEntry: (entry: string) => boolean) =>
  z
    .string()
    .transform((text) =>
      text
        .split(",")
        .map((entry) => entry.trim())
        .filter((entry) => entry !== ""),
    )
    .refine((entries) => entries.every(isEntry));

const isNetwork = (text: string) => {
  const [address = "", bits = "", ...rest] = text.split("/");
  const max = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= max;
};

const origin = z
  .string()
  .refine((text) => /^https?:\/\/[^/\\?#@*,;]+\/?$/i.test(text) && URL.canParse(text))
  .transform((text) => new URL(text).origin);

/** A URL with a host and one of these protocols. */
const addressOf = (...protocols: readonly string[]) =>
  z.string().refine((text) => {
    if (text === "") return true;
    if (!URL.canParse(text)) return false;
    const { protocol, hostname } = new URL(text);
    return protocols.includes(protocol) && hostname !== "";
  });

/**
 * The URL must name its database: otherwise the client would use the one named after the user, such as `postgres`,
 * which everybody shares.
 */
const postgresAddress = addressOf("postgres:", "postgresql:").refine(
  (text) => !URL.canParse(text) || new URL(text).pathname.length > 1,
);

/** All settings. The help of `serve` is generated from them. */
export const variables = {
  PORT: {
    about: "the port to listen on",
    mustBe: "a whole number from 1 to 65535",
    fallback: "8080",
    schema: wholeNumber(1, 65_535),
  },
  HOST: {
    about: "the address to listen on; 0.0.0.0 for all",
    mustBe: "an IP address or a host name",
    fallback: "127.0.0.1",
    schema: z.string().regex(/^[\w.:-]{1,253}$/),
  },
  SERVICECHAT_PUBLIC_URL: {
    about: "the base address visitors use (default: http://localhost:<PORT>)",
    mustBe: "an http or https address without a path, such as https://chat.example.com",
    fallback: "",
    schema: z.union([z.literal(""), origin]),
  },
  SERVICECHAT_DATA_DIR: {
    about: "database file and instance secret",
    mustBe: "a folder",
    fallback: "./data",
    schema: z.string().regex(/^[^\0]+$/),
  },
  SERVICECHAT_DATABASE_URL: {
    about: "sqlite:<path> or postgres://... (default: servicechat.db in the data directory)",
    mustBe: "sqlite:<path> or postgres://user:password@host/database",
    fallback: "",
    schema: z.union([z.string().regex(/^(sqlite:(\/\/)?[^\0:]+)?$/), postgresAddress]),
  },
  SERVICECHAT_REDIS_URL: {
    about: "shared by multiple nodes: redis://... (default: none, this is the only node)",
    mustBe: "redis://host or rediss://host, with user, password and port if needed",
    fallback: "",
    schema: addressOf("redis:", "rediss:"),
  },
  SERVICECHAT_SECRET: {
    about: "signs tickets (default: created on first start, kept in the data directory)",
    mustBe: usableSecret,
    fallback: "",
    schema: z.string().refine((text) => text === "" || isUsableSecret(text)),
  },
  SERVICECHAT_DEMO: {
    about:
      "on or off: whether the demo is created and served (default: only if the public address is on this machine)",
    mustBe: "on or off",
    fallback: "",
    schema: z.enum(["", "on", "off"]),
  },
  SERVICECHAT_CONSOLE: {
    about: "on or off: whether the console and the admin API are served",
    mustBe: "on or off",
    fallback: "on",
    schema: z.enum(["on", "off"]),
  },
  SERVICECHAT_CONSOLE_URL: {
    about: "a separate host for the console (default: the public address, below /console/)",
    mustBe: "an http or https address without a path, such as https://console.example.com",
    fallback: "",
    schema: z.union([z.literal(""), origin]),
  },
  SERVICECHAT_CONSOLE_VARIABLES: {
    about:
      "variables that agent files from the console may name: names, or prefixes with *, separated by commas (default: those in use)",
    mustBe: "names of variables, or prefixes such as SHOP_*, separated by commas",
    fallback: "",
    schema: list((entry) => /^[A-Za-z_][A-Za-z0-9_]*\*?$/.test(entry)),
  },
  SERVICECHAT_URL: {
    about:
      "the address of the console of a service elsewhere, for commands to work on (default: the local database)",
    mustBe: "the address of a console, such as https://chat.example.com",
    fallback: "",
    schema: z.string().refine((text) => text === "" || consoleAddress(text) !== undefined),
  },
  SERVICECHAT_TOKEN: {
    about: "the admin API token that commands use there",
    mustBe: "a token that 'servicechat token create' made",
    fallback: "",
    schema: z.string().regex(/^[\x21-\x7e]*$/),
  },
  SERVICECHAT_LOG_LEVEL: {
    about: logLevels.join(", "),
    mustBe: `one of ${logLevels.join(", ")}`,
    fallback: "info",
    schema: z.enum(logLevels),
  },
  SERVICECHAT_TRUSTED_PROXIES: {
    about: "addresses and networks whose X-Forwarded-For is trusted, separated by commas",
    mustBe: "IP addresses or networks such as 10.0.0.0/8, separated by commas",
    fallback: "",
    schema: list((entry) => isIP(entry) !== 0 || isNetwork(entry)),
  },
  SERVICECHAT_ALLOWED_NETWORKS: {
    about: "non-public networks that tools and the crawler may reach, separated by commas",
    mustBe: "networks such as 10.0.0.0/8, separated by commas",
    fallback: "",
    schema: list(isNetwork),
  },
  SERVICECHAT_SMTP_URL: {
    about: "the mail server: smtp://user:password@host:587 or smtps://... (default: none, no mail is sent)",
    mustBe: "smtp://host or smtps://host, with user, password and port if needed",
    fallback: "",
    schema: addressOf("smtp:", "smtps:"),
  },
  SERVICECHAT_MAIL_FROM: {
    about: "the sender's address, such as chat@example.com",
    mustBe: "one address, such as chat@example.com",
    fallback: "",
    schema: z.string().regex(/^(?:[^\s@,;<>"]{1,64}@[\w.-]{1,253})?$/),
  },
  SERVICECHAT_METRICS_TOKEN: {
    about: "the token for reading /metrics (default: none, only programs on this machine may read it)",
    mustBe: "at least 16 printable characters without spaces",
    fallback: "",
    schema: z.string().regex(/^([\x21-\x7e]{16,})?$/),
  },
  SERVICECHAT_MAX_CONNECTIONS: {
    about: "simultaneous connections (default: three quarters of the process's file descriptor limit)",
    mustBe: "a whole number from 10 to 1000000",
    fallback: "",
    schema: z.union([z.literal("").transform(() => undefined), wholeNumber(10, 1_000_000)]),
  },
  SERVICECHAT_MAX_CONNECTIONS_PER_ADDRESS: {
    about:
      "connections per address; trusted proxies may have more (default: 256; unlimited from this machine)",
    mustBe: "a whole number from 1 to 1000000",
    fallback: "",
    schema: z.union([z.literal("").transform(() => undefined), wholeNumber(1, 1_000_000)]),
  },
  SERVICECHAT_UPLOAD_ROOM_MB: {
    about:
      "MB of uploaded files per key that have not been sent with a message yet; a quarter of it per address",
    mustBe: "a whole number from 1 to 1000000",
    fallback: "256",
    schema: wholeNumber(1, 1_000_000),
  },
  SERVICECHAT_DOCUMENT_BYTES: {
    about: "bytes that the documents uploaded for all agents may come to",
    mustBe: "a whole number of 7 to 15 digits",
    fallback: "2147483648",
    schema: z
      .string()
      .regex(/^\d{7,15}$/)
      .transform(Number),
  },
  SERVICECHAT_SESSION_IDLE_DAYS: {
    about: "days a chat is kept after its last message",
    mustBe: "a whole number from 1 to 36500",
    fallback: "30",
    schema: wholeNumber(1, 36_500),
  },
  SERVICECHAT_SESSION_DAYS: {
    about: "maximum days a chat is kept",
    mustBe: "a whole number from 1 to 36500",
    fallback: "365",
    schema: wholeNumber(1, 36_500),
  },
} satisfies Record<string, Variable<unknown>>;
