import type { ToolCall } from "@servicechat/contract";
import type { FormAction, ModelDefinition } from "@servicechat/contract/agent-file";
import type { AgentEvent, Model, ModelResponse, ReplyRequest, Tool } from "../agent.ts";
import type { AgentLimits } from "../limits.ts";
import type { Log } from "../log.ts";
import { searchKnowledge } from "../sources.ts";
import { askUserQuestion } from "../tools/ask-user-question.ts";
import { createHandoffTool } from "../tools/handoff.ts";
import { createToolUser } from "../tools/use-tools.ts";
import type { UseTools } from "../tools/use-tools.ts";
import { traceSpeaking } from "../trace.ts";
import { assertUsable, createSpeaker } from "./speak.ts";
import type { Speak } from "./speak.ts";
import type { TextEmitter } from "./text-emitter.ts";
import { askedInWords, searchFor } from "./verbatim-answer.ts";

/** Maximum tool calls in one round; further ones are dropped, and the model can make them again. */
const maxCallsPerRound = 8;
/** Longest tool result that a model is given, in characters. */
const maxResultLength = 32_768;

/** The dependencies of one reply. */
export interface ReplyDependencies {
  /** Called for each request. Rejects with a ModelError when the agent's settings cannot be used. */
  readonly openModel: (definition: ModelDefinition) => Promise<Model>;
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

/** A reply that can begin: its model, its tools and the calls that come before the model speaks. */
export interface PreparedReply {
  readonly speak: Speak;
  readonly useTools: UseTools;
  readonly tools: Parameters<Speak>[0]["tools"];
  readonly newCalls: (response: ModelResponse) => readonly ToolCall[];
  /** The call that the visitor decided on: the reply begins with it. */
  readonly decidedCall: ToolCall | undefined;
  /** A search with which the reply begins, since it has an answer that is given word for word. */
  readonly firstSearch: ToolCall | undefined;
  readonly signal: AbortSignal;
}

/** Prepares the model and the tools of a reply. @throws ModelError when the settings cannot be used */
export async function prepareReply(
  { agent, messages, trace, decided, user, keepImage, mayAct, handOff }: ReplyRequest,
  emit: (event: AgentEvent) => void,
  { openModel, openTools, openAction, hasVerbatim, instructions, limits, random, log }: ReplyDependencies,
  { emitter, signal }: { readonly emitter: TextEmitter; readonly signal: AbortSignal },
): Promise<PreparedReply> {
  // Don't run a confirmed call if no configured model could report its result.
  if (decided) await assertUsable(agent, openModel);
  // A small context must not be filled by one result.
  const contexts = [agent.model, ...agent.fallbackModels].map(({ contextTokens }) => contextTokens);
  const resultLength = Math.min(maxResultLength, ...contexts.map((tokens) => tokens * 2));
  const opened = await openTools(resultLength);
  const tools = handOff ? [...opened, createHandoffTool(handOff)] : opened;
  const mayAsk = agent.tools.includes(askUserQuestion.name);
  const question = decided ? undefined : askedInWords(messages);
  const isGiven =
    question !== undefined && agent.tools.includes(searchKnowledge) && (await hasVerbatim(question));
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

const alphabet = "abcdefghijklmnopqrstuvwxyz0123456789";

/**
 * A new id for a tool call. The providers' own may be missing, repeated, or of a form that another provider refuses;
 * nine letters and digits are accepted by all.
 */
function newCallId(random: () => number): string {
  return Array.from({ length: 9 }, () => alphabet[Math.floor(random() * alphabet.length)]).join("");
}
