import type { Agent, AgentEvent, ReplyRequest, Tool } from "@servicechat/agent";
import { runTool } from "../../../packages/agent/src/tools/run-tool.ts";
import type { Walk, WalkedNode } from "./walk.ts";

const log = { warn: () => undefined, error: () => undefined };

/**
 * An agent that randomly writes, acts and asks, and does not always learn at once that it should stop: what it does
 * then must have no effect.
 */
export function createScriptedAgent(walk: Walk, node: WalkedNode): Agent {
  const { seen, random } = walk;

  /** A tool that sends one request, or two if the first response leads on. */
  const tool = (replyId: string): Tool => ({
    name: "order",
    title: "Ordering",
    description: "Orders.",
    inputSchema: { type: "object" },
    async run(_input, { beforeSending, signal }) {
      await walk.step(node, "tool connects");
      for (let hop = 0; hop < (random() < 0.3 ? 2 : 1); hop++) {
        seen.mayAct.delete(replyId);
        await beforeSending?.();
        if (!seen.mayAct.get(replyId)) walk.fault(`${replyId} sent a request without leave`);
        if (signal.aborted) walk.fault(`${replyId} sent a request after it was stopped`);
        await walk.step(node, "tool answers");
      }
      return { result: "Ordered." };
    },
  });

  async function deed(
    replyId: string,
    { signal, mayAct, handOff }: ReplyRequest,
    emit: (event: AgentEvent) => void,
  ): Promise<void> {
    const call = { id: `${replyId}${random()}`, name: "order", input: {} };
    const parts = { emit, log, signal, timeoutMs: 1e9, maxResultLength: 99, keepImage: undefined };
    if (random() < 0.3 && handOff) await handOff({ reason: "other", summary: "It asks." });
    else await runTool(call, tool(replyId), { ...parts, ...(mayAct && { mayAct }) });
  }

  return {
    async reply(request, emit) {
      const replyId = request.ids?.["replyId"] ?? "";
      const turn = (await walk.turns()).find(({ reply }) => reply.id === replyId)?.number ?? 0;
      for (const [other, { isDead }] of seen.speaking)
        if (!isDead) walk.fault(`${replyId} began while ${other} spoke`);
      if (turn > 0 && turn < seen.lastTurn) walk.fault(`turn ${turn} was answered after ${seen.lastTurn}`);
      seen.lastTurn = Math.max(turn, seen.lastTurn);
      seen.speaking.set(replyId, node);
      const isStubborn = random() < 0.3;
      const length = Math.floor(random() * 4);
      for (let piece = 0; piece < length; piece++) {
        await walk.step(node, "agent");
        if (request.signal.aborted && !isStubborn) break;
        if (random() < 0.35) await deed(replyId, request, emit);
        else emit({ type: "text", data: `<${replyId.slice(-4)}.${piece}>` });
      }
      seen.speaking.delete(replyId);
      return { transcript: [], ending: null, outputTokens: 1 };
    },
  };
}
