import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { instanceSecret } from "../src/database/instance-secret.ts";

const parent = mkdtempSync(join(tmpdir(), "servicechat-secret-"));
const dataDirectory = join(parent, "data");
const settings = { dataDirectory, secret: undefined };
afterEach(() => rmSync(dataDirectory, { recursive: true, force: true }));

test("the first start creates a secret that only its owner can read, in a folder that only its owner can enter", () => {
  const secret = instanceSecret(settings, { randomBytes });
  expect(Buffer.from(secret, "base64url")).toHaveLength(32);
  expect(readFileSync(join(dataDirectory, "secret"), "utf8")).toBe(`${secret}\n`);
  expect(statSync(join(dataDirectory, "secret")).mode & 0o777).toBe(0o600);
  expect(statSync(dataDirectory).mode & 0o777).toBe(0o700);
});

test("a second start keeps it", () => {
  const secret = instanceSecret(settings, { randomBytes });
  expect(instanceSecret(settings, { randomBytes })).toBe(secret);
});

test("a secret in the settings is used unchanged, and none is created", () => {
  const secret = "8f3c1e5a07d94b62c8e1f03a7d5b2946";
  expect(instanceSecret({ dataDirectory, secret }, { randomBytes })).toBe(secret);
  expect(() => statSync(dataDirectory)).toThrow();
});

test("a file that is too short to contain a secret, or contains an obviously invented one, is refused, never used", () => {
  instanceSecret(settings, { randomBytes });
  for (const text of [
    "",
    "0123456789abcdef0123456789abcde",
    "a".repeat(32),
    "0123456789abcdef".repeat(3),
    `a${" ".repeat(40)}b`,
  ]) {
    writeFileSync(join(dataDirectory, "secret"), `${text}\n`);
    expect(() => instanceSecret(settings, { randomBytes })).toThrow("contains no usable secret");
  }
});

test("an unreadable secret is reported in a sentence that names its file", () => {
  mkdirSync(join(dataDirectory, "secret"), { recursive: true });
  expect(() => instanceSecret(settings, { randomBytes })).toThrow(/^The file \S+ cannot be read: EISDIR/);
});
