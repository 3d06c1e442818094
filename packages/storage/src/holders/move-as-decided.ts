import type { ChatMove, ChatMoved, HandoffStore, HeldChat } from "./handoff-store.ts";

/** A decision about a chat in its current state: a move, or another result. */
type Decision<Other> = { readonly move: ChatMove } | { readonly answer: Other };

/** A move that was made, with the chat as it was before. */
export interface MadeMove {
  readonly moved: Extract<ChatMoved, { kind: "moved" }>;
  readonly chat: HeldChat;
}

/** Somebody else may move a chat while a move is decided on; then it is decided on again, this many times. */
const maxAttempts = 10;

/**
 * Moves a chat as `decide` says, which is asked again whenever the chat has moved in the meantime.
 *
 * @returns `session_erased` when it is not there, `idempotency_key_taken` when its message was said before
 * @throws Error when others keep moving it
 */
export async function moveAsDecided<Other>(
  handoffs: Pick<HandoffStore, "find" | "move">,
  sessionId: string,
  decide: (chat: HeldChat) => Decision<Other> | Promise<Decision<Other>>,
): Promise<MadeMove | { readonly answer: Other } | "session_erased" | "idempotency_key_taken"> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const chat = await handoffs.find(sessionId);
    if (!chat) return "session_erased";
    const decision = await decide(chat);
    if ("answer" in decision) return decision;
    const moved = await handoffs.move(decision.move);
    if (moved.kind === "moved") return { moved, chat };
    if (moved.kind !== "moved_meanwhile") return moved.kind;
  }
  throw new Error("A chat is moved by others again and again.");
}
