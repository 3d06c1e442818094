import type { Agent, AgentEvent, ReplyOutcome } from "@servicechat/agent";
import type { FailureCode } from "@servicechat/contract";
import { StorageUnavailable } from "@servicechat/storage";
import type { ConversationStore, FileStore } from "@servicechat/storage";
import type { FileKeeper } from "../files/file-keeper.ts";
import type { Log } from "../parts.ts";
import type { Figures } from "../watch/figures.ts";
import { secondsSince } from "../watch/seconds-since.ts";
import type { ReplySpan, RequestSpan, Tracing } from "../watch/tracing.ts";
import { createReplyComposer, type ReplyComposer } from "./compose-reply.ts";
import { createReplyEnder } from "./end-reply.ts";
import { createTextGathering } from "./gather-text.ts";
import { holdUntil } from "./hold-until.ts";
import { newId } from "./new-id.ts";
import { readConversation } from "./read-conversation.ts";
import type { AbortReason } from "./reply-ending.ts";
import { idsOf, type ReplyJob } from "./reply-job.ts";
import type { ReplyWriter } from "./write-replies.ts";

/** The turn could not be committed. Nothing of its reply is stored. */
const lost = "storage_unavailable" satisfies FailureCode;
const nothingSaid: ReplyOutcome = { transcript: [], truncated: false, outputTokens: 0 };

/** All replies that this node gives. */
export interface ReplyRunner {
  /** Runs a reply to its end, whoever listens or not. Never rejects. `askedBy` is what its span is linked to. */
  run(job: ReplyJob, askedBy?: RequestSpan): Promise<void>;
  /** Ends replies early. A `stopped` reply that is still waiting in line stays there. */
  abort(which: (job: ReplyJob) => boolean, reason: AbortReason): void;
  /** Replies that run or wait. */
  jobs(): readonly ReplyJob[];
  /** Replies that wait for their turn, and those whose turn it is. */
  count(): { readonly waiting: number; readonly running: number };
  /** Resolves when no reply runs any more. */
  idle(): Promise<void>;
}

interface Parts {
  readonly agent: Agent;
  readonly conversations: ConversationStore;
  readonly files: FileStore;
  readonly keepImage: FileKeeper["keepImage"];
  readonly writer: ReplyWriter;
  readonly log: Log;
  readonly figures: Figures;
  readonly tracing: Tracing | undefined;
}

interface RunningReply {
  readonly controller: AbortController;
  readonly span: ReplySpan | undefined;
  speaking: boolean;
  done: Promise<void>;
}

/** Brings replies from the agent into their live reply, and into storage. A reply belongs to its session, not to a socket. */
export function createReplyRunner({
  agent,
  conversations,
  files,
  keepImage,
  writer,
  log,
  figures,
  tracing,
}: Parts): ReplyRunner {
  const running = new Map<ReplyJob, RunningReply>();
  const gather = createTextGathering();
  const end = createReplyEnder({ writer, log, figures });

  /** Lets the agent answer once its turn came, into a draft and to the readers. */
  async function speak(
    job: ReplyJob,
    composer: ReplyComposer,
    controller: AbortController,
  ): Promise<ReplyOutcome> {
    const beganAt = performance.now();
    let hasSpoken = false;

    function send(event: AgentEvent): void {
      if (composer.take(event)) writer.note(job.replyId, composer);
      job.live.write(event);
    }

    const text = gather((piece) => {
      if (!hasSpoken) figures.firstText.observe(secondsSince(beganAt));
      hasSpoken = true;
      send({ type: "text", data: piece });
    });
    const emit = holdUntil(job.committed, (event: AgentEvent): void => {
      if (controller.signal.aborted) return;
      if (event.type === "text") return text.add(event.data);
      text.flush();
      send(event);
    });

    const outcome = controller.signal.aborted ? nothingSaid : await ask(job, controller.signal, emit);
    await job.committed;
    text.flush();
    return outcome;
  }

  /** Has the agent answer. Never rejects. */
  async function ask(
    job: ReplyJob,
    signal: AbortSignal,
    emit: (event: AgentEvent) => void,
  ): Promise<ReplyOutcome> {
    try {
      const told = await readConversation(job, { conversations, files });
      const askedAt = performance.now();
      const trace = running.get(job)?.span?.trace;
      const outcome = await agent.reply(
        {
          agent: job.agent.definition,
          baseDirectory: job.agent.baseDirectory,
          ...told,
          ...(job.context !== undefined && { context: job.context }),
          ...(job.user && { user: job.user }),
          signal,
          mayAct: job.committed,
          keepImage: (image) => keepImage({ ...image, id: newId("img"), sessionId: job.sessionId }),
          ids: idsOf(job),
          ...(trace && { trace }),
        },
        emit,
      );
      figures.model.observe(secondsSince(askedAt));
      figures.outputTokens += outcome.outputTokens;
      return outcome;
    } catch (cause) {
      if (!(cause instanceof StorageUnavailable)) return unforeseen(job, cause);
      log.warn({ ...idsOf(job), err: cause }, "storage_unavailable");
      return { ...nothingSaid, failure: "storage_unavailable" };
    }
  }

  /** What nobody has foreseen stands in the log with its cause, and is a failure like any other to the visitor. */
  function unforeseen(job: ReplyJob, cause: unknown): ReplyOutcome {
    log.error({ ...idsOf(job), err: cause }, "unnamed error");
    return { ...nothingSaid, failure: "internal" };
  }

  /** Until its turn has come, or it is aborted. */
  async function wait(job: ReplyJob, controller: AbortController): Promise<void> {
    const turnCame = job.place.lineUp(job.turn);
    if (job.place.isWaiting()) job.live.write({ type: "progress", data: "Waiting for the previous answer" });
    const aborted = Promise.withResolvers<unknown>();
    controller.signal.addEventListener("abort", aborted.resolve);
    await Promise.race([turnCame, aborted.promise]);
    controller.signal.removeEventListener("abort", aborted.resolve);
  }

  async function runToEnd(job: ReplyJob, entry: RunningReply): Promise<void> {
    const composer = createReplyComposer();
    try {
      const outcome = await waitAndSpeak(job, composer, entry);
      for (const stop of composer.closeTools()) job.live.write(stop);
      const { span, controller } = entry;
      if (outcome === lost)
        end.tell(job, { status: "failed", failure: lost }, { outcome: nothingSaid, span });
      else await end.commit(job, composer, { outcome, span, signal: controller.signal });
    } catch (cause) {
      unforeseen(job, cause);
    } finally {
      running.delete(job);
      job.place.leave();
    }
  }

  /** @returns `lost` when its turn could not be committed. Never rejects */
  async function waitAndSpeak(
    job: ReplyJob,
    composer: ReplyComposer,
    entry: RunningReply,
  ): Promise<ReplyOutcome | typeof lost> {
    try {
      await wait(job, entry.controller);
      entry.speaking = true;
      return await speak(job, composer, entry.controller);
    } catch (cause) {
      const isKept = await job.committed.then(
        () => true,
        () => false,
      );
      return isKept ? unforeseen(job, cause) : lost;
    }
  }

  return {
    run(job, askedBy) {
      const span = tracing?.reply(job, askedBy);
      const controller = new AbortController();
      const entry: RunningReply = { controller, span, speaking: false, done: Promise.resolve() };
      running.set(job, entry);
      job.committed.catch(() => controller.abort(lost));
      entry.done = span ? span.run(() => runToEnd(job, entry)) : runToEnd(job, entry);
      return entry.done;
    },
    abort(which, reason) {
      for (const [job, { controller, speaking }] of running) {
        if (which(job) && (speaking || reason !== "stopped")) controller.abort(reason);
      }
    },
    jobs: () => [...running.keys()],
    count() {
      const speakers = [...running.values()].filter(({ speaking }) => speaking).length;
      return { waiting: running.size - speakers, running: speakers };
    },
    async idle() {
      while (running.size > 0) await Promise.all([...running.values()].map(({ done }) => done));
    },
  };
}
