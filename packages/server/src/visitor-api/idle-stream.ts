import type { FailureCode, StreamEvent } from "@servicechat/contract";
import { encodeEvent, eventId, heartbeat, isTerminal, messageIdOfReply } from "@servicechat/contract";
import { randomUUIDv7 } from "node:crypto";
import { once } from "node:events";
import type { LiveReply } from "@servicechat/coordination";
import type { ChatPosition, FollowedChat, FollowedTurn } from "@servicechat/storage";
import { errorEvent } from "../conversation/reply-ending.ts";
import { findLive, type LiveDependencies } from "../conversation/find-live.ts";
import { framesOfStoredReply } from "../conversation/frames-of-stored-reply.ts";
import type { RequestContext } from "../request-context.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import type { FollowedFrom } from "./followed-from.ts";
import { changeOf, holderChange, saysPerson } from "../views/holder-view.ts";

/** Silence after which a comment is sent, so that no proxy closes the stream. */
const heartbeatMs = 15_000;
/** A stream ends after this long, where no reply runs on it: its reader comes back. */
const maxMs = 600_000;
/** At most one `typing` event is sent in this many milliseconds. */
const typingMs = 3_000;

/** The dependencies of such a stream. */
export interface IdleDependencies extends LiveDependencies {
  readonly metrics: Pick<Metrics, "eventsSent">;
}

/** One stream, as the others see it. */
export interface IdleStream extends Pick<
  FollowedFrom,
  "sessionId" | "tokenHash" | "keyId" | "origin" | "isSeen"
> {
  position: ChatPosition;
  wake(): void;
  typing(name: string): void;
  cut(code: FailureCode): void;
  end(): void;
  beat(now: number): void;
}

/** Follows one chat. `run` resolves when the stream is over, and never rejects. */
export function createIdleStream(
  { request, response }: RequestContext,
  { sessionId, tokenHash, keyId, origin, isSeen, createdAt, position, eventId: startId, reply }: FollowedFrom,
  dependencies: IdleDependencies,
): IdleStream & { run(): Promise<void> } {
  const { storage, metrics } = dependencies;
  const openedAt = performance.now();
  let saidAt = openedAt;
  let typedAt = -Infinity;
  let isOver = false;
  let isWoken = false;
  let wake = (): unknown => (isWoken = true);
  /** The next reply to send, and up to which event it is known. */
  let relayed = reply;
  /** Nothing was heard of it for long. */
  let isStale = false;

  function end(): void {
    if (isOver) return;
    isOver = true;
    response.end();
    wake();
  }

  response.once("close", () => {
    isOver = true;
    wake();
  });

  /** Resolves once there is room for more. */
  async function write(text: string): Promise<void> {
    if (isOver) return;
    saidAt = performance.now();
    if (response.write(text)) return;
    const gone = new AbortController();
    const onClose = () => gone.abort();
    response.once("close", onClose);
    await once(response, "drain", { signal: gone.signal }).catch(() => undefined);
    response.off("close", onClose);
  }

  function say(event: StreamEvent, id: string): Promise<void> {
    metrics.eventsSent[event.type]++;
    return write(encodeEvent(event, id));
  }

  /** Waits until something may have happened. */
  async function waitForMore(): Promise<void> {
    if (!isWoken && !isOver) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const before = wake;
      wake = resolve;
      await promise;
      wake = before;
    }
    isWoken = false;
  }

  /** Tells what has happened behind the position. */
  async function tellNew(): Promise<void> {
    const followed = await storage.handoffs.follow({ sessionId, ...stream.position });
    if (!followed) return stream.cut("session_erased");
    await tell(followed);
  }

  async function tell({ events, turns, position: reached }: FollowedChat): Promise<void> {
    // Before anything is sent: what happens while it is sent is behind it.
    stream.position = reached;
    untold.push(...events);
    for (const turn of turns) {
      while (untold[0] && (untold[0].turn < turn.turn || untold[0].epoch <= turn.epoch)) await tellEvent();
      await tellTurn(turn);
    }
    while (untold[0]) await tellEvent();
  }

  /** @param id from which a reader resumes that has received it */
  async function tellEvent(id?: string): Promise<void> {
    const event = untold.shift();
    // It was read again, since it was sent in the middle of a reply.
    if (!event || event.epoch <= toldEpoch) return;
    toldEpoch = event.epoch;
    if (changeOf(event).holder === "person") takenEpoch = event.epoch;
    await say({ type: "holder", data: changeOf(event) }, id ?? `evt_${event.id}`);
  }

  /**
   * Sends what the reader has missed, if a person holds the chat by now: that the reply it knows a part of is over, and
   * people's messages. The agent's other messages are in the history: after `holder` nothing of them is sent.
   */
  async function tellMissed(missed: FollowedChat): Promise<void> {
    if (relayed) await say({ type: "done", data: {} }, startId);
    relayed = undefined;
    const turns = missed.turns.filter(({ author }) => author === "person");
    await tell({ ...missed, turns, events: [] });
  }

  async function tellTurn(turn: FollowedTurn): Promise<void> {
    const { author, replyId, name, text, at } = turn;
    // Replies that waited behind one that a person has ended were ended with it.
    if (author === "nobody" || isOver || (author === "agent" && turn.epoch < takenEpoch)) return;
    if (author === "person") {
      const data = {
        id: messageIdOfReply(replyId),
        name: name ?? "",
        text: text ?? "",
        at: new Date(at).toISOString(),
      };
      return say({ type: "person_message", data }, replyId.replace("rep_", "evt_"));
    }
    relayed = { replyId, after: 0 };
    await relay();
  }

  /** Tells the reply that is at hand to its end. */
  async function relay(): Promise<void> {
    if (!relayed) return;
    const { replyId } = relayed;
    const live = await findLive(dependencies, { sessionId, ...relayed });
    const isTold = live !== undefined && (await follow(live));
    if (!isTold && !isOver) {
      // It is over. The missed part cannot be separated from what was seen, so it is sent again as a whole.
      const stored = await storage.conversations.findReply({ sessionId, replyId });
      if (stored?.status === "streaming") return void response.destroy();
      for (const frame of stored && !stored.author ? framesOfStoredReply(stored) : []) {
        metrics.eventsSent[frame.type]++;
        await write(frame.text);
      }
      if (live && (!stored || stored.author))
        await say({ type: "done", data: {} }, eventId(replyId, live.last));
    }
    relayed = undefined;
    // The reply's own frames used up whatever else called meanwhile.
    isWoken = true;
  }

  /** @returns `false` when it has ended, and nobody is left who would say so here: its node died just then */
  async function follow(live: LiveReply): Promise<boolean> {
    let after = relayed?.after ?? 0;
    const stop = live.onFrames(() => wake());
    try {
      while (!isOver) {
        for (const frame of live.after(after)) {
          after = frame.seq;
          relayed = { replyId: live.id, after };
          // The chat tells it itself, and in its order.
          if (frame.type === "holder") await tellHolders(eventId(live.id, frame.seq), saysPerson(frame));
          else {
            metrics.eventsSent[frame.type]++;
            await write(frame.text);
          }
          if (isTerminal(frame.type)) return true;
        }
        if (live.lost) {
          response.destroy();
          return true;
        }
        if (live.last > after) continue;
        await waitForMore();
        if (!isStale) continue;
        isStale = false;
        const stored = await storage.conversations.findReply({ sessionId, replyId: live.id });
        if (stored?.status !== "streaming" && live.last === after) return false;
      }
      return true;
    } finally {
      stop();
    }
  }

  /**
   * Sends who holds the chat now, in the middle of a reply; messages from the meantime follow the reply. The arrival of
   * a person is not sent before the reply itself says so: its remaining events come first.
   *
   * @param id of the reply's own event: resuming from it yields the rest of the reply
   */
  async function tellHolders(id: string, isTaken: boolean): Promise<void> {
    const followed = await storage.handoffs.follow({ sessionId, ...stream.position });
    // Events that were read along with this reply come first: the position is already after them.
    untold.push(...(followed?.events ?? []));
    while (untold[0] && (isTaken || changeOf(untold[0]).holder !== "person")) await tellEvent(id);
  }

  /** Moves that were read, and are still to be sent. */
  const untold: FollowedChat["events"][number][] = [];
  /** Moves up to this one were sent. */
  let toldEpoch = 0;
  /** The newest of those that gave the chat to a person. */
  let takenEpoch = 0;

  const stream = {
    sessionId,
    tokenHash,
    keyId,
    origin,
    isSeen,
    position,
    wake: () => {
      isWoken = true;
      wake();
    },
    typing(name: string) {
      const now = performance.now();
      if (isOver || now - typedAt < typingMs) return;
      typedAt = now;
      metrics.eventsSent.typing++;
      // Without an id: it has no position to resume from.
      response.write(`event: typing\ndata: ${JSON.stringify({ name })}\n\n`);
    },
    cut(code: FailureCode) {
      if (isOver) return;
      metrics.eventsSent.error++;
      response.write(encodeEvent(errorEvent(code), `evt_${randomUUIDv7()}`));
      end();
    },
    end,
    beat(now: number) {
      if (isOver) return;
      if (now - openedAt >= maxMs && !relayed) return end();
      if (now - saidAt < heartbeatMs || response.writableNeedDrain) return;
      saidAt = now;
      response.write(heartbeat);
      isStale = relayed !== undefined;
      if (isStale) stream.wake();
    },
    async run(): Promise<void> {
      if (request.method === "HEAD") return end();
      try {
        const start = await storage.handoffs.follow({ sessionId, ...position });
        if (!start) return stream.cut("session_erased");
        await say({ type: "holder", data: holderChange(start.holding, createdAt) }, startId);
        if (start.holding.holder === "person") await tellMissed(start);
        else {
          await relay();
          await tell({ ...start, events: [] });
        }
        while (!isOver) {
          await waitForMore();
          if (!isOver) await tellNew();
        }
      } catch {
        // As if the network had failed: the reader comes back.
        response.destroy();
      }
    },
  };
  return stream;
}
