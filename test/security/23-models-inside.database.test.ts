import { expect, test } from "vitest";
import { consoleUrl, startConsole } from "../support/start-console.ts";
import { agentPath, draftOf, visitorWith } from "../support/start-preview.ts";
import { ask } from "../support/visitor.ts";

test("a model's name that an editor wrote, and that leads inside later, is never connected to", async () => {
  // Its owner lets it lead to a public address while the file is checked.
  await using console = await startConsole({ isPublic: async () => true });
  const { cookie } = await console.signIn("editor");
  const file = (await draftOf(console, cookie)).replaceAll("127.0.0.1", "localhost");
  expect(file).toContain("localhost");
  const made = await console.ask("POST", `${agentPath}/preview`, { cookie, body: { file } });
  expect(made.status).toBe(201);

  const { events } = await ask(visitorWith(console, made.body.key, consoleUrl), "Who are you?");
  expect(events.at(-1)).toMatchObject({ event: "error", data: { code: "model_unavailable" } });
  expect(console.model.asked).toEqual([]);
  expect((await ask(console, "Who are you?")).text).not.toBe("");
});
