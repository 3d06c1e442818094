import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startHookReceiver } from "../../../test/support/hook-receiver.ts";
import type { HookReceiver } from "../../../test/support/hook-receiver.ts";
import { runCommand } from "../../../test/support/run-command.ts";
import { spawnService } from "../../../test/support/spawn-service.ts";
import type { SpawnedService } from "../../../test/support/spawn-service.ts";
import { ask, history } from "../../../test/support/visitor.ts";

let service: SpawnedService;
let receiver: HookReceiver;
let folder: string;
let token: string;

const here = async (...words: string[]) => (await service.command(...words)).stdout;
const failed = (...words: string[]) =>
  service.command(...words).then(
    () => "",
    ({ stderr }: { readonly stderr: string }) => stderr,
  );
const elsewhere = async (...words: string[]) => {
  const place = { SERVICECHAT_URL: service.baseUrl, SERVICECHAT_TOKEN: token };
  const { code, out, err } = await runCommand(
    folder,
    { PATH: process.env["PATH"], HOME: folder, ...place },
    words,
  );
  if (code !== 0) throw new Error(err);
  return out;
};
const latestChat = async () =>
  (JSON.parse(await here("session", "list", "--json")) as { readonly id: string }[])[0]?.id ?? "";

beforeAll(async () => {
  receiver = await startHookReceiver();
  service = await spawnService({
    model: { provider: "extractive" },
    agent: { handoff: {} },
    settings: { SERVICECHAT_ALLOWED_NETWORKS: "127.0.0.0/8" },
  });
  folder = await mkdtemp(join(tmpdir(), "servicechat-chat-commands-"));
  await service.start();
  await here("console", "link", "--operator", "Ada", "--json");
  const words = ["token", "create", "--name", "t", "--role", "owner", "--operator", "Ada", "--json"];
  token = (JSON.parse(await here(...words)) as { readonly token: string }).token;
});

afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

describe("servicechat chat", () => {
  test.each([
    ["on the database", here, ["--operator", "Ada"]],
    ["elsewhere", elsewhere, []],
  ] as const)("takes a chat, writes to its visitor and gives it back, %s", async (_, run, who) => {
    const visitor = await ask(service, "Hello");
    const chat = await latestChat();
    await run("chat", "take", chat, ...who);
    await run("chat", "say", chat, "Here is Ada.", ...who);
    const messages = await history(service, visitor.token);
    expect(messages.at(-1)).toMatchObject({ content: "Here is Ada.", by: { kind: "person", name: "Ada" } });
    await run("chat", "hand-back", chat, ...who);
    const after = await ask(service, "And now?", { token: visitor.token });
    expect(after.events.at(-1)?.event).toBe("done");
    expect(after.text).not.toBe("");
  });

  test.each([
    ["on the database", here],
    ["elsewhere", elsewhere],
  ] as const)("lists those who left an address until they are done, %s", async (_, run) => {
    const visitor = await ask(service, "Hello");
    const chat = await latestChat();
    const asking = (method: string, body?: object) =>
      service.fetch("/chat-bot/handoff", {
        method,
        headers: { "Content-Type": "application/json", "X-Session-Token": visitor.token },
        ...(body && { body: JSON.stringify(body) }),
      });
    await asking("POST", { email: "ada@home.example" });
    await asking("DELETE");
    const listed = async () =>
      (JSON.parse(await run("session", "list", "--address", "--json")) as { readonly id: string }[]).map(
        ({ id }) => id,
      );
    expect(await listed()).toEqual([chat]);
    expect(await run("chat", "done", chat)).toContain(`Chat ${chat} is marked as done.`);
    expect(await listed()).toEqual([]);
    await ask(service, "One more thing", { token: visitor.token });
    expect(await listed()).toEqual([chat]);
    await run("chat", "done", chat);
  });

  test("needs a person to write for, and an existing chat", async () => {
    const chat = await latestChat();
    expect(await failed("chat", "say", chat, "Hello")).toContain("--operator NAME");
    expect(await failed("chat", "say", chat, "Hello", "--operator", "Eve")).toContain("nobody called 'Eve'");
    expect(await failed("chat", "say", chat, " ", "--operator", "Ada")).toContain("1 to 8,000");
    expect(await failed("chat", "take", "ses_none", "--operator", "Ada")).toContain("no chat 'ses_none'");
    await expect(elsewhere("chat", "take", chat, "--operator", "Ada")).rejects.toThrow(
      "leave out --operator",
    );
    await expect(elsewhere("chat", "take", "ses_none")).rejects.toThrow("no chat 'ses_none'");
  });
});

describe("servicechat webhook", () => {
  test("lists, tests, shows deliveries and repeats them, locally and remotely", async () => {
    const made = await fetch(`${service.baseUrl}/console/api/webhooks`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ url: receiver.baseUrl, events: ["chat.started"] }),
    });
    const { id } = (await made.json()) as { readonly id: string };
    await ask(service, "Hello");
    await expect.poll(() => receiver.requests.length).toBe(1);
    for (const run of [here, elsewhere]) {
      const json = async (...words: string[]) => JSON.parse(await run("webhook", ...words, "--json"));
      expect(await json("list")).toMatchObject([{ id, url: receiver.baseUrl, enabled: true }]);
      expect(await run("webhook", "list")).toContain(receiver.baseUrl);
      expect(await json("test", id)).toMatchObject({ status: 204, body: "" });
      const [heard] = await json("log", id);
      expect(heard).toMatchObject({ type: "chat.started", agent: "acme" });
      const before = receiver.requests.length;
      await json("replay", id, heard.id);
      await expect.poll(() => receiver.requests.length).toBe(before + 1);
      expect(receiver.requests.at(-1)?.id).toBe(heard.id);
    }
    expect(await failed("webhook", "log", "wh_none")).toContain("no webhook 'wh_none'");
    expect(await failed("webhook", "replay", id, "msg_none")).toContain("no delivery 'msg_none'");
    await expect(elsewhere("webhook", "replay", id, "msg_none")).rejects.toThrow("no delivery 'msg_none'");
  });
});
