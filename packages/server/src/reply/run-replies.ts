import type { AgentEvent, ReplyOutcome } from "@servicechat/agent";
import type { Storage } from "@servicechat/storage";
import { observeReply, type ReplyObserver } from "./observe-reply.ts";
import type { ReplySpan, RequestSpan, Tracing } from "../telemetry/tracing.ts";
import { createAgentAsker, nothingSaid, unforeseen } from "./ask-agent.ts";
import type { AskingDependencies } from "./ask-agent.ts";
import { createReplyComposer, createFencedOutlet, createOutlet } from "./reply-outlet.ts";
import type { ReplyComposer, ReplyOutlet } from "./reply-outlet.ts";
import { createReplyEnder, type AbortReason } from "./end-reply.ts";
import { createTextGathering } from "./gather-text.ts";
import type { ReplyJob } from "./reply-job.ts";
import type { ReplyWriter } from "./write-replies.ts";

const now = () => performance.now();

/** All replies that this node gives. */
export interface ReplyRunner {
  /**
   * Runs a reply to its end, whether or not anybody reads it. Never rejects. `askedBy` is the span that its own is
   * linked to.
   */
  run(job: ReplyJob, askedBy?: RequestSpan): Promise<void>;
  /** Ends replies early. A `stopped` reply that is still waiting in line stays there. */
  abort(jobs: readonly ReplyJob[], reason: AbortReason): void;
  /** Replies that run or wait. */
  jobs(): readonly ReplyJob[];
  /** Those of one chat. */
  jobsOf(sessionId: string): readonly ReplyJob[];
  /** Replies that wait for their turn, and those whose turn it is. */
  count(): { readonly waiting: number; readonly running: number };
  /** Resolves when no reply is running. */
  idle(): Promise<void>;
}

interface Dependencies extends AskingDependencies {
  readonly writer: ReplyWriter;
  /** Counts a use of approved answers, by their ids. */
  readonly countHits: (ids: readonly string[]) => Promise<void>;
  readonly tracing: Tracing | undefined;
  readonly handoffs: Pick<Storage["handoffs"], "headsOf">;
}

interface RunningReply {
  readonly controller: AbortController;
  readonly span: ReplySpan | undefined;
  /** Begins again when its turn has come. */
  observer: ReplyObserver;
  speaking: boolean;
  done: Promise<void>;
}

/** Brings replies from the agent into their live reply, and into storage. A reply belongs to its session, not to a socket. */
export function createReplyRunner({
  writer,
  countHits,
  tracing,
  handoffs,
  ...asking
}: Dependencies): ReplyRunner {
  const { log, metrics, hashUser, conversations } = asking;
  const running = new Map<ReplyJob, RunningReply>();
  /** The same jobs by their chat, since most events concern one. */
  const bySession = new Map<string, readonly ReplyJob[]>();
  const gather = createTextGathering();
  const ask = createAgentAsker(asking);
  const end = createReplyEnder({ writer, countHits, log, metrics });

  /** Only of chats that a person may take anything waits until it is stored. */
  function outletOf(job: ReplyJob, composer: ReplyComposer, controller: AbortController): ReplyOutlet {
    const target = { replyId: job.replyId, live: job.live, composer, writer };
    if (!job.agent.definition.handoff) return createOutlet(target);
    return createFencedOutlet(target, async () => {
      const reason = await whyEnded(job, { conversations, handoffs });
      if (reason) controller.abort(reason);
      return reason !== undefined;
    });
  }

  /** Lets the agent answer once its turn came, into a draft and to the readers. */
  async function speak(
    job: ReplyJob,
    outlet: ReplyOutlet,
    { controller: { signal }, span, observer }: RunningReply,
  ): Promise<ReplyOutcome> {
    const text = gather((piece) => {
      // Text that had not been sent when a person took the chat is never sent.
      if (signal.reason === "taken") return;
      if (observer.firstTextMs === null) {
        observer.firstText();
        metrics.firstText.observe((observer.firstTextMs ?? 0) / 1000);
      }
      outlet.send({ type: "text", data: piece });
    });
    function emit(event: AgentEvent): void {
      // The result of an interrupted tool is still sent.
      if (signal.aborted && event.type !== "tool_usage_stop") return;
      if (event.type === "text") return text.add(event.data);
      text.flush();
      observer.hear(event);
      outlet.send(event);
    }

    const outcome = signal.aborted
      ? nothingSaid
      : await ask(job, { signal, trace: span?.trace, emit, observer, outlet });
    text.flush();
    return outcome;
  }

  async function runToEnd(job: ReplyJob, entry: RunningReply): Promise<void> {
    const composer = createReplyComposer(hashUser(job.user));
    const { span, controller } = entry;
    const outlet = outletOf(job, composer, controller);
    try {
      const outcome = await waitAndSpeak(job, outlet, entry);
      const { observer: observed } = entry;
      await end(job, composer, { outcome, span, outlet, signal: controller.signal, observed });
    } catch (cause) {
      unforeseen(job, cause, log);
    } finally {
      forget(job);
      job.turnSlot.leave();
    }
  }

  /** Never rejects. */
  async function waitAndSpeak(
    job: ReplyJob,
    outlet: ReplyOutlet,
    entry: RunningReply,
  ): Promise<ReplyOutcome> {
    try {
      await waitForTurn(job, entry.controller.signal);
      entry.speaking = true;
      entry.observer = observeReply(now);
      return await speak(job, outlet, entry);
    } catch (cause) {
      return unforeseen(job, cause, log);
    }
  }

  function forget(job: ReplyJob): void {
    running.delete(job);
    const others = bySession.get(job.sessionId)?.filter((other) => other !== job) ?? [];
    if (others.length > 0) bySession.set(job.sessionId, others);
    else bySession.delete(job.sessionId);
  }

  return {
    run(job, askedBy) {
      const span = tracing?.reply(job, askedBy);
      const controller = new AbortController();
      const observer = observeReply(now);
      const entry: RunningReply = { controller, span, observer, speaking: false, done: Promise.resolve() };
      running.set(job, entry);
      bySession.set(job.sessionId, [...(bySession.get(job.sessionId) ?? []), job]);
      entry.done = span ? span.run(() => runToEnd(job, entry)) : runToEnd(job, entry);
      return entry.done;
    },
    abort(jobs, reason) {
      for (const job of jobs) {
        const reply = running.get(job);
        if (reply && (reply.speaking || reason !== "stopped")) reply.controller.abort(reason);
      }
    },
    jobs: () => [...running.keys()],
    jobsOf: (sessionId) => bySession.get(sessionId) ?? [],
    count() {
      const speakers = [...running.values()].filter(({ speaking }) => speaking).length;
      return { waiting: running.size - speakers, running: speakers };
    },
    async idle() {
      while (running.size > 0) await Promise.all([...running.values()].map(({ done }) => done));
    },
  };
}

/** Resolves when the reply's turn has come, or when it is aborted. */
async function waitForTurn(job: ReplyJob, signal: AbortSignal): Promise<void> {
  const turnCame = job.turnSlot.lineUp(job.turn);
  if (job.turnSlot.isWaiting()) job.live.write({ type: "progress", data: "Waiting for the previous answer" });
  const aborted = Promise.withResolvers<unknown>();
  signal.addEventListener("abort", aborted.resolve);
  await Promise.race([turnCame, aborted.promise]);
  signal.removeEventListener("abort", aborted.resolve);
}

/**
 * Why the storage takes nothing more of a reply: a person has taken its chat, the chat was erased, or other nodes believe
 * this one to be lost and have ended its replies. `undefined` while the agent may continue it.
 */
async function whyEnded(
  { replyId, sessionId, epoch }: Pick<ReplyJob, "replyId" | "sessionId" | "epoch">,
  { conversations, handoffs }: Pick<Dependencies, "conversations" | "handoffs">,
): Promise<AbortReason | undefined> {
  if (await conversations.mayAct(replyId)) return undefined;
  const [head] = await handoffs.headsOf([sessionId]);
  if (!head) return "session_erased";
  return epoch < head.takenEpoch ? "taken" : "reply_cut";
}
