import type { FlagReason } from "@servicechat/contract/admin";
import type { AuditEntry } from "../audit/audit-store.ts";

export type { FlagReason };

/** What somebody has found wrong with a reply. */
export interface ReplyFlag {
  readonly reason: FlagReason;
  /** What would have been right; `null` where nothing was said of it. */
  readonly right: string | null;
  /** Name of whoever flagged it. */
  readonly by: string | null;
  readonly at: number;
}

/** What operators have found wrong with replies. A reply has one flag at most, which goes with it. */
export interface FlagStore {
  /**
   * Flags a reply of an agent that has ended, in place of a flag that it has. Its question is one of a gap from then on, which is
   * open again if it was closed or dismissed.
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
