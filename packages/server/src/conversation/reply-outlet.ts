import type { AgentEvent } from "@servicechat/agent";
import { endedRows, type ToolRow } from "@servicechat/contract";
import type { LiveReplyWriter } from "@servicechat/coordination";
import type { ReplyComposer } from "./compose-reply.ts";
import type { ReplyWriter } from "./write-replies.ts";

/** Where the events of one reply go: into what is kept of it, and to its readers. */
export interface ReplyOutlet {
  send(event: AgentEvent): void;
  /**
   * Resolves once all that was sent is stored, with whether the reply may still do something: `false` when it has ended, on
   * whatever node. Rejects when the storage cannot say so.
   */
  mayAct(): Promise<boolean>;
  /**
   * Called when nothing more is sent. Resolves once everything that the storage has accepted of the reply was sent to
   * its readers.
   */
  settle(): Promise<void>;
  /**
   * Sends the rest before the last events: waiting text, and that open tools have stopped. Without `isStored` nothing
   * is sent that is not stored.
   */
  conclude(stops: readonly AgentEvent[], isStored: boolean): void;
}

interface Dependencies {
  readonly replyId: string;
  readonly live: LiveReplyWriter;
  readonly composer: ReplyComposer;
  readonly writer: ReplyWriter;
}

/** Tells events at once, and stores them soon after. */
export function createOutlet({ replyId, live, composer, writer }: Dependencies): ReplyOutlet {
  return {
    send(event) {
      if (composer.take(event)) writer.note(replyId, composer);
      live.write(event);
    },
    mayAct: async () => true,
    settle: async () => undefined,
    conclude(stops) {
      for (const stop of stops) live.write(stop);
    },
  };
}

/**
 * Passes on an event once it is stored, for a reply whose chat a person may take: the storage takes nothing of a reply
 * that has ended, on whatever node that was done, so nothing of it is heard afterwards.
 *
 * @param isOver Asks the storage whether the reply has ended
 */
export function createFencedOutlet(
  { replyId, live, composer, writer }: Dependencies,
  isOver: () => Promise<boolean>,
): ReplyOutlet {
  /** Events that are not stored yet, each with the number of the note that it waits for. */
  let waiting: { readonly event: AgentEvent; readonly note: number }[] = [];
  /** Tools that the readers see running, with the rows that they see. */
  const openTools = new Map<string, readonly ToolRow[]>();
  const askers: { readonly note: number; readonly resolve: (isStored: boolean) => void }[] = [];
  let noted = 0;
  let storedUpTo = 0;
  let hasEnded = false;
  /** Unsaved text is written with the reply's end: nothing is saved separately any longer. */
  let isEnding = false;

  function tell(event: AgentEvent): void {
    if (event.type === "tool_usage_start") openTools.set(event.data.id, []);
    else if (event.type === "tool_usage_progress") openTools.set(event.data.id, event.data.rows);
    else if (event.type === "tool_usage_stop") openTools.delete(event.data.id);
    live.write(event);
  }

  function answerAskers(): void {
    for (const asker of askers.splice(0)) {
      if (hasEnded || asker.note <= storedUpTo) asker.resolve(!hasEnded);
      else askers.push(asker);
    }
  }

  const listener = {
    stored(note: number): void {
      storedUpTo = Math.max(storedUpTo, note);
      while (waiting[0] && waiting[0].note <= storedUpTo) {
        const [{ event }] = waiting;
        waiting = waiting.slice(1);
        tell(event);
      }
      answerAskers();
    },
    async passedOver(): Promise<void> {
      hasEnded ||= await isOver().catch(() => false);
      answerAskers();
      // Somebody else had it just then.
      if (!hasEnded && !isEnding) noted = writer.note(replyId, composer, listener);
    },
  };

  /** Resolves once all that was sent is stored; with `false` when the reply has ended meanwhile, and it never will be. */
  function stored(): Promise<boolean> {
    if (hasEnded || storedUpTo >= noted) return Promise.resolve(!hasEnded);
    const { promise, resolve } = Promise.withResolvers<boolean>();
    askers.push({ note: noted, resolve });
    return promise;
  }

  return {
    send(event) {
      if (composer.take(event)) noted = writer.note(replyId, composer, listener);
      if (storedUpTo >= noted) tell(event);
      else waiting.push({ event, note: noted });
    },
    mayAct: async () => (await stored()) && !(await isOver()),
    settle() {
      isEnding = true;
      return writer.settled();
    },
    conclude(stops, isStored) {
      if (isStored) {
        for (const { event } of waiting) tell(event);
        for (const stop of stops) tell(stop);
      } else {
        for (const [id, rows] of openTools) {
          const known = [...waiting.map(({ event }) => event), ...stops].find(
            (event) =>
              event.type === "tool_usage_stop" && event.data.id === id && event.data.status === "failed",
          );
          const shown = rows.length > 0 && { rows: endedRows(rows, "failed") };
          live.write(known ?? { type: "tool_usage_stop", data: { id, status: "failed", ...shown } });
        }
      }
      waiting = [];
      hasEnded = true;
      answerAskers();
    },
  };
}
