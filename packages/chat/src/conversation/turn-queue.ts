import { computed, signal, type ReadonlySignal } from "@preact/signals";
import { saidIn, type Turn } from "./after-posting.ts";
import type { Conversation } from "./conversation.ts";
import { withoutNul } from "./plain-json.ts";

/** Turns that wait until they can be sent, in order. */
interface TurnQueue {
  /** How they appear on screen. */
  readonly drawn: ReadonlySignal<Conversation>;
  /** Adds one, without the parts that the service would refuse. */
  add(turn: Turn): void;
  /** Removes and returns the first one. */
  take(): Turn | undefined;
  clear(): void;
}

/** Creates an empty queue. */
export function createTurnQueue(): TurnQueue {
  const turns = signal<readonly Turn[]>([]);
  return {
    drawn: computed(() => turns.value.flatMap(saidIn)),
    add(turn) {
      turns.value = [...turns.value, { ...turn, messages: withoutNul(turn.messages) }];
    },
    take() {
      const [first, ...rest] = turns.value;
      turns.value = rest;
      return first;
    },
    clear: () => void (turns.value = []),
  };
}
