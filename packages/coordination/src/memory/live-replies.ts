import { encodeEvent, eventId, isTerminal } from "@servicechat/contract";
import type { Frame, LiveReplies, LiveReply, LiveReplyWriter } from "../coordination.ts";
import { createListeners } from "./listeners.ts";

/** Live replies within one process: readers share the very frames that the writer made. */
export function createLiveReplies(): LiveReplies & { clear(): void } {
  const running = new Map<string, LiveReply>();

  return {
    create(replyId) {
      const writer = createWriter(replyId, () => {
        if (running.get(replyId) === writer.reply) running.delete(replyId);
      });
      running.set(replyId, writer.reply);
      return writer;
    },
    find: (replyId) => running.get(replyId),
    clear: () => running.clear(),
  };
}

function createWriter(id: string, close: () => void): LiveReplyWriter {
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
      onFrames: (listener) => listeners.add(listener),
    },
    write(event) {
      if (ended) return;
      const seq = frames.length + 1;
      frames.push({ seq, type: event.type, bytes: Buffer.from(encodeEvent(event, eventId(id, seq))) });
      ended = isTerminal(event.type);
      listeners.call();
    },
    close,
  };
}
