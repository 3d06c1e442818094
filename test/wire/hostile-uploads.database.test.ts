import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import { eraseChats } from "../support/list-chats.ts";
import { rawRequest } from "../support/raw-request.ts";
import { shop, startService } from "../support/start-service.ts";
import type { TestService } from "../support/start-service.ts";
import { sendFile, upload } from "../support/uploads.ts";

const start = () => startService({ agent: { uploads: { maxBytes: 10_000 } } });

const part = (headers: string, content: string) => `--b\r\n${headers}\r\n\r\n${content}\r\n`;
const file = (name = "file", content = "Hello", filename = "a.txt") =>
  part(`Content-Disposition: form-data; name="${name}"; filename="${filename}"`, content);
const end = "--b--\r\n";

function send(service: Pick<TestService, "fetch">, body: string, type = "multipart/form-data; boundary=b") {
  return service.fetch("/chat-bot/uploads", { method: "POST", headers: { "Content-Type": type }, body });
}

/** Nothing of a refused upload is stored, not even its session. */
async function expectNothingKept({ storage }: TestService): Promise<void> {
  expect(await eraseChats(storage)).toBe(0);
}

describe("an invalid upload is refused and leaves nothing", () => {
  test.for<[string, string, number, string]>([
    ["an empty body", "", 400, "not complete"],
    ["no part at all", end, 400, "contains no file"],
    ["a body that ends in the middle of the file", file().slice(0, -5), 400, "not complete"],
    ["a body that ends after the file, before the end", file(), 400, "not complete"],
    ["a body that ends in the headers of a part", "--b\r\nContent-Disp", 400, "not complete"],
    ["another boundary than the header says", (file() + end).replaceAll("--b", "--c"), 400, "not complete"],
    ["two files", file() + file() + end, 400, "more than one file"],
    ["a file in another field", file("attachment") + end, 400, "must be named 'file'"],
    ["a second file in another field", file() + file("other") + end, 400, "must be named 'file'"],
    [
      "a field that is no file",
      part('Content-Disposition: form-data; name="file"', "x") + end,
      400,
      "no file",
    ],
    ["a part without a name", part("Content-Type: text/plain", "x") + end, 400, "contains no file"],
    ["an empty file", file("file", "") + end, 400, "the file is empty"],
    ["more parts than anyone needs", file("x", "1").repeat(30) + end, 400, "must be named"],
    [
      "more fields than anyone needs",
      part('Content-Disposition: form-data; name="a"', "1").repeat(30) + end,
      400,
      "too many parts",
    ],
    [
      "headers of a part as long as a book",
      part(`Content-Disposition: form-data; name="file"; x="${"a".repeat(9000)}"; filename="a.txt"`, "x") +
        end,
      400,
      "file",
    ],
    ["a file that is too large", file("file", "a".repeat(10_001)) + end, 413, "at most 10000 bytes"],
    [
      "a field that is too large",
      part('Content-Disposition: form-data; name="a"', "a".repeat(40_000)),
      413,
      "10000",
    ],
  ])("%s", async ([, body, status, detail]) => {
    await using service = await start();
    const response = await send(service, body);
    const problem = (await response.json()) as { detail: string };
    expect(problem.detail).toContain(detail);
    expect(response.status).toBe(status);
    expect(response.headers.get("X-Session-Token")).toBeNull();
    await expectNothingKept(service);
  });

  test.for<[string, number]>([
    ["application/json", 415],
    ["text/plain", 415],
    ["multipart/mixed; boundary=b", 415],
    ["multipart/form-datax; boundary=b", 415],
    ["multipart/form-data", 400],
    ["multipart/form-data; boundary=", 400],
    [`multipart/form-data; boundary=${"b".repeat(8000)}`, 400],
  ])("the media type %s", async ([type, status]) => {
    await using service = await start();
    expect((await send(service, file() + end, type)).status).toBe(status);
    await expectNothingKept(service);
  });

  test("a body gets a 201 or a refusal, wherever it is cut or changed", async () => {
    await using service = await start();
    const whole = part('Content-Disposition: form-data; name="note"', "words") + file() + end;
    for (let at = 0; at < whole.length; at += 3) {
      const changed = whole.slice(0, at) + "\r\n--b" + whole.slice(at + 2);
      for (const body of [whole.slice(0, at), changed]) {
        const response = await send(service, body);
        expect([201, 400, 415], body).toContain(response.status);
        await response.arrayBuffer();
      }
    }
    expect((await send(service, whole)).status).toBe(201);
  });
});

const head = (service: TestService, more: string) =>
  `POST /chat-bot/uploads HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service.key}\r\nOrigin: ${shop}\r\n` +
  `Content-Type: multipart/form-data; boundary=b\r\n${more}\r\n\r\n`;

test("a body that is declared too large is refused before any of it arrives", async () => {
  await using service = await start();
  const { status, body } = await rawRequest(
    service.port,
    head(service, "Content-Length: 5000000\r\nExpect: 100-continue\r\nConnection: close"),
  );
  expect(status).toBe(413);
  expect(JSON.parse(body)).toMatchObject({ code: "payload_too_large" });
});

test("a refused request is not asked for its body", async () => {
  await using service = await start();
  const expecting = "Content-Length: 100\r\nExpect: 100-continue\r\nConnection: close";
  const wrongKey = head(service, expecting).replace(service.key, `${service.key}x`);
  const unknownToken = head(service, `${expecting}\r\nX-Session-Token: st_${"a".repeat(43)}`);
  for (const [request, code] of [
    [wrongKey, 401],
    [unknownToken, 404],
  ] as const) {
    const { status, raw } = await rawRequest(service.port, request);
    expect(status).toBe(code);
    expect(raw).not.toContain("100 Continue");
  }
});

test.for<[string, string]>([
  ["in the file", file("file", "").slice(0, -2)],
  ["in a field", part('Content-Disposition: form-data; name="a"', "").slice(0, -2)],
  ["before the first part", "words"],
  ["after the last part", file() + end],
])("a body without a declared size is read only up to the limit, %s", async ([, beginning]) => {
  await using service = await start();
  const chunk = (piece: string) => `${piece.length.toString(16)}\r\n${piece}\r\n`;
  const body = chunk(beginning) + chunk("a".repeat(8000)).repeat(6);
  const { status } = await rawRequest(
    service.port,
    head(service, "Transfer-Encoding: chunked\r\nConnection: close") + body,
  );
  expect(status).toBe(413);
  await expectNothingKept(service);
});

test("a file that does not arrive in time is 408, one whose sender leaves is not stored", async () => {
  await using service = await start();
  const beginning = head(service, "Content-Length: 5000") + file().slice(0, -10);
  const gone = connect(service.port, "127.0.0.1", () => gone.write(beginning));
  await expect.poll(() => gone.bytesWritten).toBeGreaterThan(100);
  gone.destroy();
  const { status, body } = await rawRequest(service.port, beginning);
  expect(status).toBe(408);
  expect(JSON.parse(body)).toMatchObject({ code: "request_timeout", retryable: true });
  await expectNothingKept(service);
  await upload(service, { bytes: "Hello" });
});

test("more files at once than memory allows are refused, for their own key, until some are finished", async () => {
  await using service = await startService({ agent: { uploads: { maxBytes: 20 * 1024 * 1024 } } });
  const other = await service.createKey();
  const waiting = Array.from({ length: 4 }, () => {
    const socket = connect(service.port, "127.0.0.1", () =>
      socket.write(head(service, "Content-Length: 20000000") + file().slice(0, -10)),
    );
    return socket.on("error", () => undefined);
  });
  const send = (headers = {}) => sendFile(service, { bytes: "a".repeat(8_000_000), headers });
  await expect.poll(async () => (await send()).status).toBe(429);
  const refused = await send();
  expect(await refused.json()).toMatchObject({ code: "key_busy", retryable: true });
  expect(refused.headers.get("Retry-After")).toBe("2");
  expect((await send({ Authorization: `Bearer ${other.key}` })).status).toBe(201);
  for (const socket of waiting) socket.destroy();
  await expect.poll(async () => (await send()).status).toBe(201);
});

test("small files need little memory: many that do not arrive block nobody", async () => {
  await using service = await startService({ agent: { uploads: { maxBytes: 20 * 1024 * 1024 } } });
  const waiting = await Promise.all(
    Array.from({ length: 30 }, async () => {
      const socket = connect(service.port, "127.0.0.1");
      socket.on("error", () => undefined);
      socket.write(head(service, "Content-Length: 5000\r\nExpect: 100-continue"));
      // The service asks for the body once there is memory for it.
      const [answer] = (await once(socket, "data")) as [Buffer];
      expect(answer.toString("latin1")).toContain("100 Continue");
      return socket;
    }),
  );
  await upload(service, { bytes: "Hello" });
  for (const socket of waiting) socket.destroy();
});
