import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runCommand } from "../../../test/support/run-command.ts";
import { spawnService } from "../../../test/support/spawn-service.ts";
import { ask } from "../../../test/support/visitor.ts";

test("replies can be flagged and unflagged, locally and remotely", async () => {
  await using service = await spawnService({
    model: { provider: "extractive" },
    agent: { tools: ["search_knowledge"] },
  });
  const folder = await mkdtemp(join(tmpdir(), "servicechat-flags-"));
  await using _removed = { [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
  await service.start();
  const here = async (...words: readonly string[]) =>
    JSON.parse((await service.command(...words, "--json")).stdout);
  const { token } = await here("token", "create", "--name", "far", "--role", "responder");
  const variables = { PATH: process.env["PATH"], HOME: folder, SERVICECHAT_URL: service.baseUrl };
  const elsewhere = async (...words: readonly string[]) => {
    const run = await runCommand(folder, { ...variables, SERVICECHAT_TOKEN: token }, [...words, "--json"]);
    expect([words, run.code, run.err]).toEqual([words, 0, ""]);
    return JSON.parse(run.out);
  };
  await ask(service, "Do you sell gift vouchers?");
  const [{ id }] = await here("gap", "list");
  const marks = async () => (await here("gap", "show", id)).marks;
  const { session, message } = (await elsewhere("gap", "show", id)).variants[0].asked[0];
  const flag = ["chat", "flag", session, message, "--reason", "incomplete", "--right", "At the till."];
  const flagged = { reason: "incomplete", right: "At the till." };

  expect(await elsewhere(...flag)).toMatchObject({ ...flagged, by: "far" });
  expect(await marks()).toEqual(["unanswered", "flagged"]);
  expect(await elsewhere("chat", "unflag", session, message)).toEqual({ id: message, flagged: false });
  expect(await marks()).toEqual(["unanswered"]);
  expect(await here(...flag)).toMatchObject({ ...flagged, by: null });
  expect(await marks()).toEqual(["unanswered", "flagged"]);
  await expect(here(...flag.slice(0, 4))).rejects.toThrow("--reason");
});
