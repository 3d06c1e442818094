import { encodeEvent, eventId } from "@servicechat/contract";
import type { LiveReplies, LiveReply, LiveReplyWriter } from "../coordination.ts";
import { createFrameList } from "./frame-list.ts";

/** Live replies within one process: readers share the writer's frames. */
export function createLiveReplies(): LiveReplies & {
  find(replyId: string): LiveReply | undefined;
  clear(): void;
} {
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
    // A reply runs where it is written, so it disappears with its node.
    abandon: () => undefined,
    clear: () => running.clear(),
  };
}

function createWriter(id: string, close: () => void): LiveReplyWriter {
  const frames = createFrameList(id);
  const { reply } = frames;

  return {
    reply,
    write(event) {
      if (reply.ended) return;
      const seq = reply.last + 1;
      frames.add({ seq, type: event.type, text: encodeEvent(event, eventId(id, seq)) });
    },
    close,
  };
}
