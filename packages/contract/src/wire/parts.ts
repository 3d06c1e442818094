/** One row of what a tool found or did (docs/wire.md, "The stream"). */
export interface ToolRow {
  readonly title: string;
  readonly detail?: string;
  /** Where the visitor can read more: an absolute http or https address. */
  readonly url?: string;
  /** Its status in a word or two, as the tool words it. */
  readonly status?: string;
  /** The number by which the answer cites it, such as 1 for `[1]`: the same in all searches of a reply, starting at 1. */
  readonly number?: number;
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

/** One of the answers to choose from. Its label is what is sent as the answer. */
export interface QuestionOption {
  readonly label: string;
  readonly description: string;
}

/** A request that the service makes only once the visitor has agreed to it, exactly as it will be sent. */
export interface ConfirmRequest {
  /** Its purpose, such as "Requesting the return". */
  readonly title: string;
  /** Such as "POST https://shop.example/api/returns"; without the host if that is an internal address. */
  readonly request: string;
  /** The host that it goes to, unless that is an internal address. */
  readonly host?: string;
  /** The input in readable form. All of it is in `request` and `body` too. */
  readonly fields?: readonly ConfirmField[];
  /** The headers, in the order in which they are sent. */
  readonly headers?: readonly ConfirmHeader[];
  /** The body as it will be sent, JSON text. */
  readonly body?: string;
}

/** One value of a request, with its label. */
export interface ConfirmField {
  readonly label: string;
  readonly value: FieldValue | readonly FieldValue[];
  /** The meaning of a text, if it should be displayed in the reader's own format. */
  readonly format?: "date" | "date-time";
}

/** A value that a form has one control for; `null` means none. */
export type FieldValue = string | number | boolean | null;

/** A header of a request. */
export interface ConfirmHeader {
  readonly name: string;
  /** Absent: it is secret. `{user.id}` in it is a placeholder for the site's id of the visitor, which is not stored. */
  readonly value?: string;
}

/** The answer that confirms a `ConfirmRequest`; any other answer refuses it. */
export const confirmLabel = "Confirm";

/** A visitor's answers: question text to a label, a list of labels, or free text. */
export type Answers = Readonly<Record<string, string | readonly string[]>>;

/** The outcome of a question, as stored in the history. */
export interface GivenAnswer {
  readonly answers: Answers;
  readonly skipped?: boolean;
  /** The answer was a plain text message, which may have been about something else: an `answer` block may still follow. */
  readonly plainText?: true;
}

/** An inline image of an answer (docs/wire.md, "Images"). `url` is on the service itself. */
export interface ImageInfo {
  readonly url: string;
  readonly alt: string;
  readonly mediaType: string;
  readonly width?: number;
  readonly height?: number;
}

/** Questions that the visitor may want to ask next: offered below the newest answer, and sent as if typed. */
export interface FollowUps {
  /** One to three short lines of plain text, no two the same. */
  readonly questions: readonly string[];
}

/** A file that the visitor sent with a message. */
export interface FileInfo {
  readonly uploadId: string;
  readonly name: string;
  /** The type that the service detected from the content. */
  readonly mediaType: string;
  /** In bytes. */
  readonly size: number;
}

/** Text of a reply up to its next part. */
export interface TextPart {
  readonly type: "text";
  readonly text: string;
}

/** The use of a tool. */
export interface ToolPart {
  readonly type: "tool";
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly status: "running" | "succeeded" | "failed";
  readonly summary?: string;
  readonly rows?: readonly ToolRow[];
}

/** Questions for the visitor. */
export interface QuestionPart {
  readonly type: "question";
  readonly id: string;
  readonly questions: readonly Question[];
  /** Set when it asks whether this request may be made. */
  readonly confirm?: ConfirmRequest;
  /** Absent while the question is open. */
  readonly answer?: GivenAnswer;
}

/** A visitor's message that answered a question; `text` of it is in `content`. */
export interface AnswerPart {
  readonly type: "answer";
  readonly questionId: string;
  readonly answers: Answers;
  readonly skipped?: boolean;
}

/** One part of a history message: what the chat application needs to draw it again. */
export type MessagePart =
  | TextPart
  | ToolPart
  | ({ readonly type: "image" } & ImageInfo)
  | QuestionPart
  | ({ readonly type: "follow_ups" } & FollowUps)
  | AnswerPart
  /** A visitor's message that chose an action; `text` of it is in `content`. */
  | {
      readonly type: "action";
      readonly actionId: string;
      readonly input?: Readonly<Record<string, unknown>>;
      /** The page's result for an action of kind `host`: any JSON. */
      readonly result?: unknown;
    }
  /** A file sent with a visitor's message; its name is in `content`. */
  | ({ readonly type: "file" } & FileInfo);
