import { afterEach, expect, test } from "vitest";
import { createClient, type ClientOptions } from "../src/index.ts";
import { json, startScriptedServer, stream } from "./scripted-server.ts";

const hello = [{ type: "text", block: { value: "Hi" } }] as const;
const done = "event: done\nid: rep_1.1\ndata: {}\n\n";

let closing: (() => Promise<void>) | undefined;
afterEach(() => closing?.());

async function set(script: Parameters<typeof startScriptedServer>[0], options: Partial<ClientOptions> = {}) {
  const server = await startScriptedServer(script);
  closing = server.close;
  return {
    client: createClient({ baseUrl: server.baseUrl, key: "ak_1_s", fetch, ...options }),
    seen: server.seen,
  };
}

test("who the visitor is, what the page is, and what is replaced go along with a message", async () => {
  const { client, seen } = await set([stream([done])], { userToken: () => "a.b.c" });
  const context = { data: { cart: 1 } };
  await client.post(hello, { token: "st_1", context, replaces: "msg_1", onEvent: () => undefined });
  expect(seen[0]?.headers["x-user-token"]).toBe("a.b.c");
  expect(JSON.parse(seen[0]?.body ?? "")).toEqual({ messages: hello, context, replaces: "msg_1" });
});

test("nobody's token goes along with any other request", async () => {
  const { client, seen } = await set([json(200, { messages: [] })], { userToken: () => "a.b.c" });
  await client.history("st_1");
  expect(seen[0]?.headers).not.toHaveProperty("x-user-token");
});

test("a history that is read while nobody sees the page is asked for as such", async () => {
  const history = json(200, { messages: [] });
  let isSeen = false;
  const { client, seen } = await set([history, history, history], { isSeen: () => isSeen });
  await client.history("st_1");
  isSeen = true;
  await client.history("st_1");
  await client.history("st_2", false); // another chat than the one that is on the page
  expect(seen.map(({ path }) => path)).toEqual([
    "/chat-bot/history?seen=false",
    "/chat-bot/history",
    "/chat-bot/history?seen=false",
  ]);
});

test("a first message whose answer brings no token was not answered by the service", async () => {
  const { client } = await set([stream([done])]);
  await expect(client.post(hello, { onEvent: () => undefined })).rejects.toMatchObject({
    code: "unexpected_answer",
  });
});

test.each([{}, { messages: "none" }])("%j is not a history", async (answer) => {
  const { client } = await set([json(200, answer)]);
  await expect(client.history("st_1")).rejects.toMatchObject({ code: "unexpected_answer" });
});

test.each([
  [404, false],
  [408, true],
  [429, true],
  [500, true],
])("a %i without a reason is worth another try: %s", async (status, retryable) => {
  const { client } = await set([(response) => void response.writeHead(status).end()]);
  await expect(client.agent()).rejects.toMatchObject({ status, code: "unexpected_answer", retryable });
});

test("a file may take longer to arrive than a request is waited for", async () => {
  const taken = { id: "file_1", name: "a", mediaType: "text/plain", size: 1 };
  const late = json(201, taken, { "x-session-token": "st_1" });
  const { client } = await set([(response) => void setTimeout(() => late(response), 150)], { patience: 50 });
  expect((await client.upload(new File(["x"], "a"))).file).toEqual(taken);
});
