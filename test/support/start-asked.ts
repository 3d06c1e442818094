import { parseAgentFile } from "@servicechat/contract/agent-file";
import { createOutbound } from "@servicechat/outbound";
import { askedIn } from "./post-blocks.ts";
import { startRecordingApi } from "./recording-api.ts";
import type { Answering } from "./recording-api.ts";
import { returnForm, returning, returnTools, shopToken } from "./return-desk.ts";
import { startService } from "./start-service.ts";
import type { StartOptions, TestService } from "./start-service.ts";
import { ask } from "./visitor.ts";

/** A service in front of a back end, with a visitor who was asked to confirm a return. */
export async function startAsked({
  answering,
  ...options
}: StartOptions & { readonly answering?: Answering } = {}) {
  await using stack = new AsyncDisposableStack();
  const api = stack.use(await startRecordingApi(answering ?? (() => ({ returnId: "R-7" }))));
  const service = stack.use(
    await startService({
      script: returning,
      environment: { SHOP_TOKEN: shopToken },
      outbound: stack.use(createOutbound({ allowedNetworks: ["127.0.0.0/8"] })),
      ...options,
      agent: { tools: returnTools(api.url), actions: [returnForm(api.url)], ...options.agent },
    }),
  );
  const reply = await ask(service, "Please return 1042");
  const kept = stack.move();
  return {
    api,
    service,
    reply,
    token: reply.token,
    asked: askedIn(reply),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

/** Applies a changed agent file while the service runs. */
export async function change({ storage }: TestService, changes: Record<string, unknown>): Promise<void> {
  const [agent] = await storage.agents.list();
  if (!agent) throw new Error("There is no agent.");
  const parsed = parseAgentFile({ ...agent.definition, ...changes });
  if ("faults" in parsed) throw new Error(JSON.stringify(parsed.faults));
  await storage.agents.put({ ...agent, definition: parsed.agent, at: Date.now() });
}
