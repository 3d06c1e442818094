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
  let ended = false;
  let lost = false;

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
      get lost() {
        return lost;
      },
      onFrames: (listener) => listeners.add(listener),
    },
    add(...more) {
      frames.push(...more);
      ended = isTerminal(frames.at(-1)?.type ?? "");
      listeners.call();
    },
    lose() {
      if (ended || lost) return;
      lost = true;
      listeners.call();
    },
  };
}
