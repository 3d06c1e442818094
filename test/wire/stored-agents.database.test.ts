import type { AgentDefinition } from "@servicechat/contract/agent-file";
import { expect, test } from "vitest";
import { startService } from "../support/start-service.ts";
import { ask } from "../support/visitor.ts";

test("an agent that an earlier version stored works, even if this one would refuse its file", async () => {
  await using service = await startService();
  const [agent] = await service.storage.agents.list();
  if (!agent) throw new Error("The service has no agent.");
  const { fallbackModels: _models, pageContext: _context, ...early } = agent.definition;
  const stored = {
    ...early,
    tools: ["search_knowledge", "search_knowledge"],
    knowledge: [],
    branding: { ...early.branding, position: "under-the-table" },
  };
  const definition = stored as unknown as AgentDefinition;
  await service.storage.agents.put({ ...agent, definition, at: agent.updatedAt + 1 });

  await expect
    .poll(async () => (await service.fetch("/chat-bot/config")).json())
    .toMatchObject({ branding: { position: "bottom-right" } });
  const { text, events } = await ask(service, "Hello");
  expect(text).toBe("Hello from the model.");
  expect(events.at(-1)?.event).toBe("done");
});
