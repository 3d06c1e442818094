import { modelSchema } from "@servicechat/contract/agent-file";
import type { ModelScript, ModelStep } from "./model-server.ts";
import { startService } from "./start-service.ts";
import type { StartOptions, TestService } from "./start-service.ts";

/** What a provider may say and a visitor must never read. */
export const providerWords = "Call db-7.internal.example about account Q-4711";

/** The provider's key, which is searched for everywhere afterwards. */
export const apiKey = "sk-canary-of-the-provider-key";

/** How a test reaches the model: at another address, or as another provider. */
interface ModelChanges {
  readonly provider?: "openai" | "openai-responses" | "anthropic";
  readonly baseUrl?: string;
  readonly maxOutputTokens?: number;
}

/** A service whose provider has a key and fails; retries happen at once. */
export async function startFailing(
  script: ModelScript,
  { limits, ...start }: StartOptions = {},
): Promise<TestService> {
  const service = await startService({
    script,
    environment: { MODEL_KEY: apiKey },
    ...start,
    limits: { retryMs: 5, ...limits },
  });
  await changeModel(service);
  return service;
}

/** Changes the agent's model from the next reply on. */
export async function changeModel(service: TestService, changes: ModelChanges = {}): Promise<void> {
  const agent = await service.storage.agents.find("acme-support");
  if (!agent) throw new Error("no agent");
  const before = agent.definition.model;
  const model = modelSchema.parse({ ...before, apiKeyEnv: "MODEL_KEY", ...changes });
  await service.storage.agents.put({ ...agent, definition: { ...agent.definition, model }, at: Date.now() });
}

/** An error document that contains what must stay secret. */
export function refusal(
  status: number,
  error: object = {},
  headers: Readonly<Record<string, string>> = {},
): ModelScript {
  const body = JSON.stringify({ error: { message: `${providerWords} ${apiKey}`, ...error } });
  return () => ({ status, body, headers: { ...headers } });
}

/** A stream with exactly this body that then ends normally, as if the provider had finished. */
export function stream(body: string): ModelScript {
  return () => ({ status: 200, body, headers: { "Content-Type": "text/event-stream" } });
}

/** One event for each value, texts unchanged; then the answer continues to a normal end. */
export function raw(...values: readonly unknown[]): ModelScript {
  return steps(...values.map((value) => ({ raw: dataLine(value) })));
}

/** One event of a stream. */
export function dataLine(value: unknown): string {
  return `data: ${typeof value === "string" ? value : JSON.stringify(value)}\n\n`;
}

/** One chunk of Chat Completions. */
export function delta(content: object, finish: string | null = null): object {
  return { choices: [{ index: 0, delta: content, finish_reason: finish }] };
}

/** The same answer to every request. */
export function steps(...list: readonly ModelStep[]): ModelScript {
  return () => list;
}
