import type { LiveReply } from "../coordination.ts";
import type { RedisLink } from "./link.ts";
import type { ReplyStreams, StreamAddition } from "./reply-streams.ts";

/**
 * Maximum number of frames sent at once: a script accepts a few thousand arguments, and blocks Redis for milliseconds.
 */
const maxAtOnce = 500;

/** Copies one reply of this node to its stream, after the writes and without delaying them. */
export interface ReplyPublisher {
  /** Sends new frames. */
  push(): void;
  /** Closes the stream after the last frame. */
  close(): void;
  /** Sends nothing more. */
  forget(): void;
}

/** Copies the replies of this node to their streams. */
interface ReplyPublishing {
  /**
   * Adds a reply of which nothing was sent.
   *
   * @param onFinished called when the stream is complete and closed, by this node or another
   */
  add(reply: LiveReply, onFinished: () => void): ReplyPublisher;
  /** Continues with all replies after Redis came back. */
  resume(): void;
}

/** A reply that is being copied. */
interface Publication {
  readonly reply: LiveReply;
  readonly onFinished: () => void;
  /** Number of the newest frame in the stream, according to Redis. */
  sent: number;
  closing: boolean;
}

interface Dependencies {
  readonly link: RedisLink;
  readonly streams: ReplyStreams;
}

/**
 * Creates the publisher of replies to streams. Everything that they wrote in one turn of the event loop, or during the
 * previous command, is sent in one command, because the cost depends on the number of commands. Redis says from which
 * frame to continue, so frames that it lost are sent again.
 */
export function createReplyPublishing({ link, streams }: Dependencies): ReplyPublishing {
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
      // Redis is lost; `resume` starts again.
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
