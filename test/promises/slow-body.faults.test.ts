import { connect } from "node:net";
import { expect, test } from "vitest";
import { rawRequest } from "../support/raw-request.ts";
import { shop, startService } from "../support/start-service.ts";
import { ask } from "../support/visitor.ts";

/** Instead of 15 seconds. */
const bodyMs = 3_000;

test("Promise 22: a slow body ends with 408 while others are served", async () => {
  await using service = await startService({ options: { bodyMs } });
  const slowRequest =
    `POST /chat-bot/ HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service.key}\r\nOrigin: ${shop}\r\n` +
    'Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"messages":';
  const answers = Array.from({ length: 5 }, () => rawRequest(service.port, slowRequest));
  const answeredEarly = rawRequest(service.port, slowRequest.replace("Authorization: Bearer", "Not-Sent:"));
  // One that is never silent: the limit applies to the whole body, not to the pause between two bytes.
  const dripping = connect(service.port, "127.0.0.1").on("error", () => undefined);
  let dripped = "";
  dripping.on("data", (chunk: Buffer) => (dripped += chunk.toString()));
  dripping.write(slowRequest);
  const drip = setInterval(() => dripping.write(" "), 500);
  const crowd = Array.from({ length: 200 }, () =>
    connect(service.port, "127.0.0.1").on("error", () => undefined),
  );
  for (const socket of crowd) socket.write(slowRequest);

  for (let round = 0; round < 5; round++) {
    expect((await service.fetch("/chat-bot/config")).status).toBe(200);
    expect((await ask(service, "quick")).text).toBe("Hello from the model.");
  }
  const asked = service.model.asked.length;

  for (const { status, raw, body } of await Promise.all(answers)) {
    expect(status).toBe(408);
    // As in every response to an admitted request, so that a page can read it.
    expect(raw).toContain(`\r\nAccess-Control-Allow-Origin: ${shop}\r\n`);
    expect(raw).toMatch(/\r\nRateLimit: "key";r=\d+;t=\d+\r\n/);
    expect(JSON.parse(body)).toMatchObject({ code: "request_timeout", retryable: true });
  }
  expect((await answeredEarly).status, "and its connection has ended too").toBe(401);
  await expect.poll(() => dripped).toMatch(/^HTTP\/1\.1 408 /);
  clearInterval(drip);
  for (const socket of [dripping, ...crowd]) socket.destroy();
  expect(service.model.asked).toHaveLength(asked);
  expect((await service.fetch("/chat-bot/config")).status).toBe(200);
});

test("Promise 22: a large file over a slow line is accepted as long as it keeps arriving, but not if it stalls", async () => {
  await using service = await startService({ agent: { uploads: {} }, options: { bodyMs } });
  const head = '--part\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n';
  const size = 600_000;
  const body = `${head}${"word ".repeat(size / 5)}\r\n--part--\r\n`;
  /** Sends the first bytes of it. */
  function begin(path: string, atOnce: number) {
    const socket = connect(service.port, "127.0.0.1").on("error", () => undefined);
    let answer = "";
    socket.on("data", (chunk: Buffer) => (answer += chunk.toString()));
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service.key}\r\nOrigin: ${shop}\r\n` +
        `Content-Type: multipart/form-data; boundary=part\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    socket.write(body.slice(0, atOnce));
    return {
      answer: () => answer,
      status: () => Number(answer.slice(9, 12)),
      writeRest: () => socket.write(body.slice(atOnce)),
      [Symbol.dispose]: () => void socket.destroy(),
    };
  }

  using slow = begin("/chat-bot/uploads", size - 1000);
  using still = begin("/chat-bot/uploads", 1000);

  await expect.poll(still.status).toBe(408);
  // The time for any other body is over.
  expect(slow.answer()).toBe("");
  slow.writeRest();
  await expect.poll(slow.status).toBe(201);
});
