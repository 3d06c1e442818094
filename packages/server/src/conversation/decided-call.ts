import type { DecidedCall } from "@servicechat/agent";
import type { AgentDefinition, FormAction } from "@servicechat/contract/agent-file";
import type { ConversationStore, RecentTurn, StoredPart } from "@servicechat/storage";
import { visitorActions } from "../views/agent-view.ts";
import { givesConsent } from "./check-answer.ts";
import { closeTranscript } from "./open-call.ts";

interface Context {
  readonly sessionId: string;
  readonly agent: AgentDefinition;
  readonly conversations: Pick<ConversationStore, "findQuestion">;
  /** The newest turns, in order, as the model gets them. */
  readonly turns: readonly RecentTurn[];
  /** A mark of the user who has sent the turn; nobody has none. */
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
