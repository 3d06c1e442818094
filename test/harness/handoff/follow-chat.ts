import { setTimeout as pause } from "node:timers/promises";
import type { HeardEvent } from "../../support/visitor.ts";
import { hearUntilSilent } from "../hear-patiently.ts";
import { withHead } from "../remembering-visitor.ts";
import type { Node, Patience } from "../remembering-visitor.ts";

/** A stream with `wait=idle` that reconnects whenever it breaks, as the chat does. */
export interface ChatFollower {
  /** Everything received, over all connections. */
  readonly heard: readonly HeardEvent[];
  /** Responses that must never occur. */
  readonly wrongAnswers: readonly string[];
  /** How often it has reconnected. */
  readonly returns: number;
  stop(): Promise<void>;
}

/** Marks a reconnection: whatever ended in the meantime is sent once more as a whole. */
export const comeBack: HeardEvent = { event: "come back", id: "", data: {} };

/** Follows a chat from now on. */
export function followChat(anyNode: () => Node, token: string, { pauseMs }: Patience): ChatFollower {
  const heard: HeardEvent[] = [];
  const wrongAnswers: string[] = [];
  const stopped = new AbortController();
  let position = "";
  let returns = -1;

  const take = (event: HeardEvent) => {
    heard.push(event);
    // Events about who is writing have no position to resume from.
    if (event.id) position = event.id;
  };

  async function listen(): Promise<void> {
    while (!stopped.signal.aborted) {
      const headers = { "X-Session-Token": token, ...(position && { "Last-Event-ID": position }) };
      const answer = await withHead((late) => {
        const signal = AbortSignal.any([late, stopped.signal]);
        return anyNode().fetch("/chat-bot/stream?wait=idle", { headers, signal });
      });
      if (answer?.status === 200) {
        if (++returns > 0) heard.push(comeBack);
        await hearUntilSilent(answer, take);
      } else if (answer) {
        if (![408, 429, 503].includes(answer.status))
          wrongAnswers.push(`the stream after ${position || "nothing"} was answered ${answer.status}`);
        await answer.body?.cancel();
      }
      await pause(pauseMs);
    }
  }

  const listening = listen();
  return {
    heard,
    wrongAnswers,
    get returns() {
      return Math.max(0, returns);
    },
    stop() {
      stopped.abort();
      return listening;
    },
  };
}
