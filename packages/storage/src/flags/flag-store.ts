import type { FlagReason } from "@servicechat/contract/admin";
import type { AuditEntry } from "../audit/audit-store.ts";

export type { FlagReason };

/** A flag on a reply that is wrong. */
export interface ReplyFlag {
  readonly reason: FlagReason;
  /** The right answer; `null` if none was given. */
  readonly right: string | null;
  /** Name of the person who flagged it. */
  readonly by: string | null;
  readonly at: number;
}

/** Flags on replies that are wrong. A reply has at most one, which is deleted with it. */
export interface FlagStore {
  /**
   * Flags a reply of an agent that has ended, replacing any flag that it has. From then on its question is part of a gap,
   * which reopens if it was closed or dismissed.
   *
   * @returns false when the chat has no such reply
   */
  put(
    flag: ReplyFlag & { readonly chatId: string; readonly replyId: string; readonly audit?: AuditEntry },
  ): Promise<boolean>;
  /** @returns false when there is none */
  remove(removal: {
    readonly chatId: string;
    readonly replyId: string;
    readonly audit?: AuditEntry;
  }): Promise<boolean>;
}
