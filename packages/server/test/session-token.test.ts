import { createSecretKey } from "node:crypto";
import { expect, test } from "vitest";
import { derivedToken, hashToken, presentedToken, randomToken } from "../src/turn/session-token.ts";

const keyOf = (letter: string) => createSecretKey(Buffer.from(letter.repeat(32)));
const secret = keyOf("s");
const first = { agentId: "shop", idempotencyKey: "k".repeat(36), replyId: "rep_1" };

test("the token of a chat that an Idempotency-Key opened is the same again, and another with anything else", () => {
  const tokens = [
    derivedToken(secret, first),
    derivedToken(keyOf("o"), first),
    derivedToken(secret, { ...first, agentId: "shop-2" }),
    derivedToken(secret, { ...first, idempotencyKey: "l".repeat(36) }),
    derivedToken(secret, { ...first, replyId: "rep_2" }),
  ];
  expect(derivedToken(secret, first)).toBe(tokens[0]);
  expect(new Set(tokens).size).toBe(tokens.length);
});

test("a token is st_ and 256 bits, however it was made, and only such a one is looked for", () => {
  for (const token of [randomToken(), derivedToken(secret, first)]) {
    expect(token).toMatch(/^st_[\w-]{43}$/);
    expect(Buffer.from(token.slice(3), "base64url")).toHaveLength(32);
    expect(presentedToken(token)).toBe(token);
    expect(hashToken(token)).toMatch(/^[0-9a-f]{64}$/);
    for (const other of [`${token}x`, token.slice(0, -1), token.slice(3), `${token}, ${token}`])
      expect(presentedToken(other)).toBeUndefined();
  }
  expect(randomToken()).not.toBe(randomToken());
});
