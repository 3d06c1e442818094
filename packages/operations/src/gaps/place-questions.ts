import { randomUUID } from "node:crypto";
import { alikeFrom, likenessOf } from "@servicechat/knowledge";
import type { QuestionSketch } from "@servicechat/knowledge";
import type { GapQuestion, Storage } from "@servicechat/storage";
import type { OperationContext } from "../operation-context.ts";

type Dependencies = Pick<OperationContext, "storage" | "knowledge" | "now">;

/** Questions taken at once. */
const batch = 50;
/** The wordings that a new question is compared with: the newest of its agent's gaps. */
const maxCompared = 500;
/**
 * How many vectors are computed at once: first for new questions, then for old ones with a vector of another model.
 * Until their turn, those are compared by their words.
 */
const maxEmbedded = 100;

const running = new WeakMap<Storage, Promise<void>>();

/**
 * Puts every question that was not answered well into the gap about the same topic, or into a new one. Only once at a
 * time within a process, so that two similar questions do not create two gaps.
 */
export function placeQuestions(context: Dependencies, signal?: AbortSignal): Promise<void> {
  const before = running.get(context.storage) ?? Promise.resolve();
  const placed = before.catch(() => undefined).then(() => placeAll(context, signal));
  running.set(context.storage, placed);
  return placed;
}

async function placeAll(context: Dependencies, signal: AbortSignal | undefined): Promise<void> {
  while (!signal?.aborted) {
    const waiting = await context.storage.gaps.unplaced({ limit: batch });
    if (waiting.length === 0) return;
    for (const [agentId, questions] of Map.groupBy(waiting, (question) => question.agentId))
      await placeOfAgent(context, { agentId, waiting: questions, signal });
  }
}

async function placeOfAgent(
  { storage, knowledge, now }: Dependencies,
  {
    agentId,
    waiting,
    signal,
  }: {
    readonly agentId: string;
    readonly waiting: readonly GapQuestion[];
    readonly signal: AbortSignal | undefined;
  },
): Promise<void> {
  const placed = await storage.gaps.placed({ agentId, limit: maxCompared });
  const sketches = await knowledge.sketch(agentId, [...waiting, ...placed], { maxEmbedded, signal });
  const gaps = new Map<string, QuestionSketch[]>();
  const join = (gapId: string, sketch: QuestionSketch) =>
    gaps.set(gapId, [...(gaps.get(gapId) ?? []), sketch]);
  for (const [at, { gapId, replyId, vector }] of placed.entries()) {
    const sketch = sketches[waiting.length + at];
    if (!sketch) continue;
    join(gapId, sketch);
    // The next batch need not make it again.
    if (sketch.vector && sketch.vector.model !== vector?.model)
      await storage.gaps.saveVector({ replyId, vector: sketch.vector });
  }
  for (const [at, { replyId }] of waiting.entries()) {
    const sketch = sketches[at];
    if (!sketch) continue;
    const gapId = mostAlike(sketch, gaps) ?? `gap_${randomUUID()}`;
    const { vector } = sketch;
    const outcome = await storage.gaps.place({ replyId, gapId, vector, at: now() });
    // It was erased, or another process has placed it, perhaps in a gap that is not known here: look again.
    if (outcome === "gone") return;
    join(gapId, sketch);
  }
}

/** The gap that a question is about; `undefined` when it is about none of them. */
function mostAlike(
  sketch: QuestionSketch,
  gaps: ReadonlyMap<string, readonly QuestionSketch[]>,
): string | undefined {
  let best: { readonly gapId: string; readonly likeness: number } | undefined;
  for (const [gapId, others] of gaps) {
    const likeness = likenessOfGap(sketch, others);
    if (likeness >= alikeFrom && likeness > (best?.likeness ?? 0)) best = { gapId, likeness };
  }
  return best?.gapId;
}

/** Halfway between the wording that is most alike and all of them, so that no chain of like pairs ends far from where it began. */
function likenessOfGap(sketch: QuestionSketch, others: readonly QuestionSketch[]): number {
  const likenesses = others.map((other) => likenessOf(sketch, other));
  const mean = likenesses.reduce((sum, likeness) => sum + likeness, 0) / Math.max(1, likenesses.length);
  return (Math.max(0, ...likenesses) + mean) / 2;
}
