import type { ModelAsk } from "./model-server.ts";
import type { TestService } from "./start-service.ts";
import { hear } from "./visitor.ts";
import type { HeardReply } from "./visitor.ts";

type Fetch = Pick<TestService, "fetch">;

export interface PostedBlock {
  readonly type: string;
  readonly block: object;
}

/** Sends messages of any kind and returns the open response. */
export function postBlocks(
  service: Fetch,
  messages: readonly PostedBlock[],
  {
    token,
    headers,
    ...beside
  }: {
    readonly token?: string;
    readonly headers?: Record<string, string>;
    /** The message whose turn this one replaces. */
    readonly replaces?: unknown;
  } = {},
): Promise<Response> {
  return service.fetch("/chat-bot/", {
    method: "POST",
    headers: { "Content-Type": "application/json", ...(token && { "X-Session-Token": token }), ...headers },
    body: JSON.stringify({ messages, ...beside }),
  });
}

/** Sends messages of any kind and reads the reply to its end. */
export async function sendBlocks(
  service: Fetch,
  messages: readonly PostedBlock[],
  token?: string,
): Promise<HeardReply> {
  return hear(await postBlocks(service, messages, token === undefined ? {} : { token }));
}

export const textBlock = (value: string): PostedBlock => ({ type: "text", block: { value } });
export const answerBlock = (block: object): PostedBlock => ({ type: "answer", block });
export const actionBlock = (block: object): PostedBlock => ({ type: "action", block });

/** A question as the stream delivered it. */
interface AskedQuestion {
  readonly id: string;
  readonly questions: readonly { readonly question: string }[];
  readonly confirm?: { readonly title: string; readonly request: string; readonly body?: string };
}

/** The question at the end of a reply. */
export function askedIn({ events }: Pick<HeardReply, "events">): AskedQuestion | undefined {
  return events.find(({ event }) => event === "ask_user_question")?.data as AskedQuestion | undefined;
}

/** An answer to the first question of a group, such as "Confirm". */
export function answerTo(asked: AskedQuestion | undefined, answer: string): PostedBlock {
  const question = asked?.questions[0]?.question ?? "";
  return answerBlock({ questionId: asked?.id ?? "", answers: { [question]: answer } });
}

interface SentMessage {
  readonly role: string;
  readonly tool_call_id?: string;
  readonly tool_calls?: readonly { readonly id: string }[];
}

/**
 * Calls and results of a model request that do not match: providers refuse such a request. Only those of the last
 * message may be open.
 */
export function unpairedCalls(ask: ModelAsk | undefined): readonly string[] {
  let waiting = new Set<string>();
  const unpaired: string[] = [];
  for (const message of (ask?.messages ?? []) as readonly SentMessage[]) {
    if (message.role === "tool") {
      const id = message.tool_call_id ?? "";
      if (!waiting.delete(id)) unpaired.push(id);
      continue;
    }
    unpaired.push(...waiting);
    waiting = new Set((message.tool_calls ?? []).map(({ id }) => id));
  }
  return [...unpaired, ...waiting];
}
