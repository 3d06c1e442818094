import { expect, test } from "vitest";
import { openSqlite } from "@servicechat/storage/sqlite";
import { startService } from "../support/start-service.ts";

test("an unforeseen error is answered as internal, which reveals nothing; the log has its cause", async () => {
  const service = await startService({
    openStorage: async (file) => {
      const storage = await openSqlite({ file });
      const findSession = () => Promise.reject(new Error("canary of the inside"));
      return { ...storage, conversations: { ...storage.conversations, findSession } };
    },
  });
  const headers = { "X-Session-Token": `st_${"A".repeat(43)}` };
  const response = await service.fetch("/chat-bot/history", { headers });

  expect([response.status, response.headers.get("Cache-Control")]).toEqual([500, "no-store"]);
  const text = await response.text();
  expect(JSON.parse(text)).toMatchObject({ code: "internal", status: 500 });
  expect(text).not.toMatch(/canary|\bat /);
  expect(service.logged).toMatchObject([
    { level: "error", message: "unnamed error", detail: { err: { message: "canary of the inside" } } },
  ]);
  // The harness detects such a line too.
  await expect(service[Symbol.asyncDispose]()).rejects.toThrow("unnamed error");
});
