import type { DecidedCall } from "@servicechat/agent";
import type { AgentDefinition, FormAction } from "@servicechat/contract/agent-file";
import type { ConversationStore, RecentTurn } from "@servicechat/storage";
import { visitorActions } from "../views/agent-view.ts";
import { givesConsent } from "./check-answer.ts";
import { closeTranscript } from "./open-call.ts";

interface Context {
  readonly sessionId: string;
  readonly agent: AgentDefinition;
  readonly conversations: Pick<ConversationStore, "findQuestion">;
  /** Number of the turn before, as the model is told of them; `undefined` for the first. */
  readonly previousTurn: number | undefined;
}

/**
 * The call that a turn sets off by itself, before the model speaks: a form whose request the service makes, or the call
 * that its answer confirms. A turn has one at most, as its messages were checked. Consent holds in the turn after its
 * question; later, when the model has been told that nothing was run, the visitor is asked anew.
 */
export async function decidedCall(turn: RecentTurn, context: Context): Promise<DecidedCall | undefined> {
  for (const part of turn.messages.flatMap(({ parts }) => parts)) {
    if (part.type === "action") {
      const action = requestForm(context.agent, part.actionId);
      const call = { name: part.actionId, input: part.input ?? {}, action: part.actionId };
      if (action) return { call, action };
    }
    if (part.type !== "answer") continue;
    const { sessionId, conversations, previousTurn } = context;
    const found = await conversations.findQuestion({ sessionId, questionId: part.questionId });
    const open = found && closeTranscript(found.reply).open;
    if (!found || !open?.question || open.question.id !== part.questionId) continue;
    if (!givesConsent(open.question, part)) continue;
    const { name, input, action: actionId } = open.call;
    const action = actionId === undefined ? undefined : requestForm(context.agent, actionId);
    const { confirm } = open.question;
    return {
      call: { name, input, ...(actionId !== undefined && { action: actionId }) },
      ...(action && { action }),
      ...(confirm && found.reply.turn === previousTurn && { confirmed: confirm }),
    };
  }
  return undefined;
}

/** A form of the visitor's whose request the service makes. */
function requestForm(agent: AgentDefinition, actionId: string): FormAction | undefined {
  const action = visitorActions(agent).find(({ id }) => id === actionId);
  return action?.kind === "form" && action.http ? action : undefined;
}
