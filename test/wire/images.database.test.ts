import { createServer } from "node:http";
import { describe, expect, test } from "vitest";
import { png } from "../support/sample-files.ts";
import { createOutbound } from "@servicechat/outbound";
import { createKey } from "../support/create-key.ts";
import { startService } from "../support/start-service.ts";
import type { TestService } from "../support/start-service.ts";
import { upload } from "../support/uploads.ts";
import { ask, history } from "../support/visitor.ts";
import { listenOnLoopback } from "../support/listen-on-loopback.ts";

const start = () => startService({ agent: { uploads: {} } });

function getImage(service: Pick<TestService, "fetch">, id: string, token?: string, method = "GET") {
  return service.fetch(`/chat-bot/images/${id}`, {
    method,
    headers: token === undefined ? {} : { "X-Session-Token": token },
  });
}

describe("GET /chat-bot/images/{id}", () => {
  test("returns the bytes to their own session, in a way that lets browsers only draw them", async () => {
    await using service = await start();
    const { id, token } = await upload(service, { name: "a.png", bytes: png({ word: "words" }) });
    const response = await getImage(service, id, token);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "image/png",
      "content-length": "38",
      "content-disposition": "inline",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
      "cache-control": "no-store",
      "access-control-allow-origin": "https://shop.example",
    });
    expect(Buffer.from(await response.arrayBuffer()).equals(png({ word: "words" }))).toBe(true);
    const head = await getImage(service, id, token, "HEAD");
    expect([head.status, head.headers.get("Content-Length")]).toEqual([200, "38"]);
  });

  test("what is not an image, or does not exist, is not returned", async () => {
    await using service = await start();
    const { id, token } = await upload(service, { bytes: "Hello" });
    for (const wrong of [id, "img_unknown", "{id}", "%00", "..%2f", "a".repeat(3000)]) {
      const response = await getImage(service, wrong, token);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ code: "not_found" });
    }
    for (const path of ["/chat-bot/images", "/chat-bot/images/", `/chat-bot/images/${id}/x`])
      expect((await service.fetch(path, { headers: { "X-Session-Token": token } })).status).toBe(404);
  });

  test("the order of checks is that of every path: 401, 403, 405, then 404", async () => {
    await using service = await start();
    const path = "/chat-bot/images/img_x";
    const bare = (headers: Record<string, string>, method = "GET") =>
      fetch(service.baseUrl + path, { method, headers });
    expect((await bare({})).status).toBe(401);
    const key = `Bearer ${service.key}`;
    expect((await bare({ Authorization: key, Origin: "https://evil.example" })).status).toBe(403);
    const wrong = await service.fetch(path, { method: "DELETE" });
    expect([wrong.status, wrong.headers.get("Allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
    expect((await bare({ Origin: "https://a.example" }, "OPTIONS")).status).toBe(204);
    expect((await service.fetch(path)).status).toBe(404);
  });
});

/** A drawing back end: its response is given by the test. */
async function startDrawer(contentType: string, bytes: Uint8Array) {
  const server = createServer((_request, response) => {
    response.writeHead(200, { "Content-Type": contentType }).end(bytes);
  });
  const listening = await listenOnLoopback(server);
  return {
    ...listening,
    url: `${listening.baseUrl}/map.png`,
  };
}

/** A service whose agent has a tool that draws maps, and a model that uses it once. */
async function startWithDrawer(url: string, dataDirectory?: string) {
  await using stack = new AsyncDisposableStack();
  const service = stack.use(
    await startService({
      outbound: stack.use(createOutbound({ allowedNetworks: ["127.0.0.0/8"] })),
      agent: { tools: [{ name: "map", title: "Drawing a map", description: "Draws a map.", http: { url } }] },
      script: ({ messages }) =>
        messages.at(-1)?.role === "tool" ? ["Here it is."] : [{ tool: "map", input: {} }],
      ...(dataDirectory !== undefined && { dataDirectory }),
    }),
  );
  const kept = stack.move();
  return { ...service, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

test("an image from a tool is shown in the reply, stored with the chat, and there again after a restart", async () => {
  const bytes = png({ width: 640, height: 480, word: "the map" });
  await using drawer = await startDrawer("image/png", bytes);
  await using service = await startWithDrawer(drawer.url);
  const { token, events } = await ask(service, "Where are you?");
  const image = events.find(({ event }) => event === "image")?.data as { url: string };
  expect(image).toMatchObject({ mediaType: "image/png", width: 640, height: 480 });
  expect(image.url).toMatch(/^\/chat-bot\/images\/img_[0-9a-f-]{36}$/);
  expect(events.map(({ event }) => event).join(" ")).toBe(
    "start tool_usage_start tool_usage_progress image tool_usage_stop text done",
  );
  const [, reply] = await history(service, token);
  expect(reply?.parts[1]).toEqual({ type: "image", ...image });
  expect(String(service.model.asked[1]?.messages.at(-1)?.content)).toContain(
    "(images: 1, of which the visitor was shown 1)",
  );

  await service.server.stop();
  await using again = await startWithDrawer(drawer.url, service.dataDirectory);
  const response = await again.fetch(image.url, { headers: { "X-Session-Token": token } });
  expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
});

test.for<[string, string, Uint8Array]>([
  ["an SVG that says it is a PNG", "image/png", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>")],
  ["a PNG of more than 5 MB", "image/png", Buffer.concat([png(), Buffer.alloc(5 * 1024 * 1024)])],
])("%s is not shown, and the reply continues", async ([, contentType, bytes]) => {
  await using drawer = await startDrawer(contentType, bytes);
  await using service = await startWithDrawer(drawer.url);
  const { text, events } = await ask(service, "Where are you?");
  expect(text).toBe("Here it is.");
  expect(events.map(({ event }) => event)).not.toContain("image");
});

test("no file is accessible with another session, another agent's key, or no token", async () => {
  await using service = await start();
  const agent = await service.storage.agents.find("acme-support");
  if (!agent) throw new Error("The agent is not there.");
  await service.storage.agents.put({
    ...agent,
    id: "other",
    definition: { ...agent.definition, id: "other" },
    at: 1,
  });
  const own = await upload(service, { name: "secret.png", bytes: png({ word: "quetzalcoatl" }) });
  const { token: neighbour } = await ask(service, "Hello");
  const { key } = await service.createKey();
  const { key: otherKey } = await createKey(service.storage, "other");
  const callers = [
    { name: "another session", key, token: neighbour },
    { name: "no token", key, token: undefined },
    { name: "a token of nobody", key, token: `st_${"a".repeat(43)}` },
    { name: "another agent's key", key: otherKey, token: own.token },
  ];
  const requests = (headers: Record<string, string>) => [
    service.fetch(`/chat-bot/images/${own.id}`, { headers }),
    service.fetch("/chat-bot/", {
      method: "POST",
      headers: { "Content-Type": "application/json", ...headers },
      body: JSON.stringify({ messages: [{ type: "file", block: { uploadId: own.id } }] }),
    }),
  ];
  for (const { name, key: bearer, token } of callers) {
    const headers = {
      Authorization: `Bearer ${bearer}`,
      ...(token !== undefined && { "X-Session-Token": token }),
    };
    const answers = await Promise.all(requests(headers));
    expect(
      answers.map(({ status }) => status),
      name,
    ).toEqual([404, 400]);
    for (const answer of answers) {
      const text = await answer.text();
      for (const secret of ["quetzalcoatl", "secret.png", own.id]) expect(text).not.toContain(secret);
    }
  }
  // The same token with another key of the same agent continues the same chat.
  const rotated = { Authorization: `Bearer ${key}`, "X-Session-Token": own.token };
  expect((await service.fetch(`/chat-bot/images/${own.id}`, { headers: rotated })).status).toBe(200);
  const body = new FormData();
  body.set("file", new File(["Hello"], "a.txt"));
  for (const token of [own.token, neighbour]) {
    const headers = { Authorization: `Bearer ${otherKey}`, "X-Session-Token": token };
    expect((await service.fetch("/chat-bot/uploads", { method: "POST", headers, body })).status).toBe(404);
  }
});
