import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { publicKeyId } from "@servicechat/contract";
import { hashSecret, issueKey } from "../src/keys/key-secret.ts";

test("a key is ak_, its public id, and 256 random bits", () => {
  const { key, id, lastFour, secretHash } = issueKey({ randomBytes });
  const [, , secret = ""] = /^ak_([0-9a-f]{12})_([\w-]{43})$/.exec(key) ?? [];
  expect(publicKeyId(key)).toBe(id);
  expect(Buffer.from(secret, "base64url")).toHaveLength(32);
  expect(secret.endsWith(lastFour)).toBe(true);
  expect(lastFour).toHaveLength(4);
  expect(hashSecret(secret)).toBe(secretHash);
});

test("what is kept of a key does not hold its secret", () => {
  const { key, ...kept } = issueKey({ randomBytes });
  expect(JSON.stringify(kept)).not.toContain(key.slice(-43));
  expect(kept.secretHash).toMatch(/^[0-9a-f]{64}$/);
});

test("no two keys are the same", () => {
  const keys = Array.from({ length: 100 }, () => issueKey({ randomBytes }));
  expect(new Set(keys.map(({ key }) => key)).size).toBe(100);
  expect(new Set(keys.map(({ id }) => id)).size).toBe(100);
});
