import { join } from "node:path";
import { openSqlite } from "@servicechat/storage/sqlite";
import type { ReplyEnd, ReplyFacts, Storage } from "@servicechat/storage";
import type { Operator } from "./run-program.ts";

/** One turn of a chat, as the service would have written it. */
export interface WrittenTurn {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly question?: string;
  readonly answer?: string;
  readonly status?: ReplyEnd["status"];
  readonly facts?: Partial<ReplyFacts>;
  /** Replaces the previous turn. */
  readonly replaces?: boolean;
}

/** Writes a chat with the agent `shop` into an operator's database while no service runs. */
export async function writeChat(
  operator: Operator,
  id: string,
  turns: readonly WrittenTurn[],
): Promise<void> {
  await using storage = await openSqlite({ file: join(operator.folder, "data/servicechat.db") });
  await writeChatInto(storage, id, turns);
}

/** The same for an open database. */
export async function writeChatInto(
  { conversations }: Storage,
  id: string,
  turns: readonly WrittenTurn[],
): Promise<void> {
  for (const [index, turn] of turns.entries()) {
    const { at, question = "Hello", answer = "Good day.", status = "complete", replaces = false } = turn;
    const replyId = `rep_${id}_${index}`;
    await conversations.acceptTurn({
      session: index === 0 ? { id, agentId: "shop", tokenHash: `hash of ${id}` } : { id },
      messages: [{ id: `msg_${id}_${index}`, content: question, parts: [{ type: "text", text: question }] }],
      replyId,
      node: "self",
      at,
      ...(replaces && { replaces: { turn: index, reopens: [] } }),
    });
    await conversations.endReply({
      replyId,
      status,
      content: answer,
      parts: answer === "" ? [] : [{ type: "text", start: 0 }],
      transcript: [],
      failure: status === "failed" ? "model_unavailable" : null,
      ending: null,
      facts: { ...nothingUsed, ...turn.facts },
    });
  }
}

const nothingUsed: ReplyFacts = {
  agentId: "shop",
  keyId: "key",
  model: "tiny",
  version: null,
  inputTokens: 0,
  outputTokens: 0,
  cachedTokens: 0,
  firstTextMs: null,
  totalMs: 0,
  finish: "complete",
  language: null,
  unanswered: false,
  marks: [],
  details: { searches: [], tools: [] },
};
