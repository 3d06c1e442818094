/** How much a key may use on one day, and how much of it a reply may take. A day is one of UTC. */
export interface TurnBudget {
  readonly keyId: string;
  /** Output tokens that the key may use on one day. */
  readonly dailyTokens: number;
  /** Most output tokens of the turn's reply. They are set aside until it ends. */
  readonly replyTokens: number;
}

/**
 * Why a key's budget does not allow a turn. `budget_reserved`: what is left of the day is set aside for replies that run now.
 * `budget_spent`: the day's tokens are used up; `budget_newly_spent`: the same, and this is the first turn refused for it that day.
 */
export interface BudgetRefusal {
  readonly kind: "budget_reserved" | "budget_spent" | "budget_newly_spent";
}

/** What a key has used on one day. */
interface DailyUse {
  readonly keyId: string;
  /** Output tokens of replies that have ended. */
  readonly used: number;
  /** Output tokens set aside for replies that have not. */
  readonly reserved: number;
}

/** What keys with a budget have used. Others are not counted here. */
export interface BudgetStore {
  /** The use of all keys on the day of a moment. A key that used nothing may be missing. */
  usedOn(at: number): Promise<readonly DailyUse[]>;
  /**
   * Sets aside what something may take that is no reply, such as a draft, as a turn does. `false` where the day leaves
   * nothing.
   *
   * @param reservation.id unique among these and replies
   */
  reserve(reservation: {
    readonly id: string;
    readonly node: string;
    readonly budget: TurnBudget;
    readonly at: number;
  }): Promise<boolean>;
  /** Counts what it has used, and sets nothing aside for it any longer. */
  settle(settlement: { readonly id: string; readonly used: number }): Promise<void>;
  /**
   * After a crash: counts the replies whose node is none of `liveNodes` with what they had said, as `estimateTokens`
   * takes it, and sets nothing aside for them any more. A node that was only thought lost corrects this when it ends
   * its reply. Of several nodes that ask at once, each reply is counted by one.
   */
  settleLost(query: {
    liveNodes: readonly string[];
    estimateTokens: (text: string) => number;
  }): Promise<void>;
}
