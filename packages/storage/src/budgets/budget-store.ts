/** How much a key may use on one day (in UTC), and how much of that a reply may use. */
export interface TurnBudget {
  readonly keyId: string;
  /** Output tokens that the key may use on one day. */
  readonly dailyTokens: number;
  /** Maximum output tokens of the turn's reply. They are reserved until it ends. */
  readonly replyTokens: number;
}

/**
 * Why a key's budget does not allow a turn. `budget_reserved`: the rest of the day's tokens is reserved for running
 * replies. `budget_spent`: the day's tokens are used up; `budget_newly_spent`: the same, and this is the first turn
 * refused for it that day.
 */
export interface BudgetRefusal {
  readonly kind: "budget_reserved" | "budget_spent" | "budget_newly_spent";
}

/** A key's use on one day. */
interface DailyUse {
  readonly keyId: string;
  /** Output tokens of replies that have ended. */
  readonly used: number;
  /** Output tokens reserved for replies that have not. */
  readonly reserved: number;
}

/** The use by keys with a budget. Others are not counted here. */
export interface BudgetStore {
  /** The use of all keys on the day of a given moment. A key that has used nothing may be missing. */
  usedOn(at: number): Promise<readonly DailyUse[]>;
  /**
   * Reserves tokens for something other than a reply, such as a draft, as a turn does. `false` if nothing is left for the
   * day.
   *
   * @param reservation.id unique among these and replies
   */
  reserve(reservation: {
    readonly id: string;
    readonly node: string;
    readonly budget: TurnBudget;
    readonly at: number;
  }): Promise<boolean>;
  /** Counts the actual use, and ends the reservation. */
  settle(settlement: { readonly id: string; readonly used: number }): Promise<void>;
  /**
   * After a crash: for replies whose node is not one of `liveNodes`, counts what they had written, as `estimateTokens`
   * estimates it, and ends their reservations. A node that was wrongly thought lost corrects this when it ends its reply.
   * If several nodes call this at once, each reply is counted by one of them.
   */
  settleLost(query: {
    liveNodes: readonly string[];
    estimateTokens: (text: string) => number;
  }): Promise<void>;
}
