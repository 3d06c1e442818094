/** One row of what a tool found or did (decisions, `tool_usage_progress`). */
export interface ToolRow {
  readonly title: string;
  readonly detail?: string;
  /** Where the visitor can read more: an absolute http or https address. */
  readonly url?: string;
  readonly status?: string;
}

/** One question for the visitor, asked through the AskUserQuestion tool. */
export interface Question {
  /** The full text, unique within its group: answers are keyed by it. */
  readonly question: string;
  /** A short label, at most 12 characters when the model keeps to its instructions. */
  readonly header: string;
  readonly options: readonly QuestionOption[];
  readonly multiSelect: boolean;
}

export interface QuestionOption {
  readonly label: string;
  readonly description: string;
}

/** A visitor's answers: question text to a label, a list of labels, or free text. */
export type Answers = Readonly<Record<string, string | readonly string[]>>;

/** An inline image of an answer (decisions, `image`). `url` is on the service itself. */
export interface ImageInfo {
  readonly url: string;
  readonly alt: string;
  readonly mediaType: string;
  readonly width?: number;
  readonly height?: number;
}

/** One part of a history message: what the chat application needs to draw it again. */
export type MessagePart =
  | { readonly type: "text"; readonly text: string }
  | {
      readonly type: "tool";
      readonly id: string;
      readonly name: string;
      readonly title: string;
      readonly status: "running" | "succeeded" | "failed";
      readonly summary?: string;
      readonly rows?: readonly ToolRow[];
    }
  | ({ readonly type: "image" } & ImageInfo)
  | {
      readonly type: "question";
      readonly id: string;
      readonly questions: readonly Question[];
      /** Absent while the question is open. */
      readonly answer?: { readonly answers: Answers; readonly skipped?: boolean };
    }
  /** A visitor's message that answered a question or chose an action; `text` of it is in `content`. */
  | {
      readonly type: "answer";
      readonly questionId: string;
      readonly answers: Answers;
      readonly skipped?: boolean;
    }
  | {
      readonly type: "action";
      readonly actionId: string;
      readonly input?: Readonly<Record<string, unknown>>;
    };
