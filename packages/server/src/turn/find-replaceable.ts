import type { AgentDefinition } from "@servicechat/contract/agent-file";
import type { ConversationStore, ReplacedTurn, RecentTurn } from "@servicechat/storage";
import { decidedCall } from "../reply/approved-call.ts";

/** A turn that another may replace, unless the chat continues in the meantime. */
export interface ReplaceableTurn extends ReplacedTurn {
  /** Uploads that its messages brought along. */
  readonly files: readonly string[];
}

interface Context {
  /** `undefined` for a chat that has not begun: nothing in it can be replaced. */
  readonly sessionId: string | undefined;
  readonly agent: AgentDefinition;
  readonly conversations: Pick<ConversationStore, "recentTurns" | "findQuestion">;
}

/**
 * The newest turn of a chat, if it contains this message. `undefined` for every other message, and if the turn has
 * caused a request: a sent request cannot be undone, and the model must keep knowing about it. Later changes are
 * detected when the new turn is written.
 */
export async function findReplaceable(
  messageId: string,
  context: Context,
): Promise<ReplaceableTurn | undefined> {
  const { sessionId, conversations } = context;
  if (sessionId === undefined) return undefined;
  const recent = await conversations.recentTurns({ sessionId, before: Number.MAX_SAFE_INTEGER, limit: 2 });
  const [newest, before] = recent.toReversed();
  if (!newest?.messages.some(({ id }) => id === messageId)) return undefined;
  if (newest.reply.status === "streaming" || isKeptCall(newest)) return undefined;
  if (await decidedCall(newest, { ...context, sessionId, turns: recent })) return undefined;
  const parts = newest.messages.flatMap((message) => message.parts);
  return {
    turn: newest.number,
    reopens: [...new Set([...answeredIn(before), ...parts.flatMap(named)])],
    files: parts.flatMap((part) => (part.type === "file" ? [part.uploadId] : [])),
  };
}

/** Whether its reply contains an action's request, even if the action no longer exists. */
function isKeptCall({ reply }: RecentTurn): boolean {
  return reply.transcript.some(
    (entry) => entry.role === "assistant" && entry.toolCalls.some(({ action }) => action !== undefined),
  );
}

/** The answered questions of the turn before: nothing but the newest turn can have answered them, if only in plain words. */
function answeredIn(before: RecentTurn | undefined): readonly string[] {
  return (before?.reply.parts ?? []).flatMap((part) =>
    part.type === "question" && part.answer ? [part.id] : [],
  );
}

/** The question that a visitor's message names. */
function named(part: RecentTurn["messages"][number]["parts"][number]): readonly string[] {
  return part.type === "answer" ? [part.questionId] : [];
}
