import type { FailureCode, ToolCall } from "@servicechat/contract";
import type { FormAction, ModelDefinition } from "@servicechat/contract/agent-file";
import { ModelError } from "../agent.ts";
import type {
  AgentEvent,
  Model,
  ModelMessage,
  ReplyOutcome,
  ReplyRequest,
  ModelResponse,
  Tool,
} from "../agent.ts";
import { startDeadline } from "./deadline.ts";
import { isUnanswered } from "./is-unanswered.ts";
import type { AgentLimits } from "../limits.ts";
import type { Log } from "../log.ts";
import { modelName } from "../model-name.ts";
import { cutOffError } from "../models/provider-error.ts";
import { newCallId } from "./new-call-id.ts";
import { createReplyRecord } from "./reply-record.ts";
import type { ReplyRecord } from "./reply-record.ts";
import { assertUsable, createSpeaker } from "./speak.ts";
import type { Speak } from "./speak.ts";
import { askUserQuestion } from "../tools/ask-user-question.ts";
import { createSuggesting } from "../tools/create-suggesting.ts";
import { createHandoffTool } from "../tools/handoff.ts";
import { createToolUser } from "../tools/use-tools.ts";
import type { UseTools } from "../tools/use-tools.ts";
import { traceSpeaking } from "../tracing/trace-speaking.ts";
import { askedInWords, searchFor, verbatimAnswer } from "./verbatim-answer.ts";
import { createTextEmitter } from "./text-emitter.ts";
import type { TextEmitter } from "./text-emitter.ts";

/** Maximum tool calls in one round; further ones are dropped, and the model can make them again. */
const maxCallsPerRound = 8;
/** No token is this long on average: longer text means that the provider ignores its limit. */
const maxCharactersPerToken = 8;
/** Longest tool result that a model is given, in characters. */
const maxResultLength = 32_768;

/** The dependencies of one reply. */
interface ReplyDependencies {
  /** @throws ModelError when the agent's settings cannot be used */
  readonly openModel: (definition: ModelDefinition) => Model;
  /**
   * The tools that the agent runs itself, each with results of at most `maxLength` characters. Those that cannot be had
   * soon are left out. Never rejects.
   */
  readonly openTools: (maxLength: number) => Promise<readonly Tool[]>;
  /** The request of a form, as a tool that only a visitor's choice runs. `undefined` where no requests are made. */
  readonly openAction: (action: FormAction) => Tool | undefined;
  /** Whether an approved answer should be given word for word to a question. */
  readonly hasVerbatim: (question: string) => Promise<boolean>;
  readonly instructions: string;
  readonly limits: AgentLimits;
  readonly random: () => number;
  readonly log: Log;
}

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
      ...(await prepare(request, emit, dependencies, { emitter, signal })),
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

interface Conversation {
  readonly speak: Speak;
  readonly useTools: UseTools;
  readonly tools: Parameters<Speak>[0]["tools"];
  readonly newCalls: (response: ModelResponse) => readonly ToolCall[];
  /** The call that the visitor decided on: the reply begins with it. */
  readonly decidedCall: ToolCall | undefined;
  /** A search with which the reply begins, since it has an answer that is given word for word. */
  readonly firstSearch: ToolCall | undefined;
  readonly onFallback: (failure: ModelError, next: ModelDefinition) => void;
  readonly signal: AbortSignal;
  readonly emitter: TextEmitter;
  readonly record: ReplyRecord;
}

/** Lets the model speak, uses the tools it asks for, and repeats until it asks for none or its rounds are used up. */
async function converse(
  { agent, messages: told, context, decided }: ReplyRequest,
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
  const messages = context === undefined ? told : withContext(told, context);
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
      hear: emitter.say,
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

/** Prepares the model and the tools of a reply. @throws ModelError when the settings cannot be used */
async function prepare(
  { agent, messages, trace, decided, user, keepImage, mayAct, handOff }: ReplyRequest,
  emit: (event: AgentEvent) => void,
  { openModel, openTools, openAction, hasVerbatim, instructions, limits, random, log }: ReplyDependencies,
  { emitter, signal }: Pick<Conversation, "emitter" | "signal">,
): Promise<Omit<Conversation, "emitter" | "record" | "onFallback">> {
  // Don't run a confirmed call if no configured model could report its result.
  if (decided) assertUsable(agent, openModel);
  // A small context must not be filled by one result.
  const contexts = [agent.model, ...agent.fallbackModels].map(({ contextTokens }) => contextTokens);
  const resultLength = Math.min(maxResultLength, ...contexts.map((tokens) => tokens * 2));
  const opened = await openTools(resultLength);
  const tools = handOff ? [...opened, createHandoffTool(handOff)] : opened;
  const mayAsk = agent.tools.includes(askUserQuestion.name);
  const question = decided ? undefined : askedInWords(messages);
  const isGiven =
    question !== undefined && agent.tools.includes("search_knowledge") && (await hasVerbatim(question));
  const firstSearch = isGiven ? { id: newCallId(random), ...searchFor(question) } : undefined;
  const { retryMs, toolMs: timeoutMs } = limits;
  const speak = createSpeaker({ agent, openModel, instructions, emitter, signal, retryMs, random, log });
  return {
    speak: trace ? traceSpeaking(speak, { trace, model: agent.model, signal }) : speak,
    useTools: createToolUser({
      tools,
      actionTool: decided?.action && openAction(decided.action),
      mayAsk,
      emit,
      log,
      signal,
      user,
      keepImage,
      mayAct,
      timeoutMs,
      maxResultLength: resultLength,
      trace,
    }),
    tools: [...tools, ...(mayAsk ? [askUserQuestion] : [])].map(({ name, description, inputSchema }) => ({
      name,
      description,
      inputSchema,
    })),
    newCalls: (response) => wantedCalls(response, random),
    decidedCall: decided && { id: newCallId(random), ...decided.call },
    firstSearch,
    signal,
  };
}

/** A response that was cut off or declined may contain half a call: then none is used. */
function wantedCalls({ finish, toolCalls }: ModelResponse, random: () => number): readonly ToolCall[] {
  if (finish === "length" || finish === "declined") return [];
  return toolCalls
    .slice(0, maxCallsPerRound)
    .map(({ name, input }) => ({ id: newCallId(random), name, input }));
}

function codeOf(thrown: unknown): FailureCode {
  return thrown instanceof ModelError ? thrown.code : "internal";
}

/** Failures that only the operator can fix are errors; others may be temporary, and are warnings. */
function logFailure(log: Log, code: FailureCode, detail: object): void {
  const isError = code === "model_refused" || code === "internal";
  log[isError ? "error" : "warn"]({ ...detail, code }, "a reply failed");
}
