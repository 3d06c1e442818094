import { agentFileSchema } from "@servicechat/contract/agent-file";
import type { FormAction } from "@servicechat/contract/agent-file";
import { Agent as KeepAliveAgent } from "undici";
import type { AgentEvent, DecidedCall, ModelMessage, Tool } from "../src/index.ts";
import { defaultLimits } from "../src/limits.ts";
import { createModelOpener } from "../src/models/open-model.ts";
import { runReply } from "../src/reply/reply-loop.ts";
import type { ReplyRequest } from "../src/index.ts";

/** A tool that notes each run, and asks first when it has a `request`. */
export function notingTool({
  name = "return_order",
  request,
  run = async () => "Return R-7 was made.",
}: {
  readonly name?: string;
  /** Describes its request; without it, it makes none. */
  readonly request?: (orderId: string) => string;
  readonly run?: () => Promise<string>;
} = {}): Tool & { readonly runs: unknown[] } {
  const runs: unknown[] = [];
  const orderId = (input: unknown) => (input as { orderId: string }).orderId;
  return {
    runs,
    name,
    title: "Requesting the return",
    description: "Returns an order.",
    inputSchema: {
      type: "object",
      properties: { orderId: { type: "string" } },
      required: ["orderId"],
      additionalProperties: false,
    },
    ...(request && {
      confirm: (input: unknown) => ({
        title: "Requesting the return",
        request: request(orderId(input)),
        body: JSON.stringify(input),
      }),
    }),
    async run(input) {
      runs.push(input);
      return { result: await run() };
    },
  };
}

export const returnAction = agentFileSchema.shape.actions.parse([
  {
    id: "return",
    label: "Return an order",
    kind: "form",
    inputSchema: { type: "object", properties: { orderId: { type: "string" } } },
    http: { method: "POST", url: "https://shop.example/returns" },
  },
])[0] as FormAction;

/** One reply of an agent with these very tools, whose model is behind `url`. */
export async function runWithTools({
  url,
  tools = [],
  actionTool,
  messages = [{ role: "user", text: "I want to return my order." }],
  ...request
}: {
  readonly url: string;
  readonly tools?: readonly Tool[];
  /** The tool that `returnAction` runs. */
  readonly actionTool?: Tool;
  readonly messages?: readonly ModelMessage[];
  readonly decided?: DecidedCall;
} & Partial<Pick<ReplyRequest, "signal">>) {
  const dispatcher = new KeepAliveAgent();
  const limits = { ...defaultLimits, retryMs: 1 };
  const agent = agentFileSchema.parse({
    id: "acme",
    name: "Acme",
    tools: ["AskUserQuestion"],
    model: { provider: "openai", baseUrl: url, name: "some-model" },
  });
  const events: AgentEvent[] = [];
  const logged: object[] = [];
  const log = {
    warn: (detail: object) => void logged.push(detail),
    error: (detail: object) => void logged.push(detail),
  };
  const openModel = createModelOpener({ sources: { environment: {} }, dispatcher, limits, log });
  try {
    const outcome = await runReply(
      { agent, messages, signal: new AbortController().signal, ...request },
      (event) => void events.push(event),
      {
        openModel: () => openModel(agent.model, { agents: null }),
        openTools: () => Promise.resolve(tools),
        openAction: () => actionTool,
        hasVerbatim: () => Promise.resolve(false),
        instructions: "",
        limits,
        random: Math.random,
        log,
      },
    );
    return { outcome, events, logged };
  } finally {
    await dispatcher.destroy();
  }
}
