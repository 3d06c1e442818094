import { headers, asObject, paths } from "@servicechat/contract";
import { readEventStream, textOf } from "./event-stream.ts";
import type { HeardEvent } from "./event-stream.ts";
import { needs } from "./expect.ts";
import { messageAsk, textBody } from "./visitor.ts";
import type { Exchange, Visitor, VisitorAsk } from "./visitor.ts";

/** A reply that was read to its end. */
export interface HeardReply {
  readonly exchange: Exchange;
  readonly said: readonly string[];
  readonly token: string;
  readonly events: readonly HeardEvent[];
  readonly faults: readonly string[];
  readonly text: string;
}

/** The fields of a history message that checks use before they know its shape. */
export interface HistoryEntry {
  readonly id?: unknown;
  readonly role?: unknown;
  readonly content?: unknown;
  readonly status?: unknown;
  readonly created_at?: unknown;
  readonly parts?: unknown;
  readonly feedback?: unknown;
  readonly replaced?: unknown;
}

/** Sends texts as one request and reads the reply to its end. */
export async function say(
  visitor: Visitor,
  said: readonly string[],
  ask: Omit<VisitorAsk, "path" | "method" | "body"> = {},
): Promise<HeardReply> {
  return hear(await visitor.ask(messageAsk(textBody(...said), ask)), said);
}

/** Reads the reply in a response. */
export function hear(exchange: Exchange, said: readonly string[]): HeardReply {
  const { events, faults } = readEventStream(exchange.text);
  const token = exchange.headers.get(headers.sessionToken) ?? "";
  return { exchange, said, token, events, faults, text: textOf(events) };
}

/** The messages of a history. @throws NotChecked if it is not one, which another check reports */
export async function readHistory(visitor: Visitor, token: string): Promise<readonly HistoryEntry[]> {
  return historyOf(await visitor.ask({ path: paths.history, token }));
}

/** @throws NotChecked if the response contains no list of messages, which another check reports */
export function historyOf(answer: Exchange): readonly HistoryEntry[] {
  const { messages } = readFields(answer);
  needs(Array.isArray(messages), `the history cannot be read (status ${answer.status})`);
  return messages.map((message: unknown) => asObject(message) ?? {});
}

/** The fields of a JSON object in a response; none if it is anything else. */
export function readFields({ text }: Exchange): Readonly<Record<string, unknown>> {
  return asObject(readJson(text)) ?? {};
}

/** The JSON value of a body; `undefined` if it is not JSON. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
