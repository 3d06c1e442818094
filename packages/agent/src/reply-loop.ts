import { ModelFailure } from "./agent.ts";
import type {
  AgentEvent,
  Model,
  ReplyOutcome,
  ReplyRequest,
  Said,
  Tool,
  ToolCall,
  ToolDescription,
} from "./agent.ts";
import { startDeadline } from "./deadline.ts";
import { estimateTokens } from "./fit-messages.ts";
import type { AgentLimits } from "./limits.ts";
import type { Log } from "./log.ts";
import { newCallId } from "./new-call-id.ts";
import { createSpeaker } from "./speak.ts";
import { askUserQuestion } from "./tools/ask-user-question.ts";
import { createToolUser } from "./tools/use-tools.ts";
import { createVoice } from "./voice.ts";

/** Tool calls of one round beyond these are not heard; a model that still wants them asks again. */
const maxCallsPerRound = 8;
/** No token is this long on average: text beyond means that the provider ignores the limit it was given. */
const maxCharactersPerToken = 8;
/** Longest tool result that a model is given, in characters. */
const maxResultLength = 32_768;

export interface ReplyParts {
  /** @throws ModelFailure when the definition cannot be used */
  openModel(): Model;
  /** @param maxLength Longest result in characters */
  openTools(maxLength: number): readonly Tool[];
  readonly instructions: string;
  readonly limits: AgentLimits;
  readonly random: () => number;
  readonly log: Log;
}

/** Lets the model speak, uses the tools it asks for, and repeats until it asks for none or its rounds are used up. */
export async function runReply(
  { agent, messages, signal }: ReplyRequest,
  emit: (event: AgentEvent) => void,
  parts: ReplyParts,
): Promise<ReplyOutcome> {
  const { limits, log, random } = parts;
  const { maxOutputTokens, contextTokens } = agent.model;
  const deadline = startDeadline(signal, agent.limits.replySeconds * 1000);
  const voice = createVoice({
    emit,
    maxLength: maxOutputTokens * maxCharactersPerToken,
    onFull: deadline.stop,
  });
  const transcript: ReplyOutcome["transcript"][number][] = [];
  let outputTokens = 0;

  /** Keeps what the model has said, also when it broke off in the middle. */
  function keep(toolCalls: readonly ToolCall[], counted: number): void {
    const text = voice.takeText();
    outputTokens += counted || estimateTokens(text + toolCalls.map((call) => JSON.stringify(call)).join(""));
    if (text !== "" || toolCalls.length > 0) transcript.push({ role: "assistant", text, toolCalls });
  }

  async function converse(): Promise<Pick<ReplyOutcome, "truncated" | "question">> {
    // A small context must not be filled by one result.
    const resultLength = Math.min(maxResultLength, contextTokens * 2);
    const tools = parts.openTools(resultLength);
    const mayAsk = agent.tools.includes(askUserQuestion.name);
    const descriptions = describe(tools, mayAsk);
    const useTools = createToolUser({
      tools,
      mayAsk,
      emit,
      log,
      signal: deadline.signal,
      timeoutMs: limits.toolMs,
      maxResultLength: resultLength,
    });
    const speak = createSpeaker({
      agent,
      model: parts.openModel(),
      instructions: parts.instructions,
      voice,
      signal: deadline.signal,
      retryMs: limits.retryMs,
      random,
      log,
    });

    let isStuck = false;
    for (let round = 0; ; round++) {
      const usable = isStuck || round >= agent.limits.maxToolRounds ? [] : descriptions;
      const said = await speak({
        messages: [...messages, ...transcript],
        tools: usable,
        maxOutputTokens: maxOutputTokens - outputTokens,
      });
      const calls = usable.length > 0 ? wantedCalls(said, random) : [];
      keep(calls, said.outputTokens);
      if (said.finish === "declined" && !voice.hasSpoken) throw declined();
      if (calls.length === 0) return { truncated: said.finish === "length" };

      const used = await useTools(calls);
      transcript.push(...used.results);
      if (used.question) return { truncated: false, question: used.question };
      deadline.signal.throwIfAborted();
      if (outputTokens >= maxOutputTokens) return { truncated: true };
      isStuck ||= used.isStuck;
    }
  }

  try {
    const ended = await converse();
    return { transcript, outputTokens, ...ended };
  } catch (thrown) {
    keep([], 0);
    const outcome = { transcript, outputTokens, truncated: voice.isFull };
    if (signal.aborted || voice.isFull) return outcome;
    const failure = deadline.isOver
      ? "reply_timeout"
      : thrown instanceof ModelFailure
        ? thrown.code
        : "internal";
    const detail = { err: thrown, agentId: agent.id, provider: agent.model.provider, code: failure };
    // What only the operator can mend is an error; the rest may pass.
    if (failure === "model_refused" || failure === "internal") log.error(detail, "a reply failed");
    else log.warn(detail, "a reply failed");
    return { ...outcome, failure };
  } finally {
    deadline.end();
  }
}

function describe(tools: readonly Tool[], mayAsk: boolean): readonly ToolDescription[] {
  return [...tools, ...(mayAsk ? [askUserQuestion] : [])].map(({ name, description, inputSchema }) => ({
    name,
    description,
    inputSchema,
  }));
}

/** What was cut or declined may be half a call: then none is used. */
function wantedCalls(said: Said, random: () => number): readonly ToolCall[] {
  if (said.finish === "length" || said.finish === "declined") return [];
  return said.toolCalls
    .slice(0, maxCallsPerRound)
    .map(({ name, input }) => ({ id: newCallId(random), name, input }));
}

function declined(): ModelFailure {
  return new ModelFailure("model_declined", "the model declined to answer", { retryable: false });
}
