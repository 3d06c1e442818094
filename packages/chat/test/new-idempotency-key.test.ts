import { expect, test } from "vitest";
import { newIdempotencyKey } from "../src/conversation/new-idempotency-key.ts";

test("an idempotency key is 32 hexadecimal characters, different each time", () => {
  const keys = Array.from({ length: 500 }, newIdempotencyKey);
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/);
  expect(new Set(keys).size).toBe(keys.length);
});
