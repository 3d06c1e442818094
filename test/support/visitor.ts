import { createParser } from "eventsource-parser";
import type { TestService } from "./start-service.ts";

/** One event as a browser would receive it. */
export interface HeardEvent {
  readonly event: string;
  readonly data: unknown;
  readonly id: string;
}

/** A stream as a visitor reads it. */
export interface HeardReply {
  readonly response: Response;
  readonly token: string;
  readonly events: readonly HeardEvent[];
  /** The `text` events joined. */
  readonly text: string;
}

/** Reads a stream to its end with a third-party parser. */
export async function hear(
  response: Response,
  onEvent: (event: HeardEvent) => void = () => undefined,
): Promise<HeardReply> {
  const events: HeardEvent[] = [];
  const parser = createParser({
    onEvent: ({ event = "message", data, id = "" }) => {
      const heard = { event, data: JSON.parse(data) as unknown, id };
      events.push(heard);
      onEvent(heard);
    },
  });
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? [])
    parser.feed(decoder.decode(chunk as Uint8Array, { stream: true }));
  const text = events
    .filter(({ event }) => event === "text")
    .map(({ data }) => String(data))
    .join("");
  return { response, token: response.headers.get("X-Session-Token") ?? "", events, text };
}

/** Sends text and returns the open response. */
export function post(
  service: Pick<TestService, "fetch">,
  text: string,
  { token, headers }: { readonly token?: string; readonly headers?: Record<string, string> } = {},
): Promise<Response> {
  return service.fetch("/chat-bot/", {
    method: "POST",
    headers: { "Content-Type": "application/json", ...(token && { "X-Session-Token": token }), ...headers },
    body: JSON.stringify({ messages: [{ type: "text", block: { value: text } }] }),
  });
}

/** Sends text and reads the reply to its end. */
export async function ask(
  service: Pick<TestService, "fetch">,
  text: string,
  options: { readonly token?: string; readonly headers?: Record<string, string> } = {},
): Promise<HeardReply> {
  return hear(await post(service, text, options));
}

export interface HistoryEntry {
  readonly id: string;
  readonly role: string;
  readonly content: string;
  readonly created_at: string;
  readonly status: string;
  readonly parts: readonly Record<string, unknown>[];
  readonly feedback?: unknown;
  readonly replaced?: unknown;
}

/** The history of a session. */
export async function history(
  service: Pick<TestService, "fetch">,
  token: string,
): Promise<readonly HistoryEntry[]> {
  const response = await service.fetch("/chat-bot/history", { headers: { "X-Session-Token": token } });
  if (response.status !== 200)
    throw new Error(`history answered ${response.status}: ${await response.text()}`);
  return ((await response.json()) as { messages: HistoryEntry[] }).messages;
}
