import type { GapState } from "@servicechat/contract/admin";
import type { AgentScope } from "../agent-scope.ts";
import type { Page } from "../paging.ts";
import type { AuditEntry } from "../people/audit.ts";
import type { ReplyMark } from "../usage/reply-facts.ts";

/** Why a gap closed automatically. */
export type GapClosedBy = "sync" | "answer";

/** The marks on replies that put their question into a gap. */
export const gapMarks = [
  "unanswered",
  "uncited",
  "rephrased",
  "thumbs_down",
  "flagged",
] as const satisfies readonly ReplyMark[];

/** The prefix of `checked` for a gap whose check failed; the revision of what its agent knew follows. */
export const failedPrefix = "failed ";

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
  /** The vector of its meaning, and the model that computed it. */
  readonly vector: QuestionVector | null;
}

/** The vector of a question's meaning. */
export interface QuestionVector {
  readonly model: string;
  readonly values: Float32Array;
}

/** A question that is in a gap, with what it is compared by. */
export interface PlacedQuestion extends Pick<GapQuestion, "replyId" | "question" | "vector"> {
  readonly gapId: string;
}

/** A gap as a list shows it. */
export interface ListedGap {
  readonly id: string;
  readonly agentId: string;
  readonly state: GapState;
  /** The question that was asked most often; among equals, the one asked first. */
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
  /** The state of the agent's knowledge when they were last asked again; `null` before the first time. */
  readonly checked: string | null;
  /** The number of questions in it. */
  readonly questions: number;
  /** Why it was last closed; empty if it never was, or if it was reopened because a visitor asked again. */
  readonly proof: readonly string[];
}

interface Scoped {
  readonly scope: AgentScope;
}

/** Questions that visitors asked and did not get a good answer to. Gaps without questions are treated as nonexistent. */
export interface GapStore {
  /** Questions that are in no gap yet, oldest first. Sees what was committed before the call. */
  unplaced(query: { readonly limit: number }): Promise<readonly GapQuestion[]>;
  /**
   * Questions of an agent that are in a gap, newest first, each wording of a gap once.
   *
   * @param query.known those that were read before, by the id of their reply: they are not read again. Afterwards it has
   *   those that are in a gap now, every wording, and no others
   */
  placed(query: {
    readonly agentId: string;
    readonly limit: number;
    readonly known?: Map<string, PlacedQuestion>;
  }): Promise<readonly PlacedQuestion[]>;
  /**
   * Puts a question into a gap, which is created if there is none with this id. A gap that closed before the question was
   * asked reopens; one that closed after that is checked once more. If the reply has been flagged since, it reopens in
   * any case.
   *
   * @returns what became of the gap; `gone` if the question was erased in the meantime, or is already in a gap
   */
  place(placement: {
    readonly replyId: string;
    readonly gapId: string;
    readonly vector: QuestionVector | null;
    readonly at: number;
  }): Promise<"opened" | "joined" | "reopened" | "gone">;
  /** Stores the vector of a question that is in a gap. */
  saveVector(kept: { readonly replyId: string; readonly vector: QuestionVector }): Promise<void>;
  /** Those with the most chats first; among equals, the most recently asked. */
  list(
    query: Scoped & {
      readonly agentId?: string;
      readonly states?: readonly GapState[];
      /** Asked at that moment or later. */
      readonly from?: number;
      /** Asked for the first time before that moment. */
      readonly to?: number;
      /** The `next` of the previous page. @throws InvalidCursor if it is not one of this list */
      readonly after?: string;
      readonly limit: number;
    },
  ): Promise<Page<ListedGap>>;
  find(query: Scoped & { readonly id: string }): Promise<ListedGap | undefined>;
  /** Questions of a gap, newest first. */
  questions(query: { readonly id: string; readonly limit: number }): Promise<readonly GapQuestion[]>;
  /** Gaps that are neither closed nor dismissed, and closed ones that have to be checked again, by agent. */
  open(query?: { readonly agentId?: string; readonly id?: string }): Promise<readonly OpenGap[]>;
  /** Agents with gaps that were not checked with what they know now, with the value that says what they know. */
  dueAgents(query?: {
    readonly agentId?: string;
  }): Promise<readonly { readonly agentId: string; readonly known: string }[]>;
  /**
   * Some gaps of an agent that were not checked with what it knows now.
   *
   * @param query.from where to begin among those that could not be checked: the first from this id on is given
   */
  due(query: {
    readonly agentId: string;
    readonly known: string;
    readonly from: string;
    readonly limit: number;
  }): Promise<{ readonly fresh: readonly OpenGap[]; readonly failed: OpenGap | undefined }>;
  /**
   * Notes what an agent knew when the questions of a gap were asked again.
   *
   * @param query.questions how many it had then: if that has changed, nothing is written, and they are all asked again
   */
  noteCheck(query: {
    readonly id: string;
    readonly questions: number;
    readonly checked: string;
  }): Promise<void>;
  /**
   * Closes a gap that is in one of these states.
   *
   * @param closing.questions how many it had when they were asked again: if that has changed, it stays as it is
   * @param closing.proof a value that identifies what they are answered from
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
  /** Reopens a gap that has closed, since one of its questions is not answered after all. */
  reopen(reopening: { readonly id: string; readonly at: number }): Promise<boolean>;
  /** Changes a gap that is in one of these states. @returns whether there is one */
  change(change: {
    readonly id: string;
    readonly from: readonly GapState[];
    readonly to: Exclude<GapState, "closed">;
    /** Name of the person who does it. */
    readonly by?: string;
    readonly at: number;
    readonly audit?: AuditEntry;
  }): Promise<boolean>;
  /**
   * Removes those of the next gaps, in the order of their ids, that have no questions.
   *
   * @returns the `after` of the next step; `null` when all have been looked at
   */
  removeEmpty(step?: { readonly after?: string; readonly limit?: number }): Promise<string | null>;
}
