import { connect } from "node:net";
import { expect, test } from "vitest";
import { rawRequest } from "../support/raw-request.ts";
import { shop, startService } from "../support/start-service.ts";
import { ask } from "../support/visitor.ts";

test("Promise 22: a slow body ends with 408 while others are served", { timeout: 60_000 }, async () => {
  await using service = await startService();
  const slowRequest =
    `POST /chat-bot/ HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service.key}\r\nOrigin: ${shop}\r\n` +
    'Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"messages":';
  const answers = Array.from({ length: 5 }, () => rawRequest(service.port, slowRequest));
  // One that never falls silent: what counts is the whole body, not the pause between two bytes.
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

  for (const { status, body } of await Promise.all(answers)) {
    expect(status).toBe(408);
    expect(JSON.parse(body)).toMatchObject({ code: "request_timeout", retryable: true });
  }
  await expect.poll(() => dripped).toMatch(/^HTTP\/1\.1 408 /);
  clearInterval(drip);
  for (const socket of [dripping, ...crowd]) socket.destroy();
  expect(service.model.asked).toHaveLength(asked);
  expect((await service.fetch("/chat-bot/config")).status).toBe(200);
});
