import { expect, test } from "vitest";
import { agentFileSchema } from "@servicechat/contract/agent-file";
import { commandLine } from "@servicechat/operations";
import { startModelServer, words } from "../../../test/support/model-server.ts";
import { openOperations } from "./support/open-operations.ts";

const names = ["first", "b", "c", "d", "e", "f", "g", "h"];
const file = `agent: mine\ntests:\n${names
  .map((name) => `  - {name: ${name}, say: I am ${name}., expect: {contains: hello}}\n`)
  .join("")}`;

test("what ends one test ends the whole run, and nothing more is asked", async () => {
  const held = Promise.withResolvers<void>();
  let asking = 0;
  const four = Promise.withResolvers<void>();
  await using model = await startModelServer(({ messages }) => {
    if (++asking === 4) four.resolve();
    const isFirst = JSON.stringify(messages).includes("I am first.");
    return isFirst
      ? [{ until: four.promise }, ...words("Hello.")]
      : [{ until: held.promise }, ...words("Hello.")];
  });
  await using opened = await openOperations();
  const { storage, operations } = opened;
  const definition = agentFileSchema.parse({
    id: "mine",
    name: "Mine",
    model: { provider: "openai", baseUrl: model.baseUrl, name: "scripted" },
  });
  await storage.agents.put({ id: "mine", definition, baseDirectory: "/agents", at: 1 });
  const full = new Error("the terminal is gone");
  const run = operations.tests.run(commandLine, {
    agent: "mine",
    file,
    onStep: () => {
      throw full;
    },
  });
  await expect(run).rejects.toBe(full);
  held.resolve();

  const next = await operations.tests.run(commandLine, { agent: "mine", file, only: ["first"] });
  expect(next).toMatchObject({ results: [{ name: "first", passed: true }] });
  expect(model.asked).toHaveLength(5);
});
