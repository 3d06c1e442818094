import { encodeEvent, eventId, isTerminal } from "@servicechat/contract";
import type { LiveReplies, LiveReply, LiveReplyWriter, Frame } from "../coordination.ts";
import { createListeners } from "./node-events.ts";

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

/** The frames of one reply in this process, as they arrive. */
export interface FrameList {
  readonly reply: LiveReply;
  /** Adds the next frames, then calls the listeners once. None may be missing, and none may follow the terminal one. */
  add(...frames: readonly Frame[]): void;
  /** Nothing more will be added: marks the reply as lost, unless it has ended. */
  lose(): void;
}

/** Creates the list of a reply without frames. */
export function createFrameList(id: string): FrameList {
  const frames: Frame[] = [];
  const listeners = createListeners<void>();
  // Plain fields, because every open chat has one of these, and getters would take six times the memory.
  const reply = {
    id,
    last: 0,
    ended: false,
    lost: false,
    after: (seq: number) => frames.slice(seq),
    onFrames: (listener: () => void) => listeners.add(listener),
  };

  return {
    reply,
    add(...more) {
      frames.push(...more);
      reply.last = frames.length;
      reply.ended = isTerminal(frames.at(-1)?.type ?? "");
      listeners.call();
    },
    lose() {
      if (reply.ended || reply.lost) return;
      reply.lost = true;
      listeners.call();
    },
  };
}
