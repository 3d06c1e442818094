import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type { Plan } from "../plan.ts";
import { machineMs, stamp } from "../stamps.ts";
import { answerParent } from "./answer-parent.ts";
import { listenOnLoopback } from "../../test/support/listen-on-loopback.ts";

/*
 * A Chat Completions server that does what the last message says (`Plan`), paced like a real one. Each token is the
 * time of its emission; before the first one is the time at which the request arrived.
 */

interface Ask {
  readonly messages: readonly { readonly content?: string; readonly block?: { readonly value: string } }[];
}

const server = createServer((request, response) => {
  respond(request, response).catch(() => response.destroy());
});
server.keepAliveTimeout = 75_000;
const listening = listenOnLoopback(server);

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const asked = stamp(machineMs());
  const { messages } = JSON.parse(Buffer.concat(await request.toArray()).toString()) as Ask;
  // A proxy that forwards the visitor's body unchanged is understood too.
  const last = messages.at(-1);
  const plan = JSON.parse(last?.content ?? last?.block?.value ?? "") as Plan;
  response.writeHead(200, { "Content-Type": "text/event-stream" });
  response.flushHeaders();
  if (plan.holdMs > 0) await pause(plan.holdMs);
  response.write(chunk({ role: "assistant", content: "" }));

  const token = (number: number) => chunk({ content: (number === 0 ? asked : "") + stamp(machineMs()) });
  const finish = () => response.end(`${chunk({}, "stop")}data: [DONE]\n\n`);
  if (plan.everyMs === 0) {
    response.write(Array.from({ length: plan.tokens }, (_, number) => token(number)).join(""));
    return void finish();
  }
  let sent = 0;
  const timer = setInterval(() => {
    response.write(token(sent++));
    if (sent < plan.tokens) return;
    clearInterval(timer);
    finish();
  }, plan.everyMs);
  response.on("close", () => clearInterval(timer));
}

function chunk(delta: object, finish: string | null = null): string {
  const data = {
    id: "chatcmpl-BenchBenchBenchBenchBenchBe",
    object: "chat.completion.chunk",
    created: 1_760_000_000,
    model: "bench-model",
    service_tier: "default",
    system_fingerprint: null,
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
  };
  return `data: ${JSON.stringify(data)}\n\n`;
}

const answers = { port: async () => (await listening).port };
/** What the model's server can be asked. */
export type ModelServerAnswers = typeof answers;
answerParent(answers);
