import type { FoundPassage } from "@servicechat/agent";
import { unsolvedGapStates } from "@servicechat/contract/admin";
import { answersFrom } from "@servicechat/knowledge";
import type { AgentRecord, GapClosedBy, GapQuestion, OpenGap } from "@servicechat/storage";
import type { OperationParts } from "../operation-parts.ts";

type Parts = Pick<OperationParts, "storage" | "knowledge" | "now">;

/** The wordings of a gap that are asked again, the newest. */
const maxAsked = 50;
/** Gaps whose questions are asked again in one go. Others wait for the next. */
const maxChecked = 20;

/**
 * Asks the questions of gaps again, without a visitor and without a model, where the agent has learnt something since they
 * were asked last. A gap all of whose questions are answered by now closes by itself.
 *
 * No more than some gaps at a time: whatever is left is found again by the next call.
 *
 * @returns how many have closed
 * @throws the reason of the signal when it is aborted while a question is asked
 */
export async function checkGaps(
  parts: Parts,
  {
    agent: agentId,
    gap: gapId,
    signal,
  }: { readonly agent?: string; readonly gap?: string; readonly signal?: AbortSignal } = {},
): Promise<number> {
  const all = await parts.storage.gaps.open(agentId === undefined ? {} : { agentId });
  const open = gapId === undefined ? all : all.filter(({ id }) => id === gapId);
  let [closed, left] = [0, maxChecked];
  for (const [id, gaps] of Map.groupBy(open, (gap) => gap.agentId)) {
    const known = await parts.storage.knowledge.mark(id);
    const due = gaps.filter(({ checked }) => checked !== known);
    const agent = due.length > 0 ? await parts.storage.agents.find(id) : undefined;
    if (!agent) continue;
    for (const gap of due) {
      if (signal?.aborted || left-- === 0) return closed;
      const answeredBy = await findAnswer(parts, { agent, gap, signal });
      if (answeredBy) {
        const change = { id: gap.id, from: unsolvedGapStates, to: "closed", at: parts.now() } as const;
        const closedBy = gap.state === "answered" ? "answer" : answeredBy;
        if (await parts.storage.gaps.change({ ...change, closedBy })) closed++;
      }
      await parts.storage.gaps.noteCheck({ id: gap.id, checked: known });
    }
  }
  return closed;
}

/** What a gap's questions are answered from by now; `undefined` while any of them is not. */
async function findAnswer(
  parts: Parts,
  {
    agent,
    gap: { id },
    signal = new AbortController().signal,
  }: { readonly agent: AgentRecord; readonly gap: OpenGap; readonly signal: AbortSignal | undefined },
): Promise<GapClosedBy | undefined> {
  const questions = await parts.storage.gaps.questions({ id, limit: maxAsked });
  const wordings = new Map(questions.map((each) => [each.question, each]));
  if (wordings.size === 0) return undefined;
  const proofs = new Set<GapClosedBy>();
  for (const question of wordings.values()) {
    const proof = await findProof(parts, { agent, question, signal });
    if (!proof) return undefined;
    proofs.add(proof);
  }
  return proofs.has("answer") ? "answer" : "sync";
}

/**
 * From what a question is answered now, if from something else than before: a passage that was good enough by its score
 * when the visitor was not content proves nothing.
 */
async function findProof(
  { knowledge }: Parts,
  {
    agent,
    question: { question, nearest },
    signal,
  }: { readonly agent: AgentRecord; readonly question: GapQuestion; readonly signal: AbortSignal },
): Promise<GapClosedBy | undefined> {
  // Agents take long to load: no other operation waits for them.
  const { askWithoutModel } = await import("../knowledge/ask-without-model.ts");
  let best: FoundPassage | undefined;
  const ask = askWithoutModel(agent, {
    knowledge: {
      async search(...query) {
        const found = await knowledge.search(...query);
        best ??= found[0];
        return found;
      },
    },
  });
  const { unsure, options } = await ask(question, signal);
  if (unsure || options.length > 0 || !best || best.score < answersFrom) return undefined;
  const proof = best.approved ? "answer" : "sync";
  if (!nearest || nearest.score < answersFrom) return proof;
  // What is kept of a passage may be cut.
  const isSame = best.url === nearest.url && best.text.startsWith(nearest.text.replace(/…$/, ""));
  return isSame ? undefined : proof;
}
