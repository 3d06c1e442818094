import type { TestService } from "../test/support/start-service.ts";
import { answerLength } from "./long-answer.ts";

/** Allows the agents of a service the long answer, which exceeds their default limit. */
export async function allowLongAnswers({ storage }: TestService): Promise<void> {
  for (const { definition, ...agent } of await storage.agents.list()) {
    const model = { ...definition.model, maxOutputTokens: answerLength };
    await storage.agents.put({ ...agent, definition: { ...definition, model }, at: agent.updatedAt });
  }
}
