import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { applyAgents, runCommand } from "../../../test/support/run-command.ts";

/** Runs commands in a temporary folder, in which somebody called Ann is an owner. */
async function inFolder() {
  const folder = await mkdtemp(join(tmpdir(), "servicechat-token-"));
  const run = (...words: readonly string[]) => runCommand(folder, {}, words);
  await run("console", "link", "--operator", "Ann");
  return {
    folder,
    run,
    json: async (...words: readonly string[]) => JSON.parse((await run(...words, "--json")).out),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

const wanted = ["token", "create", "--name", "Reports", "--role"] as const;

test("a token is printed once, listed without its secret, and revoked by its id or the whole token", async () => {
  await using commands = await inFolder();
  expect((await commands.run("token", "list")).out).toContain("There are no API tokens.");
  await applyAgents(commands.folder, "a", "b");
  const made = await commands.json(...wanted, "viewer", "--agent", "a", "b");
  expect(made).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{12}$/),
    token: expect.stringMatching(new RegExp(`^sc_${made.id}_[\\w-]{43}$`)),
    name: "Reports",
    role: "viewer",
    agents: ["a", "b"],
    operator: null,
    createdBy: null,
    createdAt: expect.any(String),
    expiresAt: expect.any(String),
  });
  expect(Date.parse(made.expiresAt) - Date.parse(made.createdAt)).toBe(90 * 86_400_000);
  const told = await commands.run(...wanted, "editor", "--days", "1");
  expect(told.out).toMatch(/shown only this once:\n\n {2}sc_[0-9a-f]{12}_[\w-]{43}\n/);

  const listed = await commands.run("token", "list");
  expect(listed.out).toContain("valid until");
  expect(listed.out).not.toContain(made.token.slice(-43));
  const revoked = await commands.run("token", "revoke", made.token);
  expect(revoked).toMatchObject({ code: 0, out: `Token ${made.id} is revoked.\n` });
  const after = await commands.json("token", "list");
  expect(after).toHaveLength(2);
  expect(after.find(({ id }: { id: string }) => id === made.id).revokedAt).toEqual(expect.any(String));
  expect(await commands.run("token", "revoke", "000000000000")).toMatchObject({
    code: 1,
    err: expect.stringContaining("servicechat token list"),
  });
});

test("a token for a person must name an existing one", async () => {
  await using commands = await inFolder();
  expect(await commands.json(...wanted, "responder", "--operator", "ANN")).toMatchObject({ operator: "Ann" });
  expect(await commands.run(...wanted, "responder", "--operator", "Ben")).toMatchObject({
    code: 1,
    err: expect.stringContaining("nobody called 'Ben'"),
  });
});

test("a token's permissions and duration are required and limited", async () => {
  await using commands = await inFolder();
  expect(await commands.run("token", "create", "--name", "Reports")).toMatchObject({ code: 2 });
  expect(await commands.run(...wanted, "king")).toMatchObject({ code: 2 });
  for (const days of ["0", "3651", "1.5"])
    expect(await commands.run(...wanted, "viewer", "--days", days)).toMatchObject({ code: 2 });
  expect(await commands.run(...wanted, "owner", "--agent", "a")).toMatchObject({
    code: 1,
    err: expect.stringContaining("agents must be null for an owner"),
  });
  expect(await commands.run(...wanted, "viewer", "--agent", "nowhere")).toMatchObject({
    code: 1,
    out: "",
    err: expect.stringContaining('there is no "nowhere"'),
  });
  expect(await commands.json("token", "list")).toEqual([]);
});

test("the audit log names actions of the command line", async () => {
  await using commands = await inFolder();
  const { id } = await commands.json(...wanted, "viewer");
  expect(await commands.json("audit", "--on", id)).toEqual([
    expect.objectContaining({
      what: "token.create",
      who: { kind: "command_line", id: null, name: null },
      on: { kind: "token", id, name: "Reports" },
    }),
  ]);
  expect((await commands.run("audit", "--what", "token.create")).out).toContain(`token Reports ${id}`);
  expect((await commands.run("audit", "--until", "2000-01-01")).out).toContain("No entries match");
});
