import { expect, test } from "vitest";
import { createClient } from "../src/index.ts";
import { json, startScriptedServer } from "./scripted-server.ts";

test("key, ticket and token go to the service only: no redirect is followed, and no cookie goes along", async () => {
  const elsewhere = await startScriptedServer([json(200, { messages: [] })]);
  const service = await startScriptedServer([
    (response) => void response.writeHead(307, { location: `${elsewhere.baseUrl}/chat-bot/history` }).end(),
  ]);
  const asked: (RequestInit | undefined)[] = [];
  const client = createClient({
    baseUrl: service.baseUrl,
    key: "ak_1_s",
    ticket: () => "ticket",
    fetch: (input, init) => (asked.push(init), fetch(input, init)),
  });

  await expect(client.history("st_1")).rejects.toMatchObject({ code: "network" });

  expect(service.seen[0]?.headers).toMatchObject({
    authorization: "Bearer ak_1_s",
    "x-session-token": "st_1",
    "x-embed-ticket": "ticket",
  });
  expect(elsewhere.seen).toEqual([]);
  expect(asked.map((init) => init?.credentials)).toEqual(["omit"]);
  await Promise.all([service.close(), elsewhere.close()]);
});
