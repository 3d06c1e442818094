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
    const client = createClient({ baseUrl: server.baseUrl, key: "ak_1_s", fetch, patience: 100 });
    await expect(client.history("st_1")).rejects.toMatchObject({ status: 0, lost: true });
    await expect(client.history("st_1")).resolves.toEqual({ messages: [] });
    await server.close();
  },
);
