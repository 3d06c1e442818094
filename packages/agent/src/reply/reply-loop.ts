import type { FailureCode } from "@servicechat/contract";
import type { ModelDefinition } from "@servicechat/contract/agent-file";
import { ModelError } from "../agent.ts";
import type { AgentEvent, ModelMessage, ReplyOutcome, ReplyRequest } from "../agent.ts";
import type { Log } from "../log.ts";
import { modelName } from "../model-name.ts";
import { cutOffError } from "../models/provider-error.ts";
import { createSuggesting } from "../tools/follow-ups.ts";
import { prepareReply } from "./prepare-reply.ts";
import type { PreparedReply, ReplyDependencies } from "./prepare-reply.ts";
import { createReplyRecord, isUnanswered } from "./reply-record.ts";
import type { ReplyRecord } from "./reply-record.ts";
import { createTextEmitter } from "./text-emitter.ts";
import type { TextEmitter } from "./text-emitter.ts";
import { verbatimAnswer } from "./verbatim-answer.ts";

/** No token is this long on average: longer text means that the provider ignores its limit. */
const maxCharactersPerToken = 8;

/** One reply from its beginning to its end. Never rejects: what went wrong is in the outcome, its cause in the log. */
export async function runReply(
  request: ReplyRequest,
  emit: (event: AgentEvent) => void,
  dependencies: ReplyDependencies,
): Promise<ReplyOutcome> {
  const { model, limits } = request.agent;
  const deadline = startDeadline(request.signal, limits.replySeconds * 1000);
  const { signal } = deadline;
  const maxLength = model.maxOutputTokens * maxCharactersPerToken;
  const emitter = createTextEmitter({ emit, maxLength, onFull: deadline.stop });
  const record = createReplyRecord(emitter, model);
  let modelRefused = false;
  const onFallback = ({ code }: ModelError, next: ModelDefinition) => {
    modelRefused ||= code === "model_refused";
    record.model = next;
  };
  const outcome = () => {
    const searches = record.searches();
    return {
      transcript: record.transcript,
      outputTokens: record.outputTokens,
      usage: { model: modelName(record.model), ...record.reported },
      ...(emitter.thoughts.length > 0 && { thoughts: emitter.thoughts }),
      ...(searches.length > 0 && { searches }),
      ...(modelRefused && { modelRefused }),
    };
  };
  try {
    const end = await converse(request, {
      ...(await prepareReply(request, emit, dependencies, { emitter, signal })),
      onFallback,
      emitter,
      record,
    });
    // A provider that ignores its limit may say all at once.
    const ending = emitter.isFull ? "length" : end.ending;
    if (ending && !emitter.hasSpoken) throw cutOffError(`ended early without a word: ${ending}`);
    const unanswered = !end.question && isUnanswered(record);
    return { ...outcome(), ...end, ending, ...(unanswered && { unanswered }) };
  } catch (thrown) {
    record.recordResponse([]);
    if (request.signal.aborted) return { ...outcome(), ending: null };
    if (emitter.isFull && emitter.hasSpoken) return { ...outcome(), ending: "length" };
    const failure = deadline.isOver ? "reply_timeout" : emitter.isFull ? "reply_cut" : codeOf(thrown);
    logFailure(dependencies.log, failure, {
      err: thrown,
      agentId: request.agent.id,
      provider: model.provider,
    });
    return { ...outcome(), ending: null, failure };
  } finally {
    deadline.end();
  }
}

interface Conversation extends PreparedReply {
  readonly onFallback: (failure: ModelError, next: ModelDefinition) => void;
  readonly emitter: TextEmitter;
  readonly record: ReplyRecord;
}

/** Lets the model speak, uses the tools it asks for, and repeats until it asks for none or its rounds are used up. */
async function converse(
  { agent, messages: conversation, context, decided }: ReplyRequest,
  {
    speak,
    useTools,
    tools,
    newCalls,
    decidedCall,
    firstSearch,
    onFallback,
    signal,
    emitter,
    record,
  }: Conversation,
): Promise<Pick<ReplyOutcome, "ending" | "question" | "followUps">> {
  const { maxOutputTokens } = agent.model;
  /** Says a text that no model wrote: it costs no tokens. */
  const give = (answer: string | undefined): boolean => {
    if (answer === undefined || signal.aborted) return false;
    emitter.say(answer);
    record.recordGivenText();
    return true;
  };
  const messages = context === undefined ? conversation : withContext(conversation, context);
  if (decidedCall) {
    record.recordDecidedCall(decidedCall);
    const used = await useTools([decidedCall], decided?.confirmed);
    record.recordToolUse(used);
    if (used.question) return { ending: null, question: used.question };
    signal.throwIfAborted();
  }
  if (firstSearch) {
    record.recordDecidedCall(firstSearch);
    const used = await useTools([firstSearch]);
    record.recordToolUse(used);
    if (give(verbatimAnswer(used.searches))) return { ending: null };
    signal.throwIfAborted();
  }
  const suggesting = createSuggesting(agent.followUps);
  let isStuck = false;
  for (let round = 0; ; round++) {
    const isLast = isStuck || round >= agent.limits.maxToolRounds;
    const offered = [...(isLast ? [] : tools), ...suggesting.tools()];
    const response = await speak({
      messages: [...messages, ...record.transcript],
      tools: offered,
      maxOutputTokens: maxOutputTokens - record.outputTokens,
      onText: emitter.say,
      onThinking: emitter.think,
      onUnsaid: emitter.unsay,
      onUnfinished: record.recordUnfinished,
      onFallback,
    });
    const wanted = offered.length > 0 ? newCalls(response) : [];
    const { suggestions, others } = suggesting.take(wanted);
    // In the last round a tool that was not offered is not used either.
    const calls = isLast ? [] : others;
    const text = record.recordResponse(calls, response, suggestions);
    if (response.finish === "declined" && !emitter.hasSpoken) {
      throw new ModelError("model_declined", "the model declined to answer", { retryable: false });
    }
    if (calls.length === 0) {
      if (wanted.length === 0 || text.trim() !== "") return suggesting.conclude(response, text);
      // Only suggestions, or a tool that was not offered: the model still has to answer, and may suggest nothing more.
      suggesting.stop();
    }

    const used = await useTools(calls);
    record.recordToolUse(used);
    if (used.question) return { ending: null, question: used.question };
    // If there are other calls, an approved answer alone would be incomplete.
    if (text.trim() === "" && calls.length === 1 && give(verbatimAnswer(used.searches)))
      return { ending: null };
    signal.throwIfAborted();
    if (record.outputTokens >= maxOutputTokens) return { ending: "length" };
    isStuck ||= used.isStuck;
  }
}

/** The newest message is the visitor's: its words, or an answer, which is a tool's result. */
function withContext(messages: readonly ModelMessage[], context: string): readonly ModelMessage[] {
  const newest = messages.at(-1);
  if (!newest || newest.role === "assistant") return messages;
  return [...messages.slice(0, -1), { ...newest, context }];
}

function codeOf(thrown: unknown): FailureCode {
  return thrown instanceof ModelError ? thrown.code : "internal";
}

/** Failures that only the operator can fix are errors; others may be temporary, and are warnings. */
function logFailure(log: Log, code: FailureCode, detail: object): void {
  const isError = code === "model_refused" || code === "internal";
  log[isError ? "error" : "warn"]({ ...detail, code }, "a reply failed");
}

/** The time a whole reply may take. */
interface Deadline {
  /** Aborted when the caller's signal is, when the time is up, or by `stop`. */
  readonly signal: AbortSignal;
  readonly isOver: boolean;
  readonly stop: () => void;
  /** Releases the timer and the listener. */
  readonly end: () => void;
}

/** Starts the time of a reply. Not `AbortSignal.any`, which keeps its sources alive as long as the caller's signal. */
function startDeadline(caller: AbortSignal, ms: number): Deadline {
  const controller = new AbortController();
  const abort = () => controller.abort(caller.reason);
  if (caller.aborted) abort();
  caller.addEventListener("abort", abort);
  const timer = setTimeout(() => {
    deadline.isOver = true;
    const failure = new ModelError("reply_timeout", `the reply took longer than ${ms} ms`, {
      retryable: false,
    });
    controller.abort(failure);
  }, ms);

  const deadline = {
    signal: controller.signal,
    isOver: false,
    stop: () => controller.abort(new Error("the reply has reached its maximum length")),
    end() {
      clearTimeout(timer);
      caller.removeEventListener("abort", abort);
    },
  };
  return deadline;
}
