import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { applyAgents, runCommand } from "../../../test/support/run-command.ts";

test("people are listed and removed by name, except for the last owner", async () => {
  const folder = await mkdtemp(join(tmpdir(), "servicechat-operator-"));
  await using _ = { [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
  const run = (...words: readonly string[]) => runCommand(folder, {}, words);
  await run("console", "link", "--operator", "Ann");
  await applyAgents(folder, "a");
  await run("console", "link", "--operator", "Ben", "--role", "viewer", "--agent", "a");
  await run("token", "create", "--name", "Ben's", "--role", "viewer", "--operator", "Ben");

  const listed = await run("operator", "list", "--json");
  expect(JSON.parse(listed.out)).toMatchObject([
    { name: "Ann", role: "owner", agents: null, state: "invited", lastSeenAt: null },
    { name: "Ben", role: "viewer", agents: ["a"] },
  ]);
  expect((await run("operator", "list")).out).toMatch(/Ben +viewer +a +invited +never/);
  expect(await run("operator", "remove", "BEN")).toMatchObject({ code: 0, out: "Ben is removed.\n" });
  const [token] = JSON.parse((await run("token", "list", "--json")).out);
  expect(token).toMatchObject({ operator: null, revokedAt: expect.any(String) });
  expect(await run("operator", "remove", "Ben")).toMatchObject({
    code: 1,
    err: expect.stringContaining("servicechat operator list"),
  });
  expect(await run("operator", "remove", "Ann")).toMatchObject({
    code: 1,
    err: expect.stringContaining("At least one owner must remain."),
  });
});
