import type { ChatEventType, MessageStatus } from "@servicechat/contract";
import type { TurnBudget } from "../keys/budgets.ts";
import type { AuditEntry } from "../people/audit.ts";
import type { ChatHolder, ChatHolding, HandoffFacts, Person } from "./holder.ts";

/** The state of a chat that a move depends on. */
export interface HeldChat extends ChatHolding {
  readonly sessionId: string;
  readonly agentId: string;
  /** Number of the newest turn; 0 before the first. */
  readonly turns: number;
  /** `null` if nobody has ever asked for a person. */
  readonly handoff: HandoffFacts | null;
  /** When a person last did something in it; `null` before. */
  readonly personAt: number | null;
  /** The newest turn that was over when the agent last got the chat back; `null` before, and while it has not. */
  readonly returnedTurn: number | null;
}

/** A change of the holder, as visitors and operators see it. */
export interface ChatEventRecord {
  /** A UUID. */
  readonly id: string;
  readonly type: ChatEventType;
  readonly name: string | null;
  readonly at: number;
  readonly turn: number;
  readonly epoch: number;
  /** Id of the preceding message; `null` before the first. */
  readonly after: string | null;
}

/** A person's message to the visitor. */
export interface NewPersonMessage {
  /** Id of the reply that it is kept as: `rep_` and a UUID. */
  readonly replyId: string;
  /** Well-formed, without NUL. */
  readonly text: string;
  /** The idempotency key that identifies a repeated request. Its scope is the agent. */
  readonly idempotency?: { readonly key: string; readonly bodyHash: string; readonly expiresAt: number };
}

/** A move of a chat from one holder to another, made only if it has not moved since the caller read it. */
export interface ChatMove {
  readonly sessionId: string;
  /** The epoch that the caller has seen. */
  readonly expected: number;
  /**
   * When a person last did something in it, as the caller has seen it: the move is made only if that has not changed.
   * Absent: it is made whatever the person has done since.
   */
  readonly expectedPersonAt?: number | null;
  readonly at: number;
  readonly to: ChatHolder;
  /** The new holder; present only with `person`. */
  readonly operator?: Person;
  readonly event: { readonly id: string; readonly type: ChatEventType; readonly name?: string };
  /** Why a person was asked for, if this move asks for one. */
  readonly handoff?: HandoffFacts & { readonly keyId?: string };
  /** The person's message at the same time. */
  readonly message?: NewPersonMessage;
  /**
   * Where the agent gets the chat: the reply that it gives at once to a message of the visitor that nobody has answered,
   * and the node that runs it. With a budget, that of the key by which it was asked pays for the reply; where that leaves
   * nothing, the message stays unanswered.
   */
  readonly answer?: {
    readonly replyId: string;
    readonly node: string;
    readonly budget?: Omit<TurnBudget, "keyId">;
  };
  readonly audit?: readonly AuditEntry[];
}

/** The result of a move. Except for `moved`, nothing was written. */
export type ChatMoved =
  | {
      readonly kind: "moved";
      readonly holding: ChatHolding;
      /** Replies of the agent that ended with it. */
      readonly ended: readonly string[];
      /** The turn that the person's message became. */
      readonly turn?: number;
      /** The turn that the agent is to answer now, and the key by which it was asked, where that is known. */
      readonly answer?: { readonly turn: number; readonly keyId: string | null };
    }
  /** Somebody else has moved it, or its person has done something: its state differs from what the caller saw. */
  | { readonly kind: "moved_meanwhile" }
  | { readonly kind: "idempotency_key_taken" }
  | { readonly kind: "session_erased" };

/** A message of the person who holds a chat. */
export interface PersonSaying extends Pick<ChatMove, "sessionId" | "expected" | "at" | "audit"> {
  readonly operator: Person;
  readonly message: NewPersonMessage;
}

/** A note for other operators. */
export interface NewChatNote {
  /** `note_` and a UUID. */
  readonly id: string;
  readonly sessionId: string;
  readonly at: number;
  readonly text: string;
  readonly operator: Person;
  readonly audit?: AuditEntry;
}

/** The position of a reader who follows a chat: after a turn, and after the moves up to an epoch. */
export interface ChatPosition {
  readonly turn: number;
  readonly epoch: number;
}

/** A turn as a reader who follows a chat receives it. */
export interface FollowedTurn {
  readonly turn: number;
  readonly replyId: string;
  readonly status: MessageStatus;
  /** `nobody`: it is a message of the visitor that a person is to answer. */
  readonly author: "agent" | "person" | "nobody";
  /** The person and their message; `null` for other authors. */
  readonly name: string | null;
  readonly text: string | null;
  readonly at: number;
  /** The epoch of its chat when the turn was accepted, or last restarted. */
  readonly epoch: number;
}

/** The events of a chat after a position. */
export interface FollowedChat {
  readonly holding: ChatHolding;
  readonly position: ChatPosition;
  readonly events: readonly ChatEventRecord[];
  readonly turns: readonly FollowedTurn[];
}

/** The position of a chat, by which readers notice that something has happened in it. */
export interface ChatHead extends ChatPosition {
  readonly sessionId: string;
  /** Hash of the token that opens it now. */
  readonly tokenHash: string;
  /** The epoch in which a person last took the chat: replies that began earlier are over. 0 if nobody has. */
  readonly takenEpoch: number;
}

/** A reply that broke off while it asked for a person. */
export interface UnheardRequest {
  readonly sessionId: string;
  readonly agentId: string;
  /** The key by which the visitor asked; `null` where that is not known. */
  readonly keyId: string | null;
}

/** A chat whose visitor waits for a person, or that a person holds. */
export interface ChatInHand extends ChatHolding {
  readonly sessionId: string;
  readonly agentId: string;
  readonly personAt: number | null;
  /** Whether an operator has set it aside for now. */
  readonly isSnoozed: boolean;
}

/**
 * The holder of each chat. A move is one transaction: it increments the epoch, ends the agent's replies when a person
 * comes, and writes the event, the person's words and the audit log. Later writes and actions of the agent are refused,
 * on every node: see `ConversationStore.saveProgress`, `endReply` and `mayAct`.
 */
export interface HandoffStore {
  find(sessionId: string): Promise<HeldChat | undefined>;
  move(move: ChatMove): Promise<ChatMoved>;
  /** Says something in a chat that the person holds. `moved_meanwhile` if they no longer hold it. */
  say(saying: PersonSaying): Promise<ChatMoved>;
  /** The message that was said under an idempotency key of an agent that has not expired. */
  findSaid(query: {
    readonly agentId: string;
    readonly key: string;
    readonly now: number;
  }): Promise<
    { readonly bodyHash: string; readonly sessionId: string; readonly replyId: string } | undefined
  >;
  /** `false` if the chat does not exist. */
  addNote(note: NewChatNote): Promise<boolean>;
  /** Stores why a person was asked for although nobody is there, without moving the chat. */
  keepRequest(request: HandoffFacts & { readonly sessionId: string; readonly keyId?: string }): Promise<void>;
  /** Opens a chat without a message, for somebody who asks for a person first. `false` if the agent does not exist. */
  openSession(session: {
    readonly id: string;
    readonly agentId: string;
    readonly tokenHash: string;
    readonly at: number;
  }): Promise<boolean>;
  /**
   * The events after a position, including replies by the agent to an older turn since it got the chat back.
   * `undefined` if the chat does not exist.
   */
  follow(query: { readonly sessionId: string } & ChatPosition): Promise<FollowedChat | undefined>;
  /** The position behind what has this UUID: an event, a reply, or the beginning of the chat. `undefined` without one. */
  findPosition(query: { readonly sessionId: string; readonly id: string }): Promise<ChatPosition | undefined>;
  /** Every change of the holder, oldest first. */
  listEvents(sessionId: string): Promise<readonly ChatEventRecord[]>;
  /** How far these chats are; those that are not there are left out. */
  headsOf(sessionIds: readonly string[]): Promise<readonly ChatHead[]>;
  /** Every chat that the agent does not hold, oldest hold first. */
  listInHand(): Promise<readonly ChatInHand[]>;
  /**
   * Replies still `streaming` whose node is none of `liveNodes`, which used this tool to ask for a person, and of which
   * no request is kept.
   */
  findUnheard(query: {
    readonly tool: string;
    readonly liveNodes: readonly string[];
  }): Promise<readonly UnheardRequest[]>;
}
