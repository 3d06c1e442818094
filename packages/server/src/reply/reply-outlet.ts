import type { AgentEvent } from "@servicechat/agent";
import { endedRows, type ToolRow, type ToolPart } from "@servicechat/contract";
import type { LiveReplyWriter } from "@servicechat/coordination";
import type { StoredPart, StoredQuestion } from "@servicechat/storage";
import type { ReplyWriter } from "./write-replies.ts";

/** Receives the events of one reply: adds them to its draft, and sends them to its readers. */
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

/** Sends events at once, and stores them soon after. */
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
 * that has ended, on whatever node that was done, so no reader receives any of it afterwards.
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
  const waiters: { readonly note: number; readonly resolve: (isStored: boolean) => void }[] = [];
  let noted = 0;
  let storedUpTo = 0;
  let hasEnded = false;
  /** Unsaved text is written with the reply's end: nothing is saved separately any longer. */
  let isEnding = false;

  function sendOn(event: AgentEvent): void {
    if (event.type === "tool_usage_start") openTools.set(event.data.id, []);
    else if (event.type === "tool_usage_progress") openTools.set(event.data.id, event.data.rows);
    else if (event.type === "tool_usage_stop") openTools.delete(event.data.id);
    live.write(event);
  }

  function resolveWaiters(): void {
    for (const waiter of waiters.splice(0)) {
      if (hasEnded || waiter.note <= storedUpTo) waiter.resolve(!hasEnded);
      else waiters.push(waiter);
    }
  }

  const listener = {
    stored(note: number): void {
      storedUpTo = Math.max(storedUpTo, note);
      while (waiting[0] && waiting[0].note <= storedUpTo) {
        const [{ event }] = waiting;
        waiting = waiting.slice(1);
        sendOn(event);
      }
      resolveWaiters();
    },
    async passedOver(): Promise<void> {
      hasEnded ||= await isOver().catch(() => false);
      resolveWaiters();
      // Another transaction held its row.
      if (!hasEnded && !isEnding) noted = writer.note(replyId, composer, listener);
    },
  };

  /** Resolves once all that was sent is stored; with `false` when the reply has ended meanwhile, and it never will be. */
  function stored(): Promise<boolean> {
    if (hasEnded || storedUpTo >= noted) return Promise.resolve(!hasEnded);
    const { promise, resolve } = Promise.withResolvers<boolean>();
    waiters.push({ note: noted, resolve });
    return promise;
  }

  return {
    send(event) {
      if (composer.take(event)) noted = writer.note(replyId, composer, listener);
      if (storedUpTo >= noted) sendOn(event);
      else waiting.push({ event, note: noted });
    },
    mayAct: async () => (await stored()) && !(await isOver()),
    settle() {
      isEnding = true;
      return writer.settled();
    },
    conclude(stops, isStored) {
      if (isStored) {
        for (const { event } of waiting) sendOn(event);
        for (const stop of stops) sendOn(stop);
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
      resolveWaiters();
    },
  };
}

/**
 * The current state of a reply: all of its text, and the parts needed to draw it again, a new list with every change.
 */
export interface ReplyDraft {
  readonly content: string;
  readonly parts: readonly StoredPart[];
}

/** A draft that grows with the events of its reply. */
export interface ReplyComposer extends ReplyDraft {
  /** @returns whether the event changed the draft */
  take(event: AgentEvent): boolean;
  /** A reply that ended while a tool was running: that tool has failed. @returns the events for readers */
  closeTools(): readonly AgentEvent[];
}

/**
 * Assembles a reply from its events.
 *
 * @param askedOf A mark of the user whom it answers, stored with a request to confirm
 */
export function createReplyComposer(askedOf?: string): ReplyComposer {
  function changeTool(id: string, change: (part: ToolPart) => ToolPart): void {
    composer.parts = composer.parts.map((part) =>
      part.type === "tool" && part.id === id ? change(part) : part,
    );
  }

  const composer = {
    content: "",
    parts: [] as readonly StoredPart[],
    take(event: AgentEvent): boolean {
      const { content, parts } = composer;
      switch (event.type) {
        case "text": {
          if (parts.at(-1)?.type !== "text")
            composer.parts = [...parts, { type: "text", start: content.length }];
          composer.content += event.data;
          return event.data !== "";
        }
        case "tool_usage_start": {
          const { id, name, title } = event.data;
          composer.parts = [...parts, { type: "tool", id, name, title, status: "running" }];
          return true;
        }
        case "tool_usage_progress":
          changeTool(event.data.id, (part) => ({ ...part, rows: event.data.rows }));
          return true;
        case "tool_usage_stop": {
          const { id, status, summary, rows } = event.data;
          changeTool(id, (part) => ({
            ...part,
            status,
            ...(summary !== undefined && { summary }),
            ...(rows && { rows }),
          }));
          return true;
        }
        case "image":
          composer.parts = [...parts, { type: "image", ...event.data }];
          return true;
        case "ask_user_question":
          composer.parts = [...parts, questionPart(event.data, askedOf)];
          return true;
        case "progress":
          return false;
      }
    },
    closeTools(): readonly AgentEvent[] {
      const running = composer.parts.filter(
        (part) => part.type === "tool" && part.status === "running",
      ) as ToolPart[];
      const stops = running.map(({ id, rows }) => {
        const shown = rows && { rows: endedRows(rows, "failed") };
        return { type: "tool_usage_stop", data: { id, status: "failed", ...shown } } as const;
      });
      for (const stop of stops) composer.take(stop);
      return stops;
    },
  };
  return composer;
}

function questionPart(
  asked: Omit<StoredQuestion, "type" | "askedOf">,
  askedOf: string | undefined,
): StoredQuestion {
  return { type: "question", ...asked, ...(asked.confirm && askedOf !== undefined && { askedOf }) };
}
