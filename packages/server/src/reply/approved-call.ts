import type { DecidedCall, ModelMessage } from "@servicechat/agent";
import { handoffTool, type AgentDefinition, type FormAction } from "@servicechat/contract/agent-file";
import type {
  ConversationStore,
  RecentTurn,
  StoredPart,
  ToldReply,
  StoredQuestion,
} from "@servicechat/storage";
import type { ToolCall } from "@servicechat/contract";
import { visitorActions } from "../views/visitor-actions.ts";
import { givesConsent } from "./given-answer.ts";

interface Context {
  readonly sessionId: string;
  readonly agent: AgentDefinition;
  readonly conversations: Pick<ConversationStore, "findQuestion">;
  /** The newest turns, in order, as the model gets them. */
  readonly turns: readonly RecentTurn[];
  /** A mark of the user who has sent the turn; absent if nobody is signed in. */
  readonly askedOf?: string | undefined;
}

/**
 * The call that a turn causes directly, before the model writes: a form whose request the service makes, or the call
 * that its answer confirms. A turn has at most one, since its messages were checked. What the visitor says in the
 * meantime leaves the question open. An answer is confirmed again if the visitor was asked to confirm something newer,
 * if the model no longer knows about the question, or if another user than the one who was asked answers.
 */
export async function decidedCall(turn: RecentTurn, context: Context): Promise<DecidedCall | undefined> {
  for (const part of turn.messages.flatMap(({ parts }) => parts)) {
    if (part.type === "action") {
      const action = requestForm(context.agent, part.actionId);
      const call = { name: part.actionId, input: part.input ?? {}, action: part.actionId };
      if (action) return { call, action };
    }
    if (part.type !== "answer") continue;
    const { sessionId, conversations } = context;
    const found = await conversations.findQuestion({ sessionId, questionId: part.questionId });
    const open = found && closeTranscript(found.reply).open;
    if (!found || !open?.question || open.question.id !== part.questionId) continue;
    if (!givesConsent(open.question, part)) continue;
    const { name, input, action: actionId } = open.call;
    const action = actionId === undefined ? undefined : requestForm(context.agent, actionId);
    const { confirm, askedOf } = open.question;
    const isAnswered = askedOf === context.askedOf && isNewestRequest(found.reply.turn, turn, context.turns);
    return {
      call: { name, input, ...(actionId !== undefined && { action: actionId }) },
      ...(action && { action }),
      ...(confirm && isAnswered && { confirmed: confirm }),
    };
  }
  return undefined;
}

/** Whether the request that was asked about in turn `asked` is the last one before the turn that answers. */
function isNewestRequest(asked: number, { number }: RecentTurn, turns: readonly RecentTurn[]): boolean {
  const isKnown = turns.some((turn) => turn.number === asked);
  const between = turns.filter((turn) => turn.number > asked && turn.number < number);
  return isKnown && !between.some(({ reply }) => reply.parts.some(asksToConfirm));
}

const asksToConfirm = (part: StoredPart): boolean => part.type === "question" && part.confirm !== undefined;

/** A form of the visitor's whose request the service makes. */
function requestForm(agent: AgentDefinition, actionId: string): FormAction | undefined {
  const action = visitorActions(agent).find(({ id }) => id === actionId);
  return action?.kind === "form" && action.http ? action : undefined;
}

/** The part of a reply that a model reads again: every call in `entries` has its result there, except the open one. */
interface ClosedTranscript {
  readonly entries: readonly ModelMessage[];
  readonly open: OpenCall | undefined;
}

/** A call that waits for the visitor: the reply ended with its question. */
export interface OpenCall {
  readonly call: ToolCall;
  readonly question: StoredQuestion | undefined;
}

/** Reads a reply's transcript. Calls without a result because of a crash or a stop are left out. */
export function closeTranscript({ transcript, parts, status }: ToldReply): ClosedTranscript {
  const answered = new Set(transcript.flatMap((entry) => (entry.role === "tool" ? [entry.callId] : [])));
  const last = transcript.findLast((entry) => entry.role === "assistant");
  const call = status === "complete" ? last?.toolCalls.find(({ id }) => !answered.has(id)) : undefined;
  const question = parts.findLast((part): part is StoredQuestion => part.type === "question");
  const isKept = ({ id }: ToolCall) => answered.has(id) || id === call?.id;
  const entries = transcript
    .map((entry) =>
      entry.role === "assistant"
        ? { ...entry, toolCalls: entry.toolCalls.filter(isKept).map(withoutHandoffInput) }
        : entry,
    )
    .filter((entry) => entry.role === "tool" || entry.text.trim() !== "" || entry.toolCalls.length > 0);
  return { entries, open: call && { call, question } };
}

/** Why a person was asked for is for that person: an agent that reads it again would act on it after the return. */
function withoutHandoffInput(call: ToolCall): ToolCall {
  return call.name === handoffTool ? { ...call, input: {} } : call;
}
