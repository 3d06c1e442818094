import { connect } from "node:net";
import { expect, test } from "vitest";
import { openSqlite } from "@servicechat/storage/sqlite";
import { readMetrics } from "../support/read-metrics.ts";
import { shop, startService } from "../support/start-service.ts";

test("Promise 7: nothing remains open of a visitor who leaves while the message is being committed, and the reply is stored", async () => {
  const asked = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  await using service = await startService({
    openStorage: async (file) => {
      const storage = await openSqlite({ file });
      const { conversations } = storage;
      return {
        ...storage,
        conversations: {
          ...conversations,
          async acceptTurn(turn) {
            asked.resolve();
            await gate.promise;
            return conversations.acceptTurn(turn);
          },
        },
      };
    },
  });
  const body = JSON.stringify({ messages: [{ type: "text", block: { value: "gone" } }] });
  const socket = connect(service.port, "127.0.0.1");
  socket.write(
    `POST /chat-bot/ HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service.key}\r\nOrigin: ${shop}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  await asked.promise;
  socket.resetAndDestroy();
  // The service has noticed the end of that connection once it has answered on a later one.
  await service.fetch("/chat-bot/agent");
  gate.resolve();

  const metric = async (name: string) => (await readMetrics(service)).values.get(name);
  const completed = () => metric('servicechat_replies_total{status="complete"}');
  await expect.poll(completed).toBe(1);
  expect(await metric("servicechat_open_streams")).toBe(0);
});
