import type { ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { createClient } from "../src/index.ts";
import { json, startScriptedServer } from "./scripted-server.ts";

test.each([
  ["not answered", () => undefined],
  ["answered by halves", (response) => void response.writeHead(200).write('{"messages":')],
  ["cut off", (response) => void response.writeHead(200).write("{", () => response.destroy())],
] satisfies [string, (response: ServerResponse) => void][])(
  "a request that is %s counts as lost, and what comes in time as an answer",
  async (_name, step) => {
    const server = await startScriptedServer([step, json(200, { messages: [] })]);
    const client = createClient({ baseUrl: server.baseUrl, key: "ak_1_s", fetch, patience: 1000 });
    await expect(client.history("st_1")).rejects.toMatchObject({ status: 0, lost: true });
    await expect(client.history("st_1")).resolves.toEqual({ messages: [] });
    await server.close();
  },
);

const png = (response: ServerResponse) => response.writeHead(200, { "content-type": "image/png" });

test.each([
  ["stands still", (response) => void png(response).write("p")],
  ["is cut off", (response) => void png(response).write("p", () => response.destroy())],
] satisfies [string, (response: ServerResponse) => void][])(
  "an image that %s halfway counts as lost, and comes whole when it is asked for again",
  async (_name, step) => {
    const server = await startScriptedServer([step, (response) => void png(response).end("png")]);
    const client = createClient({ baseUrl: server.baseUrl, key: "ak_1_s", fetch, patience: 1000 });
    await expect(client.image("/chat-bot/images/img_1", "st_1")).rejects.toMatchObject({
      code: "stream_cut",
      lost: true,
    });
    const image = await client.image("/chat-bot/images/img_1", "st_1");
    expect([image.type, await image.text()]).toEqual(["image/png", "png"]);
    await server.close();
  },
);

test("a refusal whose reason does not come is judged by its status", async () => {
  const server = await startScriptedServer([
    (response) =>
      void response
        .writeHead(404, { "content-type": "application/problem+json", "content-length": "100" })
        .write('{"code":'),
  ]);
  const client = createClient({ baseUrl: server.baseUrl, key: "ak_1_s", fetch, patience: 1000 });
  await expect(client.history("st_1")).rejects.toMatchObject({
    status: 404,
    code: "unexpected_answer",
    retryable: false,
  });
  await server.close();
});
