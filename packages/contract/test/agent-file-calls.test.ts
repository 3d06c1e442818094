import { expect, test } from "vitest";
import { headersSchema, httpCallSchema, readIdentitySecret } from "../src/agent-file/index.ts";

test.each([
  ["https://shop.example/{id}", true],
  ["https://shop.example/?id={id}", true],
  ["https://{id}.example/", false],
  ["https://shop.example:{id}/", false],
  ["{id}://shop.example/", false],
  ["https://ada@shop.example/", false],
  ["https://ada:secret@shop.example/", false],
  ["https://:secret@shop.example/", false],
])(
  "what is filled in decides no more than path and query, and a user is never stored: %s",
  (url, isTaken) => {
    expect(httpCallSchema.safeParse({ url }).success).toBe(isTaken);
  },
);

test("a call has at most 20 headers", () => {
  const headers = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`X-${index}`, "x"]));
  expect(headersSchema.safeParse(headers(20)).success).toBe(true);
  expect(headersSchema.safeParse(headers(21)).success).toBe(false);
});

test("the secret of an identity is at least 32 bytes without the blanks around it", () => {
  const read = readIdentitySecret;
  expect(read(undefined)).toBeUndefined();
  expect(read(`${"s".repeat(31)} \n`)).toBeUndefined();
  expect(new TextDecoder().decode(read(` ${"s".repeat(32)}\n`))).toBe("s".repeat(32));
  expect(read("\u00e4".repeat(16))?.byteLength).toBe(32);
});
