import { signal } from "@preact/signals";
import type { Feedback } from "@servicechat/contract";
import type { Chat } from "../conversation/chat.ts";
import { messageIdOf, type ReplyEntry } from "../conversation/conversation.ts";

/** A rating given here, and the history's rating that it replaces. */
interface LocalRating {
  readonly feedback: Feedback | null;
  readonly over: string;
}

/** The visitor's ratings of replies. */
export interface Ratings {
  /** The rating of a reply; `undefined` if there is none. A history that was read later takes precedence. */
  readonly feedbackOf: (reply: ReplyEntry) => Feedback | undefined;
  /**
   * Rates a reply, replacing an earlier rating; `null` removes it. It is drawn at once, and replaced by the last
   * saved one if it cannot be saved. Of ratings in quick succession the last one counts, here and at the service: one that was replaced before it
   * was sent is not sent, and its failure changes nothing.
   *
   * @returns whether it is still the current one
   * @throws ClientError if the service did not save the current one
   */
  readonly rate: (reply: ReplyEntry, feedback: Feedback | null) => Promise<boolean>;
}

/** Creates the ratings of one chat, with none yet. */
export function createRatings({ rate }: Pick<Chat, "rate">): Ratings {
  // By message, overriding the history: what is drawn, and what the service has saved.
  const local = signal<ReadonlyMap<string, LocalRating>>(new Map());
  const saved = new Map<string, LocalRating>();
  let line: Promise<unknown> = Promise.resolve();

  /** @param drawn absent: the history's rating */
  function draw(messageId: string, drawn: LocalRating | undefined): void {
    const next = new Map(local.peek());
    if (drawn) next.set(messageId, drawn);
    else next.delete(messageId);
    local.value = next;
  }

  return {
    feedbackOf(reply) {
      const here = local.value.get(messageIdOf(reply) ?? "");
      return here?.over === historyRating(reply) ? (here.feedback ?? undefined) : reply.feedback;
    },
    async rate(reply, feedback) {
      const messageId = messageIdOf(reply) ?? "";
      const mine: LocalRating = { feedback, over: historyRating(reply) };
      const isLast = (): boolean => local.peek().get(messageId) === mine;
      draw(messageId, mine);
      const sent = line.then(async () => {
        if (!isLast()) return;
        await rate({ rating: null, ...feedback, messageId });
        saved.set(messageId, mine);
      });
      line = sent.catch(() => undefined);
      try {
        await sent;
      } catch (error) {
        if (!isLast()) return false;
        draw(messageId, saved.get(messageId));
        throw error;
      }
      return isLast();
    },
  };
}

const historyRating = ({ feedback }: ReplyEntry): string => JSON.stringify(feedback ?? null);
