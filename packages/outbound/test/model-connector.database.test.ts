import { createServer } from "node:http";
import { createModelFetch } from "@servicechat/outbound/models";
import { expect, test } from "vitest";
import { listenOnLoopback } from "../../../test/support/listen-on-loopback.ts";

test("a model is reached wherever its name leads, unless its origin must be public: then it is looked up each time", async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.headers.host ?? "");
    response.end("{}");
  });
  await using listening = await listenOnLoopback(server);
  const { port } = listening;
  const publicOnly = new Set([`http://flip.example:${port}`]);
  const fetch = createModelFetch({
    isPublicOnly: async (origin) => publicOnly.has(origin),
    resolve: async () => ["8.8.8.8", "127.0.0.1"],
  });
  const ask = (host: string) => fetch(`http://${host}:${port}/v1`, { method: "POST", body: "{}" });
  await expect(ask("flip.example")).rejects.toMatchObject({
    cause: { kind: "refused", message: "flip.example leads to 127.0.0.1, which is not a public address" },
  });
  expect(asked).toEqual([]);
  expect((await ask("localhost")).status).toBe(200);
  publicOnly.add(`http://127.0.0.1:${port}`);
  await expect(ask("127.0.0.1")).rejects.toMatchObject({ cause: { kind: "refused" } });
  expect(asked).toEqual([`localhost:${port}`]);
});
