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

/** What the visitor thinks of replies. */
export interface Ratings {
  /** What was said of a reply; `undefined` when nothing was. A history read since knows it better. */
  readonly feedbackOf: (reply: ReplyEntry) => Feedback | undefined;
  /**
   * Says what a reply was worth, in place of what was said before; `null` takes it back. It is drawn at once, and no more
   * where it cannot be kept. Of what is said quickly one after the other the last counts, here and with the service: what
   * was overtaken before its turn is not sent, and its failure changes nothing.
   *
   * @returns whether it is what counts still
   * @throws ClientError when the service did not keep what counts
   */
  readonly rate: (reply: ReplyEntry, feedback: Feedback | null) => Promise<boolean>;
}

/** Makes the ratings of one chat, with nothing said yet. */
export function createRatings({ rate }: Pick<Chat, "rate">): Ratings {
  // By message, over what the history says of it: what is drawn, and what the service has kept.
  const said = signal<ReadonlyMap<string, Said>>(new Map());
  const kept = new Map<string, Said>();
  let line: Promise<unknown> = Promise.resolve();

  /** @param drawn absent: what the history says */
  function draw(messageId: string, drawn: Said | undefined): void {
    const next = new Map(said.peek());
    if (drawn) next.set(messageId, drawn);
    else next.delete(messageId);
    said.value = next;
  }

  return {
    feedbackOf(reply) {
      const here = said.value.get(messageIdOf(reply) ?? "");
      return here?.over === told(reply) ? (here.feedback ?? undefined) : reply.feedback;
    },
    async rate(reply, feedback) {
      const messageId = messageIdOf(reply) ?? "";
      const mine: Said = { feedback, over: told(reply) };
      const isLast = (): boolean => said.peek().get(messageId) === mine;
      draw(messageId, mine);
      const sent = line.then(async () => {
        if (!isLast()) return;
        await rate({ rating: null, ...feedback, messageId });
        kept.set(messageId, mine);
      });
      line = sent.catch(() => undefined);
      try {
        await sent;
      } catch (error) {
        if (!isLast()) return false;
        draw(messageId, kept.get(messageId));
        throw error;
      }
      return isLast();
    },
  };
}

const told = ({ feedback }: ReplyEntry): string => JSON.stringify(feedback ?? null);
