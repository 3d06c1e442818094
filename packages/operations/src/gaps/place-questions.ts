import { randomUUID } from "node:crypto";
import { alikeFrom, likenessOf } from "@servicechat/knowledge";
import type { QuestionSketch } from "@servicechat/knowledge";
import type { GapQuestion, Storage } from "@servicechat/storage";
import type { OperationParts } from "../operation-parts.ts";

type Parts = Pick<OperationParts, "storage" | "knowledge" | "now">;

/** Questions taken at once. */
const batch = 50;
/** The wordings that a new question is compared with: the newest of its agent's gaps. */
const maxCompared = 500;
/**
 * Vectors that are made at once, of new questions before those of old ones whose vectors another model has made: so many
 * of these follow with each further batch, and are compared by their words until then.
 */
const maxEmbedded = 100;

const running = new WeakMap<Storage, Promise<void>>();

/**
 * Puts every question that was not answered well into the gap that is about the same, or into one of its own. Within one
 * process once at a time, so that two questions of one kind do not open two gaps.
 */
export function placeQuestions(parts: Parts, signal?: AbortSignal): Promise<void> {
  const before = running.get(parts.storage) ?? Promise.resolve();
  const placed = before.catch(() => undefined).then(() => placeAll(parts, signal));
  running.set(parts.storage, placed);
  return placed;
}

async function placeAll(parts: Parts, signal: AbortSignal | undefined): Promise<void> {
  while (!signal?.aborted) {
    const waiting = await parts.storage.gaps.unplaced({ limit: batch });
    if (waiting.length === 0) return;
    for (const [agentId, questions] of Map.groupBy(waiting, (question) => question.agentId))
      await placeOfAgent(parts, { agentId, waiting: questions, signal });
  }
}

async function placeOfAgent(
  { storage, knowledge, now }: Parts,
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
