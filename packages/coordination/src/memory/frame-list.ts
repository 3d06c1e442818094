import { isTerminal } from "@servicechat/contract";
import type { Frame, LiveReply } from "../coordination.ts";
import { createListeners } from "./listeners.ts";

/** The frames of one reply in this process, as they come. */
export interface FrameList {
  readonly reply: LiveReply;
  /** Adds the frames that come next, then calls the listeners once. None must be missing, and none follow the terminal one. */
  add(...frames: readonly Frame[]): void;
  /** Nothing more will be added: marks the reply as lost, unless it has ended. */
  lose(): void;
}

/** Makes the list of a reply that has no frame yet. */
export function createFrameList(id: string): FrameList {
  const frames: Frame[] = [];
  const listeners = createListeners<void>();
  // Plain fields: of objects that every open chat has, one with getters takes six times the memory.
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
