import type { GapState } from "@servicechat/contract/admin";
import type { AuditEntry } from "../audit/audit-store.ts";
import type { AgentScope, Page } from "../chats/chat-store.ts";
import type { ReplyMark } from "../chats/reply-facts.ts";

export type { GapState };

/** Why a gap closed by itself. */
export type GapClosedBy = "sync" | "answer";

/** The marks of replies that make a question one of a gap. */
export const gapMarks = [
  "unanswered",
  "uncited",
  "rephrased",
  "thumbs_down",
  "flagged",
] as const satisfies readonly ReplyMark[];

/** The passage that came nearest to a question. */
export interface NearestPassage {
  readonly title: string;
  readonly url: string | null;
  readonly text: string;
  /** Between 0 and 1. */
  readonly score: number;
}

/** A question that was not answered well. */
export interface GapQuestion {
  readonly replyId: string;
  readonly chatId: string;
  readonly agentId: string;
  readonly at: number;
  readonly question: string;
  readonly marks: readonly ReplyMark[];
  readonly nearest: NearestPassage | null;
  /** What stands for its meaning, and the model that made it. */
  readonly vector: QuestionVector | null;
}

/** What stands for the meaning of a question. */
export interface QuestionVector {
  readonly model: string;
  readonly values: Float32Array;
}

/** A question with the gap that it is of. */
export interface GroupedQuestion extends GapQuestion {
  readonly gapId: string;
}

/** A gap as a list shows it. */
export interface ListedGap {
  readonly id: string;
  readonly agentId: string;
  readonly state: GapState;
  /** Its question that was asked most often, of those the one asked first. */
  readonly question: string;
  readonly questions: number;
  readonly chats: number;
  readonly firstAt: number;
  readonly lastAt: number;
  /** Of all its questions. */
  readonly marks: readonly ReplyMark[];
  /** Of all its questions, the passage that came nearest. */
  readonly nearest: NearestPassage | null;
  readonly openedAt: number;
  /** When its state changed last. */
  readonly changedAt: number;
  readonly closedBy: GapClosedBy | null;
  readonly changedBy: string | null;
}

/** A gap whose questions may have answers by now, or one that closed before a question joined it. */
export interface OpenGap {
  readonly id: string;
  readonly agentId: string;
  readonly state: GapState;
  /** What the agent knew when they were asked again last; `null` before the first time. */
  readonly checked: string | null;
  /** How many are in it. */
  readonly questions: number;
  /** What it closed for last; empty when it never did, or when it is open since a visitor asked again. */
  readonly proof: readonly string[];
}

interface Scoped {
  readonly scope: AgentScope;
}

/** What visitors asked and did not get. Gaps of which no question is left are as if they were not there. */
export interface GapStore {
  /** Questions that are in no gap yet, oldest first. Sees what was committed before the call. */
  unplaced(query: { readonly limit: number }): Promise<readonly GapQuestion[]>;
  /** Questions of an agent that are in a gap, newest first, each wording of a gap once. */
  placed(query: { readonly agentId: string; readonly limit: number }): Promise<readonly GroupedQuestion[]>;
  /**
   * Puts a question into a gap, which is made where there is none with this id. A gap that closed before the question was
   * asked is open again; one that closed after that is to be checked once more. Where the reply was flagged since, it is
   * open again in any case.
   *
   * @returns what became of the gap; `gone` when the question was erased meanwhile, or is in a gap already
   */
  place(placement: {
    readonly replyId: string;
    readonly gapId: string;
    readonly vector: QuestionVector | null;
    readonly at: number;
  }): Promise<"opened" | "joined" | "reopened" | "gone">;
  /** Keeps what stands for the meaning of a question that is in a gap. */
  saveVector(kept: { readonly replyId: string; readonly vector: QuestionVector }): Promise<void>;
  /** Those with most chats first, of as many the one asked last. */
  list(
    query: Scoped & {
      readonly agentId?: string;
      readonly states?: readonly GapState[];
      /** Asked at that moment or later. */
      readonly from?: number;
      /** Asked for the first time before that moment. */
      readonly to?: number;
      /** The `next` of the page before. @throws InvalidCursor when it is none of this list */
      readonly after?: string;
      readonly limit: number;
    },
  ): Promise<Page<ListedGap>>;
  find(query: Scoped & { readonly id: string }): Promise<ListedGap | undefined>;
  /** Questions of a gap, newest first. */
  questions(query: { readonly id: string; readonly limit: number }): Promise<readonly GapQuestion[]>;
  /** Gaps that are neither closed nor dismissed, and closed ones that are to be checked once more, by agent. */
  open(query?: { readonly agentId?: string }): Promise<readonly OpenGap[]>;
  /**
   * Notes what an agent knew when the questions of a gap were asked again.
   *
   * @param query.questions how many it had then: with another one nothing is noted, and they are all asked again
   */
  noteCheck(query: {
    readonly id: string;
    readonly questions: number;
    readonly checked: string;
  }): Promise<void>;
  /**
   * Closes a gap that is in one of these states.
   *
   * @param closing.questions how many it had when they were asked again: with another one it stays as it is
   * @param closing.proof what stands for what they are answered from
   * @returns whether it has closed
   */
  close(closing: {
    readonly id: string;
    readonly from: readonly GapState[];
    readonly closedBy: GapClosedBy;
    readonly checked: string;
    readonly questions: number;
    readonly proof: readonly string[];
    readonly at: number;
  }): Promise<boolean>;
  /** Opens a gap again that has closed, since one of its questions is not answered after all. */
  reopen(reopening: { readonly id: string; readonly at: number }): Promise<boolean>;
  /** Changes a gap that is in one of these states. @returns whether there is one */
  change(change: {
    readonly id: string;
    readonly from: readonly GapState[];
    readonly to: Exclude<GapState, "closed">;
    /** Name of whoever does it. */
    readonly by?: string;
    readonly at: number;
    readonly audit?: AuditEntry;
  }): Promise<boolean>;
  /** Removes gaps of which no question is left. */
  removeEmpty(): Promise<void>;
}
