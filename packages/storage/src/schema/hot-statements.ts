import type { ConversationStore, KeyStore } from "../storage.ts";

/** The statements for a visitor's message. Each driver writes these by hand, as prepared statements. */
export interface HotStatements extends Pick<
  ConversationStore,
  "findSession" | "acceptTurn" | "saveProgress" | "endReply" | "mayAct" | "readTurns" | "recentTurns"
> {
  readonly findKey: KeyStore["find"];
}
