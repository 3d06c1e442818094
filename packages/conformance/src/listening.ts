import { readEventStream } from "./event-stream.ts";
import type { HeardEvent } from "./event-stream.ts";
import { NoAnswer } from "./exchange.ts";
import type { Answer } from "./exchange.ts";
import type { Clock } from "./pacer.ts";

/** A body that is being read. */
export interface Listening {
  /** What has arrived so far. */
  text(): string;
  /** Its complete events. */
  events(): readonly HeardEvent[];
  /** When the first and the latest bytes arrived, on the monotonic clock; `undefined` before any. */
  times(): { readonly first: number; readonly last: number } | undefined;
  /** Resolves with `true` when this many events have arrived, with `false` if the body ended before. */
  heard(count: number): Promise<boolean>;
  /** Resolves with the whole text when the body has ended. @throws NoAnswer if it broke off */
  ended(): Promise<string>;
  /** Stops reading by closing the connection. */
  close(): void;
}

/** Starts to read a body, whether or not it is used. */
export function listenTo(answer: Answer, clock: Pick<Clock, "monotonicMs">): Listening {
  let text = "";
  let events: readonly HeardEvent[] = [];
  let times: { first: number; last: number } | undefined;
  let isOver = false;
  let closed = false;
  const waiting = new Set<() => void>();

  const reading = read().finally(() => {
    isOver = true;
    tell();
  });
  reading.catch(() => undefined); // reported to those who wait for the end

  async function read(): Promise<string> {
    const decoder = new TextDecoder();
    try {
      for await (const chunk of answer.body) {
        const now = clock.monotonicMs();
        times = { first: times?.first ?? now, last: now };
        text += decoder.decode(chunk, { stream: true });
        // The last event may be incomplete: everything after the last blank line waits.
        events = readEventStream(text.slice(0, text.lastIndexOf("\n\n") + 2)).events;
        tell();
      }
    } catch (cause) {
      if (closed) return text;
      throw new NoAnswer("the body broke off before its end", { cause });
    }
    return text;
  }

  function tell(): void {
    for (const wake of waiting) wake();
    waiting.clear();
  }

  return {
    text: () => text,
    events: () => events,
    times: () => times,
    async heard(count) {
      while (events.length < count && !isOver) await new Promise<void>((wake) => waiting.add(wake));
      return events.length >= count;
    },
    ended: () => reading,
    close() {
      closed = true;
      answer.close();
    },
  };
}
