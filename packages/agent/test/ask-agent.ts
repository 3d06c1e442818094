import { agentFileSchema } from "@servicechat/contract/agent-file";
import type { AgentDefinition } from "@servicechat/contract/agent-file";
import { Agent as KeepAliveAgent } from "undici";
import { createAgent } from "../src/index.ts";
import type {
  AgentEvent,
  AgentDependencies,
  FoundPassage,
  ModelMessage,
  ReplyRequest,
  User,
} from "../src/index.ts";

export const secret = "sk-canary-4c1d9e";

export const passage: FoundPassage = {
  title: "Refunds",
  headings: ["Help", "Refunds"],
  text: "Refunds take 5 days.",
  url: "https://acme.example/help#refunds",
  score: 3.5,
};

export interface Question {
  readonly url: string;
  readonly provider?: "openai" | "openai-responses" | "anthropic";
  readonly agent?: object;
  readonly model?: object;
  readonly limits?: Partial<AgentDefinition["limits"]>;
  readonly messages?: readonly ModelMessage[];
  readonly context?: string;
  readonly baseDirectory?: string;
  readonly dependencies?: Partial<AgentDependencies>;
  readonly signal?: AbortSignal;
  readonly trace?: ReplyRequest["trace"];
  readonly ids?: ReplyRequest["ids"];
  readonly user?: User;
  readonly onEvent?: (event: AgentEvent) => void;
}

/** Asks an agent whose model is behind `url`, with short time limits, and gathers all that came of it. */
export async function askAgent({ url, provider = "openai", ...question }: Question) {
  const definition: AgentDefinition = agentFileSchema.parse({
    id: "acme",
    name: "Acme",
    tools: ["search_knowledge", "AskUserQuestion"],
    model: { provider, baseUrl: url, name: "some-model", apiKeyEnv: "MODEL_KEY", ...question.model },
    ...question.agent,
  });
  const events: AgentEvent[] = [];
  const logged: { level: "warn" | "error"; detail: object; message: string }[] = [];
  const dispatcher = new KeepAliveAgent();
  const agent = createAgent({
    search: () => async () => [passage],
    environment: { MODEL_KEY: secret },
    clock: { wallMs: () => Date.UTC(2026, 0, 2), monotonicMs: () => performance.now() },
    random: Math.random,
    dispatcher,
    log: {
      warn: (detail, message) => logged.push({ level: "warn", detail, message }),
      error: (detail, message) => logged.push({ level: "error", detail, message }),
    },
    ...question.dependencies,
    limits: {
      firstTokenMs: 5000,
      idleMs: 5000,
      toolMs: 5000,
      toolListMs: 30_000,
      tailMs: 300,
      retryMs: 1,
      ...question.dependencies?.limits,
    },
  });
  try {
    const outcome = await agent.reply(
      {
        agent: { ...definition, limits: { ...definition.limits, ...question.limits } },
        messages: question.messages ?? [{ role: "user", text: "How long do refunds take?" }],
        signal: question.signal ?? new AbortController().signal,
        ...(question.baseDirectory !== undefined && { baseDirectory: question.baseDirectory }),
        ...(question.context !== undefined && { context: question.context }),
        ...(question.trace && { trace: question.trace }),
        ...(question.ids && { ids: question.ids }),
        ...(question.user && { user: question.user }),
      },
      (event) => {
        events.push(event);
        question.onEvent?.(event);
      },
    );
    return { outcome, events, logged, text: textOf(events) };
  } finally {
    await dispatcher.destroy();
  }
}

export function textOf(events: readonly AgentEvent[]): string {
  return events.map((event) => (event.type === "text" ? event.data : "")).join("");
}

type DataOf = { [Event in AgentEvent as Event["type"]]: Event["data"] };

/** The data of all events of one type, in order. */
export function dataOf<Type extends keyof DataOf>(events: readonly AgentEvent[], type: Type) {
  return events.filter((event) => event.type === type).map((event) => event.data as DataOf[Type]);
}
