import { randomUUID } from "node:crypto";
import { setImmediate, setTimeout as pause } from "node:timers/promises";
import { alikeFrom, likenessOf } from "@servicechat/knowledge";
import type { QuestionSketch } from "@servicechat/knowledge";
import type { GapQuestion, PlacedQuestion, Storage } from "@servicechat/storage";
import type { OperationContext } from "../operation-context.ts";
import type { Actor } from "../access/actor.ts";

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
/** Comparisons before other work gets a turn. */
const slice = 100;

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
  const kept = sketchesOf(storage, agentId);
  const revision = await storage.knowledge.revisionOf(agentId);
  const placed = await storage.gaps.placed({ agentId, limit: maxCompared, known: kept.questions });
  const isOutdated = ({ replyId }: PlacedQuestion) => {
    const sketch = kept.sketches.get(replyId);
    return !sketch || kept.revision !== revision || (sketch.vector?.model ?? null) !== kept.model;
  };
  const outdated = placed.filter(isOutdated);
  const sketches = await knowledge.sketch(agentId, [...waiting, ...outdated], { maxEmbedded, signal });
  const renewed = outdated.flatMap(({ replyId }, at) => {
    const sketch = sketches[waiting.length + at];
    return sketch ? [[replyId, sketch] as const] : [];
  });
  const sketchOf = new Map([...kept.sketches, ...renewed]);
  for (const question of outdated) {
    const { replyId } = question;
    const made = sketchOf.get(replyId)?.vector;
    if (!made || made.model === question.vector?.model) continue;
    // The next batch need not make it again.
    await storage.gaps.saveVector({ replyId, vector: made });
    kept.questions.set(replyId, { ...question, vector: made });
  }
  const gaps = new Map<string, QuestionSketch[]>();
  const current = new Map<string, QuestionSketch>();
  const join = (question: Pick<PlacedQuestion, "replyId" | "gapId">, sketch: QuestionSketch) => {
    current.set(question.replyId, sketch);
    gaps.set(question.gapId, [...(gaps.get(question.gapId) ?? []), sketch]);
  };
  for (const question of placed) {
    const sketch = sketchOf.get(question.replyId);
    if (sketch) join(question, sketch);
  }
  const model = sketches.find(({ vector }) => vector !== null)?.vector?.model ?? kept.model;
  Object.assign(kept, { revision, model, sketches: current });
  for (const [at, { replyId, question }] of waiting.entries()) {
    const sketch = sketches[at];
    if (!sketch) continue;
    const gapId = (await mostAlike(sketch, gaps)) ?? `gap_${randomUUID()}`;
    const { vector } = sketch;
    const outcome = await storage.gaps.place({ replyId, gapId, vector, at: now() });
    // It was erased, or another process has placed it, perhaps in a gap that is not known here: look again.
    if (outcome === "gone") return;
    join({ replyId, gapId }, sketch);
    kept.questions.set(replyId, { replyId, gapId, question, vector });
  }
}

/** The gap that a question is about; `undefined` when it is about none of them. */
async function mostAlike(
  sketch: QuestionSketch,
  gaps: ReadonlyMap<string, readonly QuestionSketch[]>,
): Promise<string | undefined> {
  let best: { readonly gapId: string; readonly likeness: number } | undefined;
  let compared = 0;
  for (const [gapId, others] of gaps) {
    const likeness = likenessOfGap(sketch, others);
    if (likeness >= alikeFrom && likeness > (best?.likeness ?? 0)) best = { gapId, likeness };
    compared += others.length;
    if (compared >= slice) {
      compared = 0;
      await setImmediate();
    }
  }
  return best?.gapId;
}

/** Halfway between the most similar wording and the average, so that a chain of similar pairs cannot drift away from its topic. */
function likenessOfGap(sketch: QuestionSketch, others: readonly QuestionSketch[]): number {
  const likenesses = others.map((other) => likenessOf(sketch, other));
  const mean = likenesses.reduce((sum, likeness) => sum + likeness, 0) / Math.max(1, likenesses.length);
  return (Math.max(0, ...likenesses) + mean) / 2;
}

/** The maximum waiting time of a person, in milliseconds. */
const maxWaitMs = 1_000;

/**
 * Puts questions into gaps before an operation reads them. A slow or missing embedding model delays no one: a
 * running service does it every few seconds anyway. A command may be alone, and waits.
 */
export async function placeSoon(
  context: Pick<OperationContext, "storage" | "knowledge" | "now">,
  { kind }: Pick<Actor, "kind">,
): Promise<void> {
  const placed = placeQuestions(context);
  if (kind === "command_line") return placed;
  const stop = new AbortController();
  const waited = pause(maxWaitMs, undefined, { signal: stop.signal, ref: false });
  // The regular update of gaps meets, and logs, the same error.
  await Promise.race([placed.catch(() => undefined), waited]).finally(() => stop.abort());
}

/** Sketches of an agent's questions that are in gaps, as they were last compared. */
interface KeptSketches {
  /** The revision of the agent's knowledge, on which the weights of words depend. */
  revision: string;
  /** Of the vectors that were made last; `null` before the first. */
  model: string | null;
  /** The questions as they were read, by the id of the reply. */
  readonly questions: Map<string, PlacedQuestion>;
  /** By the id of the reply. */
  sketches: Map<string, QuestionSketch>;
}

/** Sketches of all agents together: some kilobytes each. */
const maxKept = 2_000;

const kept = new WeakMap<Storage, Map<string, KeptSketches>>();

/**
 * The cached sketches of an agent: a new question is compared with hundreds of others, whose words would have to be counted
 * and whose vectors to be read again each time.
 */
function sketchesOf(storage: Storage, agentId: string): KeptSketches {
  const ofAgents = kept.get(storage) ?? new Map<string, KeptSketches>();
  kept.set(storage, ofAgents);
  const none = { revision: "", model: null, questions: new Map(), sketches: new Map() };
  const ofAgent = ofAgents.get(agentId) ?? none;
  ofAgents.delete(agentId);
  let count = 0;
  for (const [id, { questions }] of [...ofAgents].toReversed()) {
    count += questions.size;
    // Sketches of the agents that were unused for longest are dropped first.
    if (count > maxKept - ofAgent.questions.size) ofAgents.delete(id);
  }
  ofAgents.set(agentId, ofAgent);
  return ofAgent;
}
