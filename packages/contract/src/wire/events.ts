import { asObject } from "../as-object.ts";
import type { HolderChange, PersonMessage, QueuePlace, Typing } from "./handoff.ts";
import type { ConfirmRequest, FollowUps, ImageInfo, Question, ToolRow } from "./parts.ts";

/**
 * One event of the reply stream (docs/wire.md, "The stream"). New types may appear at any time; a reader ignores those
 * it does not know.
 */
export type StreamEvent =
  | { readonly type: "start"; readonly data: Readonly<Record<string, never>> }
  | { readonly type: "text"; readonly data: string }
  | { readonly type: "progress"; readonly data: string }
  | { readonly type: "tool_usage_start"; readonly data: ToolUsageStart }
  | { readonly type: "tool_usage_progress"; readonly data: ToolUsageProgress }
  | { readonly type: "tool_usage_stop"; readonly data: ToolUsageStop }
  | { readonly type: "image"; readonly data: ImageInfo }
  | { readonly type: "ask_user_question"; readonly data: AskUserQuestion }
  | { readonly type: "follow_ups"; readonly data: FollowUps }
  | { readonly type: "holder"; readonly data: HolderChange }
  | { readonly type: "queue"; readonly data: QueuePlace }
  | { readonly type: "person_message"; readonly data: PersonMessage }
  | { readonly type: "typing"; readonly data: Typing }
  | { readonly type: "error"; readonly data: StreamError }
  | { readonly type: "done"; readonly data: ReplyDone };

/** What ended a reply before all was said: the output limit, or the provider's content filter. */
export type EarlyEnding = "length" | "filtered";

/** The reply has ended. */
export interface ReplyDone {
  /** Absent: all was said, or the visitor stopped it. */
  readonly ending?: EarlyEnding;
}

/** The agent began to use a tool. `id` identifies this use in the events that follow. */
export interface ToolUsageStart {
  readonly id: string;
  readonly name: string;
  /** A line for the visitor, such as "Searching the documentation". */
  readonly title: string;
  readonly input?: unknown;
}

/** The tool's results so far. The rows replace those sent earlier under the same id. */
export interface ToolUsageProgress {
  readonly id: string;
  readonly rows: readonly ToolRow[];
}

/** The tool has finished. Without `rows`, those that were sent last remain. */
export interface ToolUsageStop {
  readonly id: string;
  readonly status: "succeeded" | "failed";
  readonly summary?: string;
  readonly rows?: readonly ToolRow[];
}

/** The agent asks the visitor, who answers with an `answer` block that names this id. */
export interface AskUserQuestion {
  readonly id: string;
  readonly questions: readonly Question[];
  /** Set when the one question is whether this request may be made: "Confirm" makes it, any other answer does not. */
  readonly confirm?: ConfirmRequest;
}

/** The reply failed. `message` is safe to show; `code` is a `FailureCode`, or one from a later version. */
export interface StreamError {
  readonly message: string;
  /** Whether sending the message again is likely to succeed. */
  readonly retryable: boolean;
  readonly code: string;
}

/** How a reply ended early, from the data of `done`; `undefined` also for a way that this build does not know. */
export function readEnding(data: unknown): EarlyEnding | undefined {
  const ending = asObject(data)?.["ending"];
  return ending === "length" || ending === "filtered" ? ending : undefined;
}

/** The events after which nothing follows: exactly one of them ends every stream. */
export function isTerminal(type: string): boolean {
  return type === "done" || type === "error";
}

/**
 * Writes one server-sent event: name, one `data:` line with one JSON value, `id: <replyId>.<seq>`, and a blank line.
 * JSON escapes line breaks, so an answer can never end its own event early; an event without data contains `{}`, since
 * browsers never dispatch an event without data.
 */
export function encodeEvent(event: StreamEvent, id: string): string {
  return `event: ${event.type}\nid: ${id}\ndata: ${JSON.stringify(event.data)}\n\n`;
}

/** A comment that keeps proxies from closing a silent stream. It is not an event. */
export const heartbeat = ": hb\n\n";

/** The id of the event with number `seq` (from 1) of a reply. */
export function eventId(replyId: string, seq: number): string {
  return `${replyId}.${seq}`;
}

/** The id of an event that belongs to no reply, such as `holder` between replies: `evt_` and a UUID. */
export function parseChatEventId(id: string): string | undefined {
  return /^evt_([0-9a-f-]{36})$/.exec(id)?.[1];
}

/** Reads an event id of a reply; `undefined` when it is not one. Number 0 is the position before `start`. */
export function parseEventId(id: string): { readonly replyId: string; readonly seq: number } | undefined {
  const match = /^(rep_[0-9a-f-]{36})\.(0|[1-9]\d{0,8})$/.exec(id);
  return match?.[1] !== undefined && match[2] !== undefined
    ? { replyId: match[1], seq: Number(match[2]) }
    : undefined;
}

const hasStrings = (value: Record<string, unknown> | undefined, ...names: readonly string[]): boolean =>
  value !== undefined && names.every((name) => typeof value[name] === "string");

/**
 * Reads one event. A type that this build does not know, or data that does not fit its type, is `undefined`, never an
 * error: one broken event must not cost the visitor the rest of the answer.
 */
export function decodeEvent(type: string, json: string): StreamEvent | undefined {
  let data: unknown;
  try {
    data = JSON.parse(json);
  } catch {
    return undefined;
  }
  return isEventType(type) && hasShape[type](data) ? ({ type, data } as StreamEvent) : undefined;
}

/** Whether data has the shape that its type asks for. A type without an entry here does not compile. */
const hasShape: Readonly<Record<StreamEvent["type"], (data: unknown) => boolean>> = {
  start: () => true,
  done: () => true,
  text: (data) => typeof data === "string",
  progress: (data) => typeof data === "string",
  tool_usage_start: (data) => hasStrings(asObject(data), "id", "name", "title"),
  tool_usage_progress(data) {
    const fields = asObject(data);
    return hasStrings(fields, "id") && areRows(fields?.["rows"]);
  },
  tool_usage_stop(data) {
    const fields = asObject(data);
    return hasStrings(fields, "id", "status") && (fields?.["rows"] === undefined || areRows(fields["rows"]));
  },
  image: (data) => hasStrings(asObject(data), "url", "alt", "mediaType"),
  ask_user_question(data) {
    const fields = asObject(data);
    return (
      hasStrings(fields, "id") &&
      areQuestions(fields?.["questions"]) &&
      (fields?.["confirm"] === undefined || isRequest(asObject(fields["confirm"])))
    );
  },
  holder(data) {
    const fields = asObject(data);
    const { holder, name } = fields ?? {};
    const isKnown = holder === "agent" || holder === "waiting" || holder === "person";
    return isKnown && hasStrings(fields, "at") && (name === undefined || typeof name === "string");
  },
  queue(data) {
    const before = asObject(data)?.["before"];
    return typeof before === "number" && Number.isSafeInteger(before) && before >= 0;
  },
  person_message: (data) => hasStrings(asObject(data), "id", "name", "text", "at"),
  typing: (data) => hasStrings(asObject(data), "name"),
  follow_ups: (data) => areAll(asObject(data)?.["questions"], (question) => typeof question === "string"),
  error(data) {
    const fields = asObject(data);
    return hasStrings(fields, "message") && typeof fields?.["retryable"] === "boolean";
  },
};

function isEventType(type: string): type is StreamEvent["type"] {
  return Object.hasOwn(hasShape, type);
}

function isRequest(value: ReturnType<typeof asObject>): boolean {
  const { fields = [], headers = [] } = value ?? {};
  const areFields = areAll(fields, (field) => hasStrings(asObject(field), "label"));
  return (
    hasStrings(value, "title", "request") &&
    areFields &&
    areAll(headers, (header) => hasStrings(asObject(header), "name"))
  );
}

function areRows(value: unknown): boolean {
  return areAll(value, (row) => hasStrings(asObject(row), "title"));
}

function areQuestions(value: unknown): boolean {
  return areAll(value, (question) => {
    const fields = asObject(question);
    return (
      hasStrings(fields, "question", "header") &&
      areAll(fields?.["options"], (option) => hasStrings(asObject(option), "label"))
    );
  });
}

function areAll(value: unknown, fit: (each: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(fit);
}
