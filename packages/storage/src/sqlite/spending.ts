import { dayOf } from "../day.ts";
import type { BudgetRefusal, TurnBudget } from "../keys/budgets.ts";
import type { DailyUseRow, ReservationRow } from "../schema/rows/keys.ts";
import type { Connection } from "./open-connection.ts";

/** The effect on a key's budget when its turns are accepted and end. Each is called in the transaction of the turn. */
export interface Spending {
  /** Why a turn is not allowed; `undefined` when it is. */
  refuse(budget: TurnBudget, at: number): BudgetRefusal | undefined;
  /** Sets aside what the reply may take. */
  reserve(turn: {
    readonly replyId: string;
    readonly node: string;
    readonly budget: TurnBudget;
    readonly at: number;
  }): void;
  /** Counts what the reply took in place of what was set aside for it; a second time does nothing. */
  settle(replyId: string, spentTokens: number): void;
}

/** Prepares its statements once, for the one connection that writes. */
export function createSpending({ connection }: { readonly connection: Connection }): Spending {
  const selectUse = connection.prepare<DailyUseRow>("select * from daily_use where key_id = ? and day = ?");
  const markRefused = connection.prepare("update daily_use set refused = 1 where key_id = ? and day = ?");
  const addReserved = connection.prepare(
    `insert into daily_use (key_id, day, used, reserved, refused) values (?, ?, 0, ?, 0)
     on conflict (key_id, day) do update set reserved = reserved + excluded.reserved`,
  );
  const insertReservation = connection.prepare(
    "insert into reservations (reply_id, key_id, day, node, tokens, charged) values (?, ?, ?, ?, ?, 0)",
  );
  const takeReservation = connection.prepare<ReservationRow>(
    "delete from reservations where reply_id = ? returning *",
  );
  const addUsed = connection.prepare(
    "update daily_use set used = used + ?, reserved = reserved - ? where key_id = ? and day = ?",
  );

  return {
    refuse({ keyId, dailyTokens }, at) {
      const day = dayOf(at);
      const { used = 0, reserved = 0, refused = 0 } = selectUse.get(keyId, day) ?? {};
      if (used + reserved < dailyTokens) return undefined;
      if (used < dailyTokens) return { kind: "budget_reserved" };
      if (refused === 1) return { kind: "budget_spent" };
      markRefused.run(keyId, day);
      return { kind: "budget_newly_spent" };
    },

    reserve({ replyId, node, budget: { keyId, replyTokens }, at }) {
      const day = dayOf(at);
      addReserved.run(keyId, day, replyTokens);
      insertReservation.run(replyId, keyId, day, node, replyTokens);
    },

    settle(replyId, spentTokens) {
      const reservation = takeReservation.get(replyId);
      if (!reservation) return;
      const { key_id: keyId, day, tokens, charged } = reservation;
      addUsed.run(spentTokens - charged, tokens, keyId, day);
    },
  };
}
