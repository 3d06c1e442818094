import { expect, test } from "vitest";
import { rawRequest } from "../support/raw-request.ts";
import { shop } from "../support/shop.ts";
import { startService } from "../support/start-service.ts";

test("while the service stops, a kept-alive connection is closed after its response, even if others are still running", async () => {
  const short = Promise.withResolvers<void>();
  const long = Promise.withResolvers<void>();
  await using service = await startService({
    script: ({ messages }) => [
      "one",
      { until: JSON.stringify(messages).includes("short") ? short.promise : long.promise },
      " two",
    ],
    options: { drainMs: 10_000 },
  });
  const ask = (text: string) => {
    const body = JSON.stringify({ messages: [{ type: "text", block: { value: text } }] });
    return rawRequest(
      service.port,
      `POST /chat-bot/ HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service.key}\r\nOrigin: ${shop}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: keep-alive\r\n\r\n${body}`,
    );
  };
  const answers = { short: ask("short"), long: ask("long") };
  await expect.poll(() => service.model.asked.length).toBe(2);

  const stopped = service.server.stop();
  short.resolve();
  const { status, body } = await answers.short;

  expect({ status, body }).toMatchObject({ status: 200, body: expect.stringMatching(/event: done\s/) });
  long.resolve();
  expect((await answers.long).body).toMatch(/two.*event: done\s/s);
  await stopped;
});
