import type { ChatHolding } from "../handoffs/handoff-store.ts";
import type { BudgetRefusal } from "../budgets/budget-store.ts";

/** A turn that was taken. */
export interface AcceptedTurn {
  readonly kind: "accepted";
  readonly turn: number;
  /** That of the chat, under which the turn was taken; absent before its holder has ever changed. */
  readonly epoch?: number;
  /** Who answers it instead of the agent. */
  readonly unanswered?: ChatHolding;
}

/** Why nothing of a turn was written: see `ConversationStore.acceptTurn`. */
export type TurnRefusal =
  | {
      readonly kind:
        | "idempotency_key_taken"
        | "question_answered"
        | "upload_unavailable"
        | "already_replaced"
        | "session_erased"
        | "agent_removed";
    }
  | BudgetRefusal;
