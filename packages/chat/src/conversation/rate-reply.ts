import { signal } from "@preact/signals";
import type { Feedback } from "@servicechat/contract";
import type { Chat } from "./chat.ts";
import type { ReplyEntry } from "./conversation.ts";
import { messageIdOf } from "./message-id-of.ts";

/** What was said here, and what the history said until then. */
interface Said {
  readonly feedback: Feedback | null;
  readonly over: string;
}

/** By message, over what the history says of it. */
const said = signal<ReadonlyMap<string, Said>>(new Map());
let line: Promise<unknown> = Promise.resolve();

/** What the visitor thinks of a reply; `undefined` when nothing was said. A history read since knows it better. */
export function feedbackOf(reply: ReplyEntry): Feedback | undefined {
  const here = said.value.get(messageIdOf(reply) ?? "");
  return here?.over === told(reply) ? (here.feedback ?? undefined) : reply.feedback;
}

/**
 * Says what a reply was worth, in place of what was said before; `null` takes it back. It is drawn at once, and no more
 * where it cannot be kept. What is said quickly one after the other arrives in that order.
 *
 * @throws ClientError when the service did not keep it
 */
export async function rateReply(
  chat: Pick<Chat, "rate">,
  reply: ReplyEntry,
  feedback: Feedback | null,
): Promise<void> {
  const messageId = messageIdOf(reply) ?? "";
  const before = feedbackOf(reply) ?? null;
  const draw = (drawn: Feedback | null): void => {
    said.value = new Map(said.value).set(messageId, { feedback: drawn, over: told(reply) });
  };
  draw(feedback);
  const sent = line.then(() => chat.rate({ rating: null, ...feedback, messageId }));
  line = sent.catch(() => undefined);
  try {
    await sent;
  } catch (error) {
    draw(before);
    throw error;
  }
}

const told = ({ feedback }: ReplyEntry): string => JSON.stringify(feedback ?? null);
