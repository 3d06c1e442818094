import type { ServerResponse } from "node:http";
import type { HolderChange, StreamEvent } from "@servicechat/contract";
import type { Metrics } from "../telemetry/metrics.ts";

/** At most one `typing` event is sent in this many milliseconds. */
const typingMs = 3_000;
/**
 * From this place on, it is sent at most once in so many milliseconds: whoever leaves a long queue moves everybody behind,
 * who will wait anyway.
 */
const [farBack, farBackMs] = [10, 10_000];

/** Events of a stream that have no position to resume from, are not repeated, and carry no id for that. */
export interface PassingEvents {
  /** A person is writing. */
  readonly typing: (name: string) => void;
  /** How many visitors wait for a person before this one: sent if the reader knows that they wait, and it is news. */
  readonly showPlace: (before: number) => void;
  /** The reader is told who has the chat. */
  readonly moved: (change: HolderChange) => void;
}

/** Creates what sends them. A reader that is behind misses a place, and gets a later one. */
export function createPassingEvents(
  response: Pick<ServerResponse, "write" | "writable" | "writableNeedDrain">,
  { eventsSent }: Pick<Metrics, "eventsSent">,
): PassingEvents {
  let typedAt = -Infinity;
  let isWaiting = false;
  /** What the reader was told since the wait began, and when. */
  let place: { readonly before: number; readonly at: number } | undefined;

  function send({ type, data }: Extract<StreamEvent, { type: "typing" | "queue" }>): void {
    eventsSent[type]++;
    response.write(`event: ${type}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  return {
    typing(name) {
      const now = performance.now();
      if (!response.writable || now - typedAt < typingMs) return;
      typedAt = now;
      send({ type: "typing", data: { name } });
    },
    showPlace(before) {
      if (!response.writable || response.writableNeedDrain || !isWaiting) return;
      const now = performance.now();
      if (before === place?.before || (place && before >= farBack && now - place.at < farBackMs)) return;
      place = { before, at: now };
      send({ type: "queue", data: { before } });
    },
    moved({ holder }) {
      isWaiting = holder === "waiting";
      place = undefined;
    },
  };
}
