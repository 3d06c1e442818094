import type { Agent, AgentEvent, ReplyOutcome } from "@servicechat/agent";
import type { FailureCode, MessageStatus, StreamEvent } from "@servicechat/contract";
import { failures } from "@servicechat/contract";
import type { LiveReplyWriter, Place } from "@servicechat/coordination";
import { StorageUnavailable } from "@servicechat/storage";
import type { AgentRecord, ConversationStore } from "@servicechat/storage";
import type { Log } from "../parts.ts";
import { createReplyComposer } from "./compose-reply.ts";
import { createTextGatherer } from "./gather-text.ts";
import { modelMessages } from "./model-messages.ts";
import type { ReplyWriter } from "./write-replies.ts";

/** Newest turns read for the model. The agent then keeps what fits its token budget. */
const contextTurns = 20;

/** Why a running reply is ended from outside. `stopped` is the visitor's own wish and no failure. */
export type AbortReason =
  | "stopped"
  | Extract<FailureCode, "key_revoked" | "session_erased" | "shutting_down">;

export interface ReplyJob {
  readonly replyId: string;
  readonly sessionId: string;
  readonly turn: number;
  readonly keyId: string;
  readonly agent: AgentRecord;
  readonly place: Place;
  readonly live: LiveReplyWriter;
}

export interface ReplyRunner {
  /** Runs a reply to its end, whoever listens or not. Never rejects. */
  run(job: ReplyJob): Promise<void>;
  /** Ends replies early. A `stopped` reply that is still waiting in line stays there. */
  abort(which: (job: ReplyJob) => boolean, reason: AbortReason): void;
  /** Keys that running replies were started with. */
  keyIds(): ReadonlySet<string>;
  /** Resolves when no reply runs any more. */
  idle(): Promise<void>;
}

interface Parts {
  readonly agent: Agent;
  readonly conversations: ConversationStore;
  readonly writer: ReplyWriter;
  readonly log: Log;
}

/** Brings replies from the agent into their live reply, and into storage. A reply belongs to its session, not to a socket. */
export function createReplyRunner({ agent, conversations, writer, log }: Parts): ReplyRunner {
  const running = new Map<
    ReplyJob,
    { controller: AbortController; speaking: boolean; done: Promise<void> }
  >();

  async function speak(job: ReplyJob, controller: AbortController): Promise<void> {
    const composer = createReplyComposer();

    function send(event: AgentEvent): void {
      const changed = composer.take(event);
      const text = event.type === "text" ? event.data : "";
      if (changed || text !== "") writer.note(job.replyId, text, changed ? composer.draft.parts : undefined);
      job.live.write(event);
    }

    const gatherer = createTextGatherer((text) => send({ type: "text", data: text }));
    function emit(event: AgentEvent): void {
      if (controller.signal.aborted) return;
      if (event.type === "text") return gatherer.add(event.data);
      gatherer.flush();
      send(event);
    }

    let outcome: ReplyOutcome = { transcript: [], truncated: false, outputTokens: 0 };
    try {
      if (controller.signal.aborted) return await end(job, composer.draft, outcome, controller.signal);
      const turns = await conversations.recentTurns({
        sessionId: job.sessionId,
        before: job.turn + 1,
        limit: contextTurns,
      });
      const messages = modelMessages(
        turns.map((turn) => (turn.number === job.turn ? withoutReply(turn) : turn)),
      );
      outcome = await agent.reply({ agent: job.agent.definition, messages, signal: controller.signal }, emit);
    } catch (cause) {
      if (cause instanceof StorageUnavailable)
        log.warn({ err: cause, replyId: job.replyId }, "storage_unavailable");
      else log.error({ err: cause, replyId: job.replyId }, "unnamed error");
      outcome = {
        ...outcome,
        failure: cause instanceof StorageUnavailable ? "storage_unavailable" : "internal",
      };
    }
    gatherer.flush();
    composer.closeTools();
    await end(job, composer.draft, outcome, controller.signal);
  }

  async function end(
    job: ReplyJob,
    draft: ReturnType<typeof createReplyComposer>["draft"],
    outcome: ReplyOutcome,
    signal: AbortSignal,
  ): Promise<void> {
    const { status, failure } = verdict(outcome, signal);
    let last: StreamEvent = failure ? errorEvent(failure) : { type: "done", data: {} };
    try {
      // Committed before the last event leaves: whoever sees `done` finds the whole reply in history.
      await writer.end({
        ...draft,
        replyId: job.replyId,
        status,
        transcript: outcome.transcript,
        failure,
        truncated: outcome.truncated,
      });
    } catch (cause) {
      log.warn({ err: cause, replyId: job.replyId }, "a reply's end could not be committed");
      last = errorEvent("storage_unavailable");
    }
    job.live.write(last);
    job.live.close();
  }

  async function wait(job: ReplyJob, controller: AbortController): Promise<void> {
    const turnCame = job.place.lineUp(job.turn);
    if (job.place.waiting) job.live.write({ type: "progress", data: "Waiting for the previous answer" });
    await Promise.race([
      turnCame,
      new Promise((resolve) => controller.signal.addEventListener("abort", resolve)),
    ]);
  }

  return {
    async run(job) {
      const controller = new AbortController();
      const entry = { controller, speaking: false, done: Promise.resolve() };
      running.set(job, entry);
      entry.done = (async () => {
        try {
          await wait(job, controller);
          entry.speaking = true;
          await speak(job, controller);
        } catch (cause) {
          log.error({ err: cause, replyId: job.replyId }, "unnamed error");
          job.live.write(errorEvent("internal"));
          job.live.close();
        } finally {
          running.delete(job);
          job.place.leave();
        }
      })();
      await entry.done;
    },
    abort(which, reason) {
      for (const [job, { controller, speaking }] of running) {
        if (which(job) && (speaking || reason !== "stopped")) controller.abort(reason);
      }
    },
    keyIds: () => new Set([...running.keys()].map((job) => job.keyId)),
    async idle() {
      while (running.size > 0) await Promise.all([...running.values()].map(({ done }) => done));
    },
  };
}

/** The turn that is being answered has no reply yet, whatever its record says. */
function withoutReply<Turn extends { readonly reply: object }>(turn: Turn): Turn {
  return { ...turn, reply: { ...turn.reply, content: "", parts: [], transcript: [] } };
}

function verdict(
  outcome: ReplyOutcome,
  signal: AbortSignal,
): { readonly status: Exclude<MessageStatus, "streaming">; readonly failure: FailureCode | null } {
  if (signal.aborted) {
    const reason = signal.reason as AbortReason;
    if (reason === "stopped") return { status: "stopped", failure: null };
    return { status: reason === "shutting_down" ? "incomplete" : "failed", failure: reason };
  }
  if (!outcome.failure) return { status: "complete", failure: null };
  return { status: outcome.failure === "reply_cut" ? "incomplete" : "failed", failure: outcome.failure };
}

/** The `error` event of a failure: the same sentence and `retryable` as its status would carry. */
export function errorEvent(code: FailureCode): Extract<StreamEvent, { type: "error" }> {
  const { message, retryable } = failures[code];
  return { type: "error", data: { message, retryable, code } };
}
