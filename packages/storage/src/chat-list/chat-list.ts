import type { ChatEventType, Feedback, MessagePart, MessageStatus } from "@servicechat/contract";
import type { AgentScope } from "../agent-scope.ts";
import type { ReplyFlag } from "../gaps/flags.ts";
import type { ChatHolder, HandoffFacts, Person } from "../holders/holder.ts";
import type { Page } from "../paging.ts";
import type { StoredPart } from "../schema/rows/chats.ts";
import type { ModelUsageQuery, ModelUse } from "../usage/model-usage.ts";
import type { ReplyDetails, ReplyMark } from "../usage/reply-facts.ts";
import type { UsageReport, UsageReportQuery } from "../usage/usage-report.ts";
import type { ChatOutcome, VersionOutcomes } from "./outcome.ts";

/** A chat as a list shows it. */
export interface ListedChat {
  readonly id: string;
  readonly agentId: string;
  /** Id of the key of its newest reply; `null` while none has ended. */
  readonly keyId: string | null;
  readonly startedAt: number;
  readonly lastAt: number;
  /** Messages of the visitor and the agent, without those of replaced turns. */
  readonly messages: number;
  /** The beginning of the first message and of the newest one: at most 200 UTF-16 units each. */
  readonly first: string;
  readonly last: string;
  /** The beginning of the visitor's newest message, likewise; `null` where they have written nothing. */
  readonly lastAsked: string | null;
  readonly holder: ChatHolder;
  readonly outcome: ChatOutcome;
  /** `down` if any reply was rated down. */
  readonly rating: Feedback["rating"] | null;
  /** Of all its replies. */
  readonly marks: readonly ReplyMark[];
  readonly language: string | null;
  /** The visitor's id according to the site; `null` if it gave none. */
  readonly user: { readonly id: string; readonly name: string | null } | null;
  /** Larger than that of every earlier change of any chat. */
  readonly revision: number;
  /** The person who holds it. */
  readonly operator: Person | null;
  /** Raised by every change of the holder. */
  readonly epoch: number;
  /** Why a person was asked for; `null` if nobody was. */
  readonly handoff: HandoffFacts | null;
  /** Since when the visitor, who left an address, has waited for an answer; `null` if they do not. */
  readonly addressSince: number | null;
  /** Stands for what a visitor who left an address has said and left, see `addressRevision`; `null` without an address. */
  readonly addressRevision: string | null;
  /** Number of its turns without an answer: the reply failed, broke off, or looked for an answer and found none. */
  readonly unanswered: number;
  /** In the order of the alphabet. */
  readonly tags: readonly string[];
  /** Until when an operator has set it aside; `null` where none has, or it has come back. */
  readonly snoozedUntil: number | null;
  /** Whether the visitor's newest message is one that the person who reads has not seen; `false` if it is over 30 days old. */
  readonly isUnread: boolean;
  /** The page on which the visitor left an address, without query and fragment; `null` without one. */
  readonly page: string | null;
}

/** A filter for chats: they must match everything that is given. Of several values in a list, one is enough. */
export interface ChatFilter {
  readonly agentId?: string;
  readonly keyId?: string;
  /** Active at that moment or later. */
  readonly from?: number;
  /** Begun before that moment. */
  readonly to?: number;
  /** Words and phrases that the visitor or the agent used, see `searchTerms`. Without any word, no chat matches. */
  readonly text?: string;
  readonly outcomes?: readonly ChatOutcome[];
  readonly marks?: readonly ReplyMark[];
  readonly rating?: Feedback["rating"];
  readonly holder?: ChatHolder;
  /** Held by this person. */
  readonly operatorId?: string;
  readonly language?: string;
  /** A reply was given by this version of its agent. */
  readonly version?: number;
  readonly userId?: string;
  /** `left`: the visitor left an address. `unanswered`: and waits for an answer to it, while no person holds the chat. */
  readonly address?: "left" | "unanswered";
  /** `true`: a turn has no answer, see `ListedChat.unanswered`. */
  readonly unanswered?: boolean;
  readonly tag?: string;
  /** `true`: those that are set aside at this moment. `false`: all others. */
  readonly snoozed?: boolean;
}

/** An order of chats by how long a visitor who left an address has waited for an answer; the others are left out. */
export type ChatWaitOrder = "longest_wait" | "shortest_wait";

/** How a reply came about, as operators see it. */
export interface EntryFacts extends ReplyDetails {
  readonly keyId: string;
  readonly model: string;
  readonly version: number | null;
  /** `null` for replies written by an earlier version of the service, like both times. */
  readonly finish: string | null;
  readonly firstTextMs: number | null;
  readonly totalMs: number | null;
  readonly language: string | null;
  readonly marks: readonly ReplyMark[];
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedTokens: number;
}

interface EntryOfTurn {
  readonly id: string;
  readonly turn: number;
  readonly at: number;
  readonly text: string;
  /** A later turn has replaced it. */
  readonly replaced: boolean;
}

/** A message of a chat as an operator reads it, or something that happened between messages. */
export type ChatEntry =
  | (EntryOfTurn & { readonly role: "user"; readonly parts: readonly MessagePart[] })
  | (EntryOfTurn & { readonly role: "person"; readonly by: Person })
  | (Omit<EntryOfTurn, "text"> & {
      readonly role: "event";
      readonly event: ChatEventType;
      readonly name: string | null;
    })
  | (EntryOfTurn & { readonly role: "note"; readonly by: Person })
  | (EntryOfTurn & {
      readonly role: "assistant";
      readonly parts: readonly StoredPart[];
      readonly status: MessageStatus;
      readonly feedback: Feedback | null;
      readonly flag: ReplyFlag | null;
      /** `null` while it runs, and if nobody spoke. */
      readonly facts: EntryFacts | null;
    });

/** A chat with some of its messages. */
export interface ChatTranscript {
  readonly chat: ListedChat;
  readonly entries: readonly ChatEntry[];
}

/** A reply that was rated, with what it answers. */
export interface ListedFeedback extends Feedback {
  readonly chatId: string;
  readonly replyId: string;
  readonly agentId: string;
  readonly turn: number;
  readonly ratedAt: number;
}

interface Scoped {
  readonly scope: AgentScope;
}

interface ReadBy {
  /** Id of the person who reads, for `isUnread`; left out, nothing is unread. */
  readonly reader?: string;
}

interface Paged {
  /** The `next` of the previous page. @throws InvalidCursor if it is not one of this list */
  readonly after?: string;
  readonly limit: number;
}

/**
 * Chats with their counts and ratings, for operators. Anything outside the scope is treated as nonexistent. Every reading
 * method sees what was committed before it was called.
 */
export interface ChatIndex {
  /** Chats with a message, most recently active first unless another order is given. */
  list(
    query: Scoped & ReadBy & ChatFilter & Paged & { readonly order?: ChatWaitOrder },
  ): Promise<Page<ListedChat>>;
  find(query: Scoped & ReadBy & { readonly id: string }): Promise<ListedChat | undefined>;
  /** A chat with its messages in order, `undefined` when there is none. */
  read(
    query: Scoped & ReadBy & Paged & { readonly id: string },
  ): Promise<(ChatTranscript & { readonly next: string | null }) | undefined>;
  /**
   * All matching chats, each with all of its messages, newest activity first. Keeps a few of them in memory at a time.
   */
  export(query: Scoped & ChatFilter): AsyncIterable<ChatTranscript>;
  /**
   * Chats that have changed since a revision, in the order of their changes, each once with its newest. A reader that
   * continues from the last revision it received misses none, on any node. Erased chats are not included.
   */
  changedSince(
    query: Scoped & { readonly revision: number; readonly limit: number },
  ): Promise<readonly { readonly id: string; readonly agentId: string; readonly revision: number }[]>;
  /** How many chats of each agent have an address, wait for an answer and are not set aside; agents without any are left out. */
  countAddresses(): Promise<readonly { readonly agentId: string; readonly count: number }[]>;
  /** The revision of the newest change; 0 before the first. */
  newestRevision(): Promise<number>;
  /** Rated replies, most recently rated first. */
  listFeedback(
    query: Scoped & Paged & { readonly agentId?: string; readonly rating?: Feedback["rating"] },
  ): Promise<Page<ListedFeedback>>;
  /**
   * Outcomes of chats, by version of their agent; a chat in which several versions answered counts for each. A version
   * without chats is missing.
   */
  outcomesByVersion(
    query: Scoped & { readonly agentId: string },
  ): Promise<ReadonlyMap<number, VersionOutcomes>>;
  /** The counts from `from` on and before `to`, in UTC. */
  usage(query: UsageReportQuery): Promise<UsageReport>;
  /** Tokens of each model from `from` on and before `to`, by the hour or day in UTC, in order. */
  modelUsage(query: ModelUsageQuery): Promise<readonly ModelUse[]>;
  /**
   * Brings lists, search and counts up to date with a bounded number of changes. Cheap if there is nothing to do.
   *
   * @returns whether there may be more to do at once
   */
  catchUp(): Promise<boolean>;
}
