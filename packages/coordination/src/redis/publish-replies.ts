import type { LiveReply } from "../coordination.ts";
import type { RedisLink } from "./link.ts";
import type { ReplyStreams, StreamAddition } from "./reply-streams.ts";

/** Most frames sent at once: a script takes a few thousand arguments at most, and holds Redis up for milliseconds. */
const maxAtOnce = 500;

/** Brings one reply of this node into its stream, behind the writing and never in its way. */
export interface ReplyPublisher {
  /** Has what is new sent. */
  push(): void;
  /** Closes the stream after the last frame. */
  close(): void;
  /** Sends nothing more. */
  forget(): void;
}

/** Brings the replies of this node into their streams. */
interface ReplyPublishing {
  /**
   * Takes up a reply of which nothing was sent.
   *
   * @param onFinished called when the stream is whole and closed, by this node or another
   */
  add(reply: LiveReply, onFinished: () => void): ReplyPublisher;
  /** Goes on with all replies after Redis came back. */
  resume(): void;
}

/** A reply on its way. */
interface Publication {
  readonly reply: LiveReply;
  readonly onFinished: () => void;
  /** Number of the newest frame in the stream, as Redis said. */
  sent: number;
  closing: boolean;
}

interface Parts {
  readonly link: RedisLink;
  readonly streams: ReplyStreams;
}

/**
 * Makes the way from replies to streams. What all of them wrote in one turn of the event loop, or while the command
 * before was under way, goes in one command: it is the number of commands that costs. Redis says from which frame to go
 * on, so what it lost is sent again.
 */
export function createReplyPublishing({ link, streams }: Parts): ReplyPublishing {
  const unfinished = new Set<Publication>();
  /** Those with something to send. */
  const waiting = new Set<Publication>();
  let isBusy = false;

  function push(publication: Publication): void {
    if (!unfinished.has(publication)) return;
    waiting.add(publication);
    sendSoon();
  }

  function sendSoon(): void {
    if (isBusy || waiting.size === 0 || !link.up) return;
    isBusy = true;
    setImmediate(() => {
      void send().finally(() => {
        isBusy = false;
        sendSoon();
      });
    });
  }

  async function send(): Promise<void> {
    const batch = takeBatch();
    try {
      const reached = await streams.append(batch.map(({ addition }) => addition));
      batch.forEach(({ publication, addition }, at) => note(publication, addition, reached[at] ?? 0));
    } catch {
      // Redis is lost; `resume` begins again.
    }
  }

  function takeBatch() {
    const batch: { readonly publication: Publication; readonly addition: StreamAddition }[] = [];
    let room = maxAtOnce;
    for (const publication of waiting) {
      if (room === 0) break;
      const { reply, sent, closing } = publication;
      const frames = reply.after(sent).slice(0, room);
      const mode = closing && sent + frames.length === reply.last ? "close" : "open";
      room -= Math.max(1, frames.length);
      waiting.delete(publication);
      batch.push({ publication, addition: { replyId: reply.id, first: sent + 1, frames, mode } });
    }
    return batch;
  }

  function note(publication: Publication, { first, frames, mode }: StreamAddition, reached: number): void {
    publication.sent = reached;
    if (reached === -1 || (mode === "close" && reached === first - 1 + frames.length)) {
      publication.onFinished();
    } else if (publication.closing || reached < publication.reply.last) push(publication);
  }

  return {
    add(reply, onFinished) {
      const publication: Publication = { reply, onFinished, sent: 0, closing: false };
      unfinished.add(publication);
      return {
        push: () => push(publication),
        close() {
          publication.closing = true;
          push(publication);
        },
        forget() {
          unfinished.delete(publication);
          waiting.delete(publication);
        },
      };
    },
    resume() {
      for (const publication of unfinished) push(publication);
    },
  };
}
