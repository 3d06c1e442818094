import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { listenOnLoopback } from "./listen-on-loopback.ts";

/** A request to the scripted model server, as far as scripts need it. */
export interface ModelAsk {
  readonly model?: string;
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
  readonly tools?: readonly unknown[];
}

/** One step of an answer: a piece of text, a pause in milliseconds, a tool call, or a raw chunk of bytes. */
export type ModelStep =
  | string
  | { readonly wait: number }
  | { readonly until: Promise<unknown> }
  | { readonly tool: string; readonly input: unknown }
  | { readonly raw: string }
  | { readonly cut: true };

/** How the model answers one request: steps, or a refusal with a status. */
export type ModelScript = (
  ask: ModelAsk,
) =>
  | Iterable<ModelStep>
  | { readonly status: number; readonly body: string; readonly headers?: Record<string, string> };

export interface ModelServer extends AsyncDisposable {
  readonly baseUrl: string;
  /** Every request body, in order. */
  readonly asked: readonly ModelAsk[];
  /** Changes how the next requests are answered. */
  answer(script: ModelScript): void;
}

/** The words of a text with their spaces, as a model would stream them. */
export function words(text: string): string[] {
  return text.match(/\s*\S+/g) ?? [];
}

/** A Chat Completions server on loopback whose answers the test determines. The only thing that tests fake. */
export async function startModelServer(
  first: ModelScript = () => words("Hello from the model."),
): Promise<ModelServer> {
  let script = first;
  const asked: ModelAsk[] = [];
  const server = createServer((request, response) => {
    respond(request, response).catch(() => response.destroy());
  });

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const ask = JSON.parse(Buffer.concat(await request.toArray()).toString()) as ModelAsk;
    asked.push(ask);
    const answer = script(ask);
    if ("status" in answer) {
      response
        .writeHead(answer.status, { "Content-Type": "application/json", ...answer.headers })
        .end(answer.body);
      return;
    }
    response.writeHead(200, { "Content-Type": "text/event-stream" });
    let finish = "stop";
    for (const step of answer) {
      if (response.destroyed) return;
      if (typeof step === "string") response.write(chunk({ content: step }));
      else if ("wait" in step) await new Promise((resolve) => setTimeout(resolve, step.wait));
      else if ("until" in step) await step.until;
      else if ("raw" in step) response.write(step.raw);
      else if ("cut" in step) return void response.destroy();
      else {
        finish = "tool_calls";
        const call = { name: step.tool, arguments: JSON.stringify(step.input) };
        response.write(chunk({ tool_calls: [{ index: 0, id: "call_1", type: "function", function: call }] }));
      }
    }
    response.write(chunk({}, finish));
    response.end("data: [DONE]\n\n");
  }

  const listening = await listenOnLoopback(server);
  return {
    ...listening,
    baseUrl: `${listening.baseUrl}/v1`,
    asked,
    answer(next) {
      script = next;
    },
  };
}

function chunk(delta: object, finish: string | null = null): string {
  const data = {
    id: "c",
    object: "chat.completion.chunk",
    choices: [{ index: 0, delta, finish_reason: finish }],
  };
  return `data: ${JSON.stringify(data)}\n\n`;
}
