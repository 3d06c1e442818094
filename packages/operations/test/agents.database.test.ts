import { describe, expect, test } from "vitest";
import { commandLine, isPublicOnly, isRefused } from "@servicechat/operations";
import type { Actor } from "@servicechat/operations";
import { openOperations, putAgent, putChat } from "./support/open-operations.ts";

const text = "id: shop\nname: Shop\nmodel: {provider: extractive}\n";
const written = { agent: "shop", text, baseDirectory: "/agents" };

describe("an agent file", () => {
  test("is written as a person would where none was kept, and changes nothing when it is applied", async () => {
    await using opened = await openOperations();
    const { agents } = opened.operations;
    await putAgent(opened.storage, "shop");
    const read = await agents.read(commandLine, { agent: "shop" });
    if (isRefused(read)) throw new Error(read.kind);
    expect(read.file).toContain("id: shop\nname: shop\n");
    expect(read.file).toContain("model:\n  provider: extractive\n");
    const apply = (file: string) => agents.apply(commandLine, { agent: "shop", text: file });
    expect(await apply(read.file)).toMatchObject({ result: "unchanged", changed: [] });
    const renamed = read.file.replace("name: shop", "name: Lamps");
    expect(await apply(renamed)).toMatchObject({ result: "updated", changed: ["name"] });
    expect(await agents.read(commandLine, { agent: "shop" })).toMatchObject({ file: renamed });
  });

  test("creates, then changes nothing, then says which fields it changes", async () => {
    await using opened = await openOperations();
    const { agents } = opened.operations;
    expect(await agents.apply(commandLine, written)).toEqual({ id: "shop", result: "created", changed: [] });
    expect(await agents.apply(commandLine, written)).toEqual({
      id: "shop",
      result: "unchanged",
      changed: [],
    });
    const other = { ...written, text: `${text}branding: {primaryColor: "#123456"}\n` };
    const change = { id: "shop", result: "updated", changed: ["branding.primaryColor"] };
    expect(await agents.check(commandLine, other)).toMatchObject({ valid: true, faults: [], ...change });
    expect((await opened.storage.agents.find("shop"))?.definition.branding.primaryColor).not.toBe("#123456");
    expect(await agents.apply(commandLine, other)).toEqual(change);
    expect((await opened.storage.agents.find("shop"))?.definition.branding.primaryColor).toBe("#123456");
  });

  test("is kept as it was written, with who wrote it, at each change", async () => {
    await using opened = await openOperations();
    const { storage, operations } = opened;
    const editor: Actor = { kind: "operator", id: "o1", name: "Ada", role: "editor", agents: ["shop"] };
    const commented = { ...written, text: `# Ours\n${text}` };
    await operations.agents.apply(editor, commented);
    await operations.agents.apply(commandLine, { ...written, text: `${text}welcomeMessage: Hello\n` });
    const shop = { scope: { agents: null }, agentId: "shop" };
    expect(await storage.agentVersions.find({ ...shop, version: 1 })).toMatchObject({
      file: commented.text,
      author: { kind: "operator", name: "Ada" },
    });
    const { items } = await storage.agentVersions.list({ ...shop, limit: 9 });
    expect(items.map(({ version, author }) => [version, author.kind])).toEqual([
      [2, "command_line"],
      [1, "operator"],
    ]);
  });

  test("from the network restricts the models that it is the first to name to public addresses, until the machine names them", async () => {
    await using opened = await openOperations();
    const { storage, operations } = opened;
    const editor: Actor = { kind: "operator", id: "o1", name: "Ada", role: "editor", agents: null };
    const file = (agent: string, host: string) => ({
      agent,
      text: `id: ${agent}\nname: A\nmodel: {provider: openai, name: x, baseUrl: "https://${host}/v1"}\n`,
    });
    const restricted = async (hosts: readonly string[]) => {
      const found = await Promise.all(hosts.map((host) => isPublicOnly(storage, `https://${host}`)));
      return hosts.filter((_, at) => found[at]);
    };
    const hosts = ["inside.example", "model.example", "model.example:8443"];
    await operations.agents.apply(commandLine, file("shop", "inside.example"));
    for (const host of hosts)
      expect(await operations.agents.apply(editor, file("desk", host))).toMatchObject({ id: "desk" });
    expect(await restricted(hosts)).toEqual(["model.example", "model.example:8443"]);
    await operations.agents.apply(commandLine, file("desk", "model.example"));
    expect(await restricted(hosts)).toEqual(["model.example:8443"]);
  });

  test("with faults is refused whole, each fault on its line", async () => {
    await using opened = await openOperations();
    const { agents } = opened.operations;
    const faulty = {
      ...written,
      text: "id: shop\nmodel: {provider: extractive}\nbranding:\n  primaryColor: red\n",
    };
    const faults = [
      { line: null, message: "name: is missing" },
      { line: 4, message: expect.stringMatching(/^branding\.primaryColor: must be a color/) },
    ];
    expect(await agents.check(commandLine, faulty)).toEqual({ valid: false, faults });
    expect(await agents.apply(commandLine, faulty)).toEqual({ kind: "agent_file_faulty", faults });
    expect(await opened.storage.agents.list()).toEqual([]);

    const broken = { ...written, text: "id: [shop\nname: Shop\n" };
    const checked = await agents.check(commandLine, broken);
    if (isRefused(checked)) throw new Error(checked.kind);
    expect(checked.faults[0]).toMatchObject({ line: expect.any(Number), column: expect.any(Number) });
  });

  test("is refused when it is another agent's, so that nobody reaches beyond their own", async () => {
    await using opened = await openOperations();
    await putAgent(opened.storage, "other");
    const editor: Actor = { kind: "token", id: "t1", role: "editor", agents: ["shop"] };
    const smuggled = { ...written, text: text.replace("id: shop", "id: other") };
    expect(await opened.operations.agents.apply(editor, smuggled)).toMatchObject({
      kind: "agent_file_faulty",
      faults: [{ message: "id: must be shop, but is other" }],
    });
    expect((await opened.storage.agents.find("other"))?.definition.name).toBe("other");
    expect(await opened.storage.agents.find("shop")).toBeUndefined();
  });

  test("made from an agent that has changed is refused, and so is a new one that is there", async () => {
    await using opened = await openOperations();
    const { agents } = opened.operations;
    await agents.apply(commandLine, written);
    const seen = await agents.find(commandLine, { agent: "shop" });
    if (isRefused(seen)) throw new Error(seen.kind);
    const second = { ...written, text: text.replace("Shop", "Second") };
    expect(await agents.apply(commandLine, { ...second, seen: seen.revision })).toMatchObject({
      result: "updated",
    });
    const third = { ...written, text: text.replace("Shop", "Third") };
    const refused = { kind: "precondition_failed" };
    expect(await agents.apply(commandLine, { ...third, seen: seen.revision })).toMatchObject(refused);
    expect(await agents.apply(commandLine, { ...third, isNew: true })).toMatchObject(refused);
    expect((await opened.storage.agents.find("shop"))?.definition.name).toBe("Second");
  });
});

test("a chat is read in pages, exported whole, and erased with a word to running services", async () => {
  await using opened = await openOperations();
  const { chats } = opened.operations;
  await putAgent(opened.storage, "shop");
  await putChat(opened.storage, "ses_1", "shop");
  const found = await chats.read(commandLine, { id: "ses_1", limit: 10 });
  const entries = [{ role: "user" }, { role: "assistant" }];
  expect(found).toMatchObject({ chat: { id: "ses_1", agentId: "shop" }, entries, next: null });
  expect(await chats.exportStored(commandLine, { id: "ses_1" })).toMatchObject({
    entries,
    turns: [{ number: 1 }],
    files: [],
  });
  expect(await chats.erase(commandLine, { id: "ses_1" })).toEqual({ id: "ses_1", erased: true });
  expect(opened.nodeEvents).toEqual([{ type: "session-erased", sessionId: "ses_1" }]);
  expect(await chats.erase(commandLine, { id: "ses_1" })).toEqual({ kind: "chat_not_found", id: "ses_1" });
});
