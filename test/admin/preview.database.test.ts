import { previewedAgentSchema } from "@servicechat/contract/admin-schemas";
import { describe, expect, test } from "vitest";
import { asksForPerson, startHandoff } from "../support/handoff.ts";
import { onOneNode } from "../support/on-one-node.ts";
import { consoleUrl, startConsole } from "../support/start-console.ts";
import type { TestConsole } from "../support/start-console.ts";
import { agentPath, draftOf, startPreview, visitorWith } from "../support/start-preview.ts";
import { ask, history } from "../support/visitor.ts";

const api = "/console/api";
const hourMs = 3_600_000;

/** What everybody with a key gets. */
const configOf = async (visitor: Pick<TestConsole, "fetch">) => {
  const response = await visitor.fetch("/chat-bot/config");
  return {
    status: response.status,
    cache: response.headers.get("cache-control"),
    body: await response.json(),
  };
};

onOneNode("a draft of an agent", (nodes) => {
  test("answers in the console before anybody else sees it, and the next draft replaces it behind the same key", async () => {
    await using console = await startConsole({ nodes, script: () => ["Hello from the model."] });
    const { cookie } = await console.signIn("editor");
    const before = await configOf(console);

    const file = await draftOf(console, cookie);
    const made = await console.ask("POST", `${agentPath}/preview`, { cookie, body: { file } });
    expect(made.status).toBe(201);
    const { key, expiresAt } = previewedAgentSchema.parse(made.body);
    expect(Math.abs(Date.parse(expiresAt) - Date.now() - hourMs)).toBeLessThan(60_000);
    const tester = visitorWith(console, key, consoleUrl);
    for (let node = 0; node < nodes; node++)
      expect(await configOf(tester)).toMatchObject({
        status: 200,
        cache: "no-cache",
        body: { agent: { name: "Draft" } },
      });
    const { token, text } = await ask(tester, "Who are you?");
    expect(text).toBe("Hello from the model.");
    expect(JSON.stringify(console.model.asked.at(-1)?.messages)).toContain("You are the Draft.");

    const second = { file: file.replaceAll("Draft", "Second"), key };
    expect(await console.ask("POST", `${agentPath}/preview`, { cookie, body: second })).toMatchObject({
      status: 200,
      body: { key, expiresAt },
    });
    for (let node = 0; node < nodes; node++)
      expect(await configOf(tester)).toMatchObject({ body: { agent: { name: "Second" } } });
    await ask(tester, "And now?", { token });
    expect(JSON.stringify(console.model.asked.at(-1)?.messages)).toContain("You are the Second.");
    expect((await history(tester, token)).map(({ role }) => role)).toEqual([
      "user",
      "assistant",
      "user",
      "assistant",
    ]);
    expect(await configOf(console)).toEqual(before);
  });

  test("is in no list and no count, and its conversations are not chats", async () => {
    await using console = await startConsole({ nodes });
    const { cookie } = await console.signIn("owner");
    const get = async (path: string) => (await console.ask("GET", `${api}/${path}`, { cookie })).body;
    const before = {
      keys: await get("keys"),
      agents: await get("agents"),
      versions: await get("agents/acme-support/versions"),
    };
    const { key } = await startPreview(console, cookie);
    const tester = visitorWith(console, key, consoleUrl);
    const { token, events } = await ask(tester, "Do you ship to Norway?");
    const { replyId } = (events.at(-1)?.data ?? {}) as { readonly replyId?: string };
    const entries = await history(tester, token);
    await tester.fetch("/chat-bot/feedback", {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Session-Token": token },
      body: JSON.stringify({ messageId: replyId ?? entries[1]?.id, rating: "down" }),
    });

    for (const path of ["chats", "feedback", "gaps"])
      expect({ path, items: (await get(path)).items }).toEqual({ path, items: [] });
    expect(await get("keys")).toEqual(before.keys);
    expect(await get("agents")).toEqual(before.agents);
    expect(await get("agents/acme-support/versions")).toEqual(before.versions);
    expect((await get("usage")).total).toMatchObject({ chats: 0, tokens: { in: 0, out: 0 } });
    const [, keyId = ""] = key.split("_");
    const draft = await console.storage.keys.find(keyId);
    for (const path of [
      `keys/${keyId}`,
      `keys/${keyId}/sites`,
      `agents/${encodeURIComponent(draft?.agentId ?? "")}`,
    ])
      expect((await console.ask("GET", `${api}/${path}`, { cookie })).status).toBe(404);
    const audit: readonly { readonly what: string }[] = (await get("audit")).items;
    expect(audit.map(({ what }) => what)).not.toContain("agent.preview");
  });

  test("alerts nobody: a chat that asks for a person is in no queue, and cannot be taken", async () => {
    await using console = await startHandoff(nodes);
    const { cookie } = await console.signIn("owner");
    const { key } = await startPreview(console, cookie);
    const tester = { ...console, ...visitorWith(console, key, consoleUrl) };
    const { token } = await ask(tester, "A person, please.");
    expect((await asksForPerson(tester, token)).status).toBe(200);
    const waiting = await console.ask("GET", `${api}/chats?holder=waiting`, { cookie });
    expect(waiting.body.items).toEqual([]);
    const [chat] = await console.storage.handoffs.listInHand();
    expect(chat).toMatchObject({ holder: "waiting" });
    expect(
      await console.storage.alerts.waiting({ missedSince: 0, addressSince: 0, now: Date.now() }),
    ).toEqual([]);
    const take = await console.ask("POST", `${api}/chats/${chat?.sessionId}/take`, { cookie, body: {} });
    expect(take.status).toBe(404);
  });
});

test("a draft answers nobody any longer when its author has lost their rights", async () => {
  await using console = await startConsole({ script: () => ["Hello from the model."] });
  const owner = await console.signIn();
  const editor = await console.signIn("editor");
  const file = await draftOf(console, editor.cookie);
  const made = await console.ask("POST", `${agentPath}/preview`, { cookie: editor.cookie, body: { file } });
  const tester = visitorWith(console, previewedAgentSchema.parse(made.body).key, consoleUrl);
  expect((await configOf(tester)).status).toBe(200);
  const removed = await console.ask("DELETE", `${api}/operators/${editor.me.id}`, {
    cookie: owner.cookie,
    body: {},
  });
  expect(removed.status).toBe(204);
  expect((await configOf(tester)).status).toBe(401);
  const asked = console.model.asked.length;
  await expectRefused(tester);
  expect(console.model.asked).toHaveLength(asked);
});

/** Sends a message with a key that has ended. */
async function expectRefused(tester: Pick<TestConsole, "fetch">): Promise<void> {
  const sent = await tester.fetch("/chat-bot/", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ messages: [{ type: "text", block: { value: "Who are you?" } }] }),
  });
  expect(sent.status).toBe(401);
}

describe("a preview's key", () => {
  test("is refused on every other site, without a site, and for chats of the live agent", async () => {
    await using console = await startConsole();
    const { cookie } = await console.signIn("editor");
    const { key } = await startPreview(console, cookie);
    for (const origin of [
      "https://shop.example",
      "https://chat.example.evil.example",
      "http://chat.example",
      "null",
      undefined,
    ])
      expect({ origin, ...(await configOf(visitorWith(console, key, origin))) }).toMatchObject({
        origin,
        status: 403,
        body: { code: "origin_not_allowed" },
      });
    const live = await ask(console, "Hello?");
    const tester = visitorWith(console, key, consoleUrl);
    const foreign = await tester.fetch("/chat-bot/history", { headers: { "X-Session-Token": live.token } });
    expect(foreign.status).toBe(404);
    const tried = await ask(tester, "Hello?");
    const back = await console.fetch("/chat-bot/history", { headers: { "X-Session-Token": tried.token } });
    expect(back.status).toBe(404);
  });

  test("is refused after an hour, and the next draft gets another one", async () => {
    const clock = { now: Date.now() };
    await using console = await startConsole({
      clock: { wallMs: () => clock.now, monotonicMs: () => performance.now() },
    });
    const { cookie } = await console.signIn("editor");
    const file = await draftOf(console, cookie);
    const { key } = await startPreview(console, cookie, file);
    const tester = visitorWith(console, key, consoleUrl);
    clock.now += hourMs - 1;
    expect((await configOf(tester)).status).toBe(200);
    clock.now += 1;
    expect(await configOf(tester)).toMatchObject({ status: 401, body: { code: "key_rejected" } });
    const next = await console.ask("POST", `${agentPath}/preview`, { cookie, body: { file, key } });
    expect(next.status).toBe(201);
    expect(next.body.key).not.toBe(key);
  });

  test("needs an editor of the agent, and a file that could be applied", async () => {
    await using console = await startConsole();
    const editor = await console.signIn("editor");
    const file = await draftOf(console, editor.cookie);
    const preview = (cookie: string, body: object) =>
      console.ask("POST", `${agentPath}/preview`, { cookie, body });
    for (const role of ["viewer", "responder"] as const)
      expect(await preview((await console.signIn(role)).cookie, { file })).toMatchObject({
        status: 403,
        body: { code: "role_needed" },
      });
    expect((await preview((await console.signIn("editor", ["another"])).cookie, { file })).status).toBe(404);
    expect(await preview(editor.cookie, { file: `${file}\nbranding: {primaryColor: red}\n` })).toMatchObject({
      status: 400,
      body: {
        code: "agent_file_faulty",
        faults: expect.arrayContaining([{ line: expect.any(Number), message: expect.any(String) }]),
      },
    });
    expect(await preview(editor.cookie, { file: file.replace("acme-support", "another") })).toMatchObject({
      status: 400,
      body: { code: "agent_file_faulty" },
    });
    expect(
      await preview(editor.cookie, {
        file: "id: acme-support\nname: X\nmodel: {provider: ai-sdk, module: ./evil.mjs}\n",
      }),
    ).toMatchObject({
      status: 400,
      body: {
        faults: expect.arrayContaining([{ line: 3, message: expect.stringContaining("command line") }]),
      },
    });
    // A live site's key is not a preview's, and nothing about it changes.
    expect((await preview(editor.cookie, { file, key: console.key })).status).toBe(201);
    expect(await configOf(console)).toMatchObject({ body: { agent: { name: "Acme Support" } } });
  });
});

/** The value of a document's `frame-ancestors`. */
async function framers(console: TestConsole, path: string): Promise<string | undefined> {
  const response = await fetch(console.baseUrl + path);
  expect(response.status).toBe(200);
  return /frame-ancestors ([^;]*)/.exec(response.headers.get("content-security-policy") ?? "")?.[1];
}

describe("the page that shows a draft", () => {
  test("can be framed only by the console, contains the chat, and accepts only a preview's key", async () => {
    await using console = await startConsole({ consoleUrl: "https://console.example" });
    const { cookie } = await console.signIn("editor");
    const { url, key } = await startPreview(console, cookie);
    const { origin, pathname, searchParams, hash } = new URL(url);
    expect({ origin, pathname, hash }).toEqual({
      origin: "https://chat.example",
      pathname: "/chat/preview",
      hash: `#key=${key}`,
    });
    const keyId = searchParams.get("key") ?? "";
    expect(keyId).toBe(key.split("_")[1]);
    const of = (path: string, parent: string, id = keyId) =>
      framers(console, `${path}?key=${id}&parent=${encodeURIComponent(parent)}`);
    const both = "https://console.example https://chat.example";
    expect(await of("/chat/preview", "https://console.example")).toBe(both);
    expect(await of("/chat/", "https://chat.example")).toBe(both);
    for (const path of ["/chat/preview", "/chat/"])
      expect(await of(path, "https://shop.example")).toBe("'none'");
    expect(await of("/chat/preview", "https://shop.example", console.keyId)).toBe("'none'");
    expect(await framers(console, "/chat/preview")).toBe("'none'");
  });

  test("runs only the service's scripts, and does not exist without a console", async () => {
    await using console = await startConsole();
    const response = await fetch(`${console.baseUrl}/chat/preview`);
    expect(response.headers.get("cache-control")).toBe("no-store");
    const policy = response.headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(/^default-src 'none'; script-src 'self' 'sha256-[\w+/]{43}=';/);
    expect(policy).not.toContain("unsafe");
    await using without = await startConsole({ hasConsole: false });
    expect((await fetch(`${without.baseUrl}/chat/preview`)).status).toBe(404);
  });
});
