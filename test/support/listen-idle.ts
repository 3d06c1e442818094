import { createParser } from "eventsource-parser";
import { expect } from "vitest";
import type { TestService } from "./start-service.ts";
import type { HeardEvent } from "./visitor.ts";

/** A stream that stays open while no reply is running. */
export interface IdleStream extends AsyncDisposable {
  readonly response: Response;
  /** All events received so far. */
  readonly events: readonly HeardEvent[];
  /** Resolves when the service has ended the body. */
  readonly ended: Promise<void>;
  /** Waits for a matching event, and returns it. */
  until(fits: (event: HeardEvent) => boolean): Promise<HeardEvent>;
}

/** Follows a chat with `wait=idle`, after an event. */
export async function listenIdle(
  service: Pick<TestService, "fetch">,
  token: string,
  lastEventId?: string,
): Promise<IdleStream> {
  const stop = new AbortController();
  const response = await service.fetch("/chat-bot/stream?wait=idle", {
    headers: { "X-Session-Token": token, ...(lastEventId !== undefined && { "Last-Event-ID": lastEventId }) },
    signal: stop.signal,
  });
  const events: HeardEvent[] = [];
  const parser = createParser({
    onEvent: ({ event = "message", data, id = "" }) =>
      void events.push({ event, data: JSON.parse(data) as unknown, id }),
  });
  async function read(): Promise<void> {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? [])
      parser.feed(decoder.decode(chunk as Uint8Array, { stream: true }));
  }
  const ended = read().catch((error: unknown) => {
    if (!stop.signal.aborted) throw error;
  });
  return {
    response,
    events,
    ended,
    async until(fits) {
      await expect.poll(() => events.some(fits), { interval: 5 }).toBe(true);
      const found = events.find(fits);
      if (!found) throw new Error("It was there a moment ago.");
      return found;
    },
    async [Symbol.asyncDispose]() {
      stop.abort();
      await ended;
    },
  };
}
