import { encodeEvent, eventId, isTerminal } from "@servicechat/contract";
import type { StreamEvent } from "@servicechat/contract";
import type { Frame, LiveReplies, LiveReply, LiveReplyWriter } from "../coordination.ts";
import { createListeners } from "./listeners.ts";

/** Live replies within one process: readers share the very frames that the writer made. */
export function createLiveReplies(): LiveReplies & { clear(): void } {
  const running = new Map<string, LiveReply>();

  return {
    create(replyId): LiveReplyWriter {
      const { reply, write } = createReply(replyId);
      running.set(replyId, reply);
      return {
        reply,
        write,
        close() {
          if (running.get(replyId) === reply) running.delete(replyId);
        },
      };
    },
    find: (replyId) => running.get(replyId),
    clear: () => running.clear(),
  };
}

function createReply(id: string): { reply: LiveReply; write(event: StreamEvent): void } {
  const frames: Frame[] = [];
  const listeners = createListeners<void>();
  let ended = false;

  return {
    reply: {
      id,
      after: (seq) => frames.slice(seq),
      get last() {
        return frames.length;
      },
      get ended() {
        return ended;
      },
      onFrames: listeners.add,
    },
    write(event) {
      if (ended) return;
      const seq = frames.length + 1;
      frames.push({ seq, type: event.type, bytes: Buffer.from(encodeEvent(event, eventId(id, seq))) });
      ended = isTerminal(event.type);
      listeners.call();
    },
  };
}
