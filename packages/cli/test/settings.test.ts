import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { databaseName } from "../src/settings/database-setting.ts";
import { completeEnvironment, readSettings } from "../src/settings/settings.ts";
import { unknownSettings } from "../src/settings/unknown-settings.ts";

const secret = "8f3c1e5a07d94b62c8e1f03a7d5b2946";

const folders: string[] = [];
const temporaryFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), "servicechat-settings-"));
  folders.push(folder);
  return folder;
};
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

test("without any variable the documented defaults apply", () => {
  expect(readSettings({}, "/srv/chat")).toEqual({
    port: 8080,
    host: "127.0.0.1",
    publicUrl: "http://localhost:8080",
    dataDirectory: "/srv/chat/data",
    database: { kind: "sqlite", file: "/srv/chat/data/servicechat.db" },
    redisUrl: undefined,
    secret: undefined,
    consoleUrl: "http://localhost:8080",
    consoleVariables: [],
    logLevel: "info",
    trustedProxies: [],
    allowedNetworks: [],
    metricsToken: undefined,
    uploadRoomMegabytes: 256,
    documentBytes: 2_147_483_648,
    sessionIdleDays: 30,
    sessionDays: 365,
    environment: {},
  });
});

test("the public address follows the port, as an origin", () => {
  expect(readSettings({ PORT: "9000" }).publicUrl).toBe("http://localhost:9000");
  expect(readSettings({ PORT: "80" }).publicUrl).toBe("http://localhost");
  expect(readSettings({ SERVICECHAT_PUBLIC_URL: "https://Chat.Example.com/" }).publicUrl).toBe(
    "https://chat.example.com",
  );
});

test("an empty variable counts as unset", () => {
  expect(readSettings({ PORT: "", SERVICECHAT_DATABASE_URL: "", SERVICECHAT_SECRET: "" })).toMatchObject({
    port: 8080,
    secret: undefined,
  });
});

test.each([
  ["sqlite:chat.db", "/srv/chat.db"],
  ["sqlite:/var/lib/chat.db", "/var/lib/chat.db"],
  ["sqlite:///var/lib/chat.db", "/var/lib/chat.db"],
])("%s is the file %s", (url, file) => {
  expect(readSettings({ SERVICECHAT_DATABASE_URL: url }, "/srv").database).toEqual({ kind: "sqlite", file });
});

test("lists are split at commas", () => {
  const settings = readSettings({
    SERVICECHAT_TRUSTED_PROXIES: "10.0.0.0/8, ::1",
    SERVICECHAT_ALLOWED_NETWORKS: "192.168.0.0/16,fd00::/8",
  });
  expect(settings.trustedProxies).toEqual(["10.0.0.0/8", "::1"]);
  expect(settings.allowedNetworks).toEqual(["192.168.0.0/16", "fd00::/8"]);
});

test.each([
  ["PORT", "0", "a whole number from 1 to 65535"],
  ["PORT", "65536", "a whole number from 1 to 65535"],
  ["PORT", "80a", "a whole number from 1 to 65535"],
  ["HOST", "a b", "an IP address or a host name"],
  ["SERVICECHAT_PUBLIC_URL", "chat.example.com", "an http or https address without a path"],
  ["SERVICECHAT_PUBLIC_URL", "https://example.com/chat", "an http or https address without a path"],
  ["SERVICECHAT_PUBLIC_URL", "https://user@example.com", "an http or https address without a path"],
  ["SERVICECHAT_PUBLIC_URL", "https://*.example.com", "an http or https address without a path"],
  ["SERVICECHAT_PUBLIC_URL", "https://example.com\\chat", "an http or https address without a path"],
  ["SERVICECHAT_PUBLIC_URL", "https://a.example,b.example", "an http or https address without a path"],
  ["SERVICECHAT_PUBLIC_URL", "https://a.example;b.example", "an http or https address without a path"],
  ["SERVICECHAT_PUBLIC_URL", "ftp://example.com", "an http or https address without a path"],
  ["SERVICECHAT_DATABASE_URL", "mysql://db/chat", "sqlite:<path>"],
  ["SERVICECHAT_DATABASE_URL", "sqlite:", "sqlite:<path>"],
  ["SERVICECHAT_DATABASE_URL", "sqlite::memory:", "sqlite:<path>"],
  ["SERVICECHAT_DATABASE_URL", "postgres:chat", "sqlite:<path> or postgres://"],
  [
    "SERVICECHAT_DATABASE_URL",
    "postgres://postgres@db",
    "sqlite:<path> or postgres://user:password@host/database",
  ],
  [
    "SERVICECHAT_DATABASE_URL",
    "postgres://postgres@db/",
    "sqlite:<path> or postgres://user:password@host/database",
  ],
  ["SERVICECHAT_REDIS_URL", "localhost:6379", "redis://host"],
  ["SERVICECHAT_REDIS_URL", "http://cache", "redis://host"],
  ["SERVICECHAT_SECRET", "short", "at least 32 characters long"],
  [
    "SERVICECHAT_SECRET",
    " ".repeat(32),
    "at least 32 characters long, with at least 12 different characters",
  ],
  [
    "SERVICECHAT_SECRET",
    "a".repeat(64),
    "at least 32 characters long, with at least 12 different characters",
  ],
  [
    "SERVICECHAT_SECRET",
    "abc ".repeat(16),
    "at least 32 characters long, with at least 12 different characters",
  ],
  [
    "SERVICECHAT_SECRET",
    "0123456789abcdef".repeat(2),
    "at least 32 characters long, with at least 12 different characters, and not the same few repeated",
  ],
  ["SERVICECHAT_LOG_LEVEL", "loud", "one of fatal, error, warn, info, debug, trace, silent"],
  ["SERVICECHAT_TRUSTED_PROXIES", "proxy.example", "IP addresses or networks"],
  ["SERVICECHAT_ALLOWED_NETWORKS", "10.0.0.0/33", "networks such as"],
  ["SERVICECHAT_ALLOWED_NETWORKS", "10.0.0.1", "networks such as"],
  ["SERVICECHAT_METRICS_TOKEN", "short", "at least 16 printable characters without spaces"],
  ["SERVICECHAT_METRICS_TOKEN", "sixteen and more characters", "at least 16 printable characters"],
  ["SERVICECHAT_SESSION_IDLE_DAYS", "0", "a whole number from 1"],
  ["SERVICECHAT_SESSION_DAYS", "-1", "a whole number from 1"],
])(
  "%s=%s is refused with a sentence that gives the allowed values, and does not repeat it",
  (name, value, mustBe) => {
    const read = () => readSettings({ [name]: value });
    expect(read).toThrow(`${name} must be ${mustBe}`);
    if (name === "SERVICECHAT_SECRET" || name === "SERVICECHAT_METRICS_TOKEN")
      expect(read).not.toThrow(value);
  },
);

test("several nodes can share a PostgreSQL database, and are connected by Redis", () => {
  const settings = readSettings({
    SERVICECHAT_DATABASE_URL: "postgres://chat:secret@db/chat",
    SERVICECHAT_REDIS_URL: "redis://cache:6379",
    SERVICECHAT_SECRET: secret,
  });
  expect(settings.database).toEqual({ kind: "postgres", url: "postgres://chat:secret@db/chat" });
  expect(settings.redisUrl).toBe("redis://cache:6379");
  expect(databaseName(settings.database)).toBe("postgres://db/chat");
});

test.each([
  ["a separate database", { SERVICECHAT_SECRET: secret }, "SERVICECHAT_DATABASE_URL=postgres://"],
  ["a secret of its own", { SERVICECHAT_DATABASE_URL: "postgres://db/chat" }, "the same SERVICECHAT_SECRET"],
])("a node that shares Redis may not have %s", (_, others, sentence) => {
  expect(() => readSettings({ SERVICECHAT_REDIS_URL: "redis://cache", ...others })).toThrow(sentence);
});

test("a .env file completes the environment and never overrides it", () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, ".env"), 'PATH=from-file\nSERVICECHAT_TEST_ONLY="from file" # comment\n');
  const environment = completeEnvironment(process.env, folder);
  expect(environment["SERVICECHAT_TEST_ONLY"]).toBe("from file");
  expect(environment["PATH"]).toBe(process.env["PATH"]);
  expect(process.env["SERVICECHAT_TEST_ONLY"]).toBeUndefined();
});

test("a .env file from a Windows editor, with a byte order mark and CRLF, is read the same", () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, ".env"), "\uFEFFSERVICECHAT_DATA_DIR=/srv/chat\r\nPORT=9000\r\n");
  expect(completeEnvironment({}, folder)).toEqual({ SERVICECHAT_DATA_DIR: "/srv/chat", PORT: "9000" });
});

test("a .env file that is not UTF-8 text is refused, instead of starting without its settings", () => {
  const folder = temporaryFolder();
  const utf16 = Buffer.from("\uFEFFSERVICECHAT_DATA_DIR=/srv/chat\n", "utf16le");
  writeFileSync(join(folder, ".env"), utf16);
  expect(() => completeEnvironment({}, folder)).toThrow(
    /^The file .*\.env is not UTF-8 text\. Save it as UTF-8\.$/,
  );
});

test("a missing .env file is fine", () => {
  expect(completeEnvironment(process.env, temporaryFolder())).toEqual({ ...process.env });
});

test.each([
  ["SERVICECHAT_DATADIR", "SERVICECHAT_DATA_DIR"],
  ["SERVICECHAT_PUBLIC_ULR", "SERVICECHAT_PUBLIC_URL"],
  ["SERVICECHAT_DATABSE_URL", "SERVICECHAT_DATABASE_URL"],
  ["SERVICECHAT_LOGLEVEL", "SERVICECHAT_LOG_LEVEL"],
  ["SERVICECHAT_SESSION_IDLE_DAY", "SERVICECHAT_SESSION_IDLE_DAYS"],
  ["SERVICECHAT_DATA", "SERVICECHAT_DATA_DIR"],
  ["SERVICECHAT_PORT", "PORT"],
  ["SERVICECHAT_", "PORT"],
])(
  "for the misspelt setting %s the closest one is suggested, %s, and its value is not printed",
  (name, nearest) => {
    const environment = { PATH: "/bin", SERVICECHAT_SECRET: secret, [name]: "its value" };
    expect(unknownSettings(environment)).toEqual([`unknown setting ${name}. Did you mean ${nearest}?`]);
    expect(readSettings(environment).secret).toBe(secret);
  },
);

test("variables that Kubernetes sets for a Service named servicechat cause no warning", () => {
  const environment = {
    SERVICECHAT_SERVICE_HOST: "10.0.0.7",
    SERVICECHAT_SERVICE_PORT: "80",
    SERVICECHAT_SERVICE_PORT_HTTP: "80",
    SERVICECHAT_PORT: "tcp://10.0.0.7:80",
    SERVICECHAT_PORT_80_TCP: "tcp://10.0.0.7:80",
    SERVICECHAT_PORT_80_TCP_ADDR: "10.0.0.7",
    SERVICECHAT_REDIS_SERVICE_HOST: "10.0.0.8",
  };
  expect(unknownSettings(environment)).toEqual([]);
});

test("known and empty variables, and those of tests or other programs, cause no warning", () => {
  const environment = {
    SERVICECHAT_DATA_DIR: "/d",
    SERVICECHAT_SECRT: "",
    SERVICECHAT_TEST_REDIS_URL: "redis://r",
  };
  expect(unknownSettings({ ...environment, ServiceChat: "1", MY_SERVICECHAT_KEY: "1" })).toEqual([]);
});
