import type { BudgetRefusal } from "../budgets/budget-store.ts";

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
