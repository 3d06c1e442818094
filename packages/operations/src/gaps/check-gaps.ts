import { createHash, randomUUID } from "node:crypto";
import type { FoundPassage } from "@servicechat/agent";
import { unsolvedGapStates } from "@servicechat/contract/admin";
import { answersFrom } from "@servicechat/knowledge";
import { failedPrefix } from "@servicechat/storage";
import type { AgentRecord, GapClosedBy, GapQuestion, OpenGap, Storage } from "@servicechat/storage";
import { setImmediate, setTimeout as pause } from "node:timers/promises";
import type { OperationContext } from "../operation-context.ts";

type Dependencies = Pick<OperationContext, "storage" | "knowledge" | "now">;

/** The wordings of a gap that are asked again, the newest. */
const maxAsked = 50;
/** Gaps whose questions are asked again in one check. Others wait for the next. */
const maxChecked = 20;
/** Questions after which no further gap is begun in one go, where they are asked with pauses. */
const maxPaced = 20;

/** The pause between two questions where visitors are answered by the same process. */
export const pauseOfChecksMs = 100;

/** A check of a gap. */
interface Check {
  readonly agent?: string;
  readonly gap?: string;
  readonly signal?: AbortSignal;
  /**
   * Milliseconds between two questions, in a service: each is searched for on the thread that answers visitors. With a
   * pause, no further gap is begun once some questions were asked.
   */
  readonly pauseMs?: number;
}

/** The current answers to a gap's questions. */
interface GapAnswers {
  readonly by: GapClosedBy;
  readonly proof: readonly string[];
}

/**
 * Asks the questions of gaps again, without a visitor and without a model, where the agent has learnt something since
 * they were asked last. A gap closes automatically once all of its questions are answered.
 *
 * A limited number of gaps at a time: the next call finds the rest. A failing gap does not block the others and is
 * retried last.
 *
 * @returns how many have closed
 * @throws the reason of the signal when it is aborted while a question is asked; otherwise, after all others, the first
 *   failure
 */
export async function checkGaps(context: Dependencies, check: Check = {}): Promise<number> {
  const { signal, pauseMs = 0 } = check;
  const failures: unknown[] = [];
  let closed = 0;
  const asking = createAsking(context, pauseMs);
  for (const due of await findDue(context, check)) {
    if (signal?.aborted || (pauseMs > 0 && asking.asked() >= maxPaced)) break;
    const { gap, known, failed } = due;
    try {
      if (await checkGap(context, { gap, known, asking, signal })) closed++;
    } catch (cause) {
      signal?.throwIfAborted();
      failures.push(cause);
      await context.storage.gaps.noteCheck({ ...gap, checked: failed });
    }
  }
  if (failures.length > 0) throw failures[0];
  return closed;
}

/** A gap whose questions should be asked again. */
interface DueGap {
  readonly gap: OpenGap;
  /** The current state of its agent's knowledge. */
  readonly known: string;
  /** What is stored about it if it cannot be checked. */
  readonly failed: string;
}

/** The gaps of one check: the maximum number, and one random gap of those whose last check failed. */
async function findDue({ storage }: Dependencies, { agent, gap: id }: Check): Promise<readonly DueGap[]> {
  const { gaps, knowledge } = storage;
  const withKnown = (known: string) => (gap: OpenGap) => ({ gap, known, failed: `${failedPrefix}${known}` });
  if (id !== undefined) {
    const [gap] = await gaps.open({ id });
    const known = gap ? await knowledge.revisionOf(gap.agentId) : "";
    return gap && gap.checked !== known ? [withKnown(known)(gap)] : [];
  }
  const fresh: DueGap[] = [];
  const failed: DueGap[] = [];
  for (const { agentId, known } of await gaps.dueAgents(agent === undefined ? {} : { agentId: agent })) {
    const from = `gap_${randomUUID()}`;
    const due = await gaps.due({ agentId, known, from, limit: maxChecked - fresh.length });
    fresh.push(...due.fresh.map(withKnown(known)));
    if (due.failed) failed.push(withKnown(known)(due.failed));
  }
  const again = failed[Math.floor(Math.random() * failed.length)];
  return again ? [...fresh.slice(0, maxChecked - 1), again] : fresh;
}

/** @returns whether it has closed */
async function checkGap(
  context: Dependencies,
  {
    gap,
    known,
    asking,
    signal,
  }: {
    readonly gap: OpenGap;
    readonly known: string;
    readonly asking: Asking;
    readonly signal: AbortSignal | undefined;
  },
): Promise<boolean> {
  const { id, state } = gap;
  const { gaps, agents } = context.storage;
  const agent = await agents.find(gap.agentId);
  if (!agent) return false;
  const answered = await findAnswer(context, { agent, gap, asking, signal });
  // A question has joined it since it closed: it stays closed if that is answered too.
  if (state === "closed") {
    if (!answered) await gaps.reopen({ id, at: context.now() });
    await gaps.noteCheck({ ...gap, checked: known });
    return false;
  }
  // The answers for which it closed before it was reopened prove nothing.
  if (!answered || answered.proof.every((each) => gap.proof.includes(each))) {
    await gaps.noteCheck({ ...gap, checked: known });
    return false;
  }
  const { questions } = gap;
  const { by, proof } = answered;
  const closedBy = state === "answered" ? "answer" : by;
  const closing = { id, from: unsolvedGapStates, checked: known, questions, proof, at: context.now() };
  // If it does not close, it has another question, and is asked about again by the next call.
  return gaps.close({ ...closing, closedBy });
}

/** The current answers to a gap's questions; `undefined` while any of them has none. */
async function findAnswer(
  context: Dependencies,
  {
    agent,
    gap: { id },
    asking,
    signal = new AbortController().signal,
  }: {
    readonly agent: AgentRecord;
    readonly gap: OpenGap;
    readonly asking: Asking;
    readonly signal: AbortSignal | undefined;
  },
): Promise<GapAnswers | undefined> {
  const questions = await context.storage.gaps.questions({ id, limit: maxAsked });
  const wordings = new Map(questions.map((each) => [each.question, each]));
  if (wordings.size === 0) return undefined;
  const passages: FoundPassage[] = [];
  for (const question of wordings.values()) {
    const passage = await asking.next(() => findProof(context, { agent, question, signal }), signal);
    if (!passage) return undefined;
    passages.push(passage);
  }
  const by = passages.some(({ approved }) => approved) ? "answer" : "sync";
  return { by, proof: [...new Set(passages.map(digestOf))] };
}

/**
 * The passages that answer a question now, unless they are the same as before: a passage whose score was good enough
 * when the visitor was not satisfied proves nothing.
 */
async function findProof(
  { knowledge }: Dependencies,
  {
    agent,
    question: { question, nearest },
    signal,
  }: { readonly agent: AgentRecord; readonly question: GapQuestion; readonly signal: AbortSignal },
): Promise<FoundPassage | undefined> {
  // Agents take long to load: no other operation waits for them.
  const { askWithoutModel } = await import("../knowledge/ask-without-model.ts");
  let best: FoundPassage | undefined;
  const failures: unknown[] = [];
  const ask = askWithoutModel(agent, {
    knowledge: {
      async search(...query) {
        try {
          const found = await knowledge.search(...query);
          best ??= found[0];
          return found;
        } catch (cause) {
          failures.push(cause);
          throw cause;
        }
      },
    },
  });
  const { unsure, options } = await ask(question, signal);
  // A visitor would see that the search failed. That proves nothing about the question.
  if (failures.length > 0) throw failures[0];
  if (unsure || options.length > 0 || !best || best.score < answersFrom) return undefined;
  if (!nearest || nearest.score < answersFrom) return best;
  // The stored text of a passage may be truncated.
  const isSame = best.url === nearest.url && best.text.startsWith(nearest.text.replace(/…$/, ""));
  return isSame ? undefined : best;
}

/** Identifies a passage with its current content. */
function digestOf({ approved, url, text }: FoundPassage): string {
  const read = JSON.stringify([approved?.id ?? null, url, text]);
  return createHash("sha256").update(read).digest("hex").slice(0, 16);
}

/** Asks the questions of one check, one after the other. */
interface Asking {
  /** Asks one, when no other check in this process is asking. @throws the signal's reason when it is aborted */
  next<Result>(ask: () => Promise<Result>, signal: AbortSignal): Promise<Result>;
  /** How many were asked. */
  asked(): number;
}

/** The last question that is being asked, whichever check asks it. */
const asking = new WeakMap<Storage, Promise<unknown>>();

/**
 * Gives visitors priority: a search takes milliseconds of the only thread, so there is never more than one at once, and a
 * pause before each.
 */
function createAsking({ storage }: Pick<OperationContext, "storage">, pauseMs: number): Asking {
  let asked = 0;
  return {
    async next(ask, signal) {
      await (pauseMs > 0 ? pause(pauseMs, undefined, { signal, ref: false }) : setImmediate());
      signal.throwIfAborted();
      asked++;
      const before = asking.get(storage) ?? Promise.resolve();
      const answer = before.then(ask, ask);
      asking.set(storage, answer);
      return answer;
    },
    asked: () => asked,
  };
}
