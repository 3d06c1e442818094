import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { applyAgents, runCommand } from "../../../test/support/run-command.ts";

/** Runs commands in a temporary folder. */
async function inFolder(settings: Readonly<Record<string, string>> = {}) {
  const folder = await mkdtemp(join(tmpdir(), "servicechat-console-"));
  const link = (...words: readonly string[]) => runCommand(folder, settings, ["console", "link", ...words]);
  return {
    folder,
    link,
    json: async (...words: readonly string[]) => JSON.parse((await link(...words, "--json")).out),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

test("the first link creates the owner, and names the address, the person and the expiry", async () => {
  await using commands = await inFolder({ PORT: "9090" });
  const made = await commands.json();
  expect(made).toEqual({
    url: expect.stringMatching(/^http:\/\/localhost:9090\/console\/#link=[\w-]{43}$/),
    operator: "owner",
    role: "owner",
    expiresAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  });
  const again = await commands.link();
  expect(again).toMatchObject({ code: 1, out: "", err: expect.stringContaining("--operator owner") });
  expect(await commands.json("--operator", "OWNER")).toMatchObject({ operator: "owner", role: "owner" });
});

test("a new name needs a role, a known one keeps its role", async () => {
  await using commands = await inFolder();
  await commands.json("--operator", "Ann");
  await applyAgents(commands.folder, "a", "b");
  expect(await commands.link("--operator", "Ben")).toMatchObject({ code: 2, out: "" });
  expect(await commands.json("--operator", "Ben", "--role", "viewer", "--agent", "a", "b")).toMatchObject({
    operator: "Ben",
    role: "viewer",
  });
  expect(await commands.link("--operator", "ben", "--role", "owner")).toMatchObject({
    code: 1,
    err: expect.stringContaining("'viewer'"),
  });
  expect(await commands.link("--operator", "Cy", "--role", "owner", "--agent", "a")).toMatchObject({
    code: 1,
    err: expect.stringContaining("agents must be null for an owner"),
  });
  expect(await commands.link("--operator", "x\ny", "--role", "viewer")).toMatchObject({ code: 1 });
  expect(await commands.link("--operator", "Dee", "--role", "king")).toMatchObject({ code: 2 });
});

test("the link leads to the console's own host, if it has one", async () => {
  await using commands = await inFolder({
    SERVICECHAT_PUBLIC_URL: "https://chat.example",
    SERVICECHAT_CONSOLE_URL: "https://console.example",
  });
  expect((await commands.json()).url).toMatch(/^https:\/\/console\.example\/console\/#link=/);
});

test("an address without a name is written as a name, since passkeys need one", async () => {
  await using commands = await inFolder({ SERVICECHAT_PUBLIC_URL: "http://127.0.0.1:8081" });
  expect((await commands.json()).url).toMatch(/^http:\/\/localhost:8081\/console\/#link=/);
});

test("if the console is off there is no link, and its address must differ from that of visitors", async () => {
  await using off = await inFolder({ SERVICECHAT_CONSOLE: "off" });
  expect(await off.link()).toMatchObject({
    code: 1,
    out: "",
    err: expect.stringContaining("SERVICECHAT_CONSOLE"),
  });
  await using same = await inFolder({
    SERVICECHAT_PUBLIC_URL: "https://chat.example",
    SERVICECHAT_CONSOLE_URL: "https://chat.example:443",
  });
  expect(await same.link()).toMatchObject({ code: 1, err: expect.stringContaining("a different host") });
  await using wrong = await inFolder({ SERVICECHAT_CONSOLE: "maybe" });
  expect(await wrong.link()).toMatchObject({ code: 1, err: expect.stringContaining("must be on or off") });
});

test("agents that do not exist, or that are not a known person's, are refused by name and nobody is created", async () => {
  await using commands = await inFolder();
  await commands.json("--operator", "Ann");
  await applyAgents(commands.folder, "a", "b");
  const ben = ["--operator", "Ben", "--role", "viewer"] as const;
  expect(await commands.link(...ben, "--agent", "a", "nowhere")).toMatchObject({
    code: 1,
    out: "",
    err: expect.stringContaining('there is no "nowhere"'),
  });
  await commands.json(...ben, "--agent", "a", "b");
  expect(await commands.json(...ben, "--agent", "b", "a")).toMatchObject({ operator: "Ben" });
  for (const others of [["a"], ["nowhere"]])
    expect(await commands.link(...ben, "--agent", ...others)).toMatchObject({
      code: 1,
      out: "",
      err: expect.stringContaining("of this person are a, b"),
    });
});
