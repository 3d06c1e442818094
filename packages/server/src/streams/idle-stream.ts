import { encodeEvent, eventId, heartbeat, isTerminal, messageIdOfReply } from "@servicechat/contract";
import type { FailureCode, StreamEvent } from "@servicechat/contract";
import { randomUUIDv7 } from "node:crypto";
import { once } from "node:events";
import type { LiveReply } from "@servicechat/coordination";
import type { ChatEventRecord, ChatPosition, FollowedChat, FollowedTurn } from "@servicechat/storage";
import { errorEvent } from "../reply/end-reply.ts";
import { findLive, framesOfStoredReply, type LiveDependencies } from "./reply-source.ts";
import type { RequestContext } from "../request-context.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import type { FollowedFrom } from "./followed-from.ts";
import { createPassingEvents, type PassingEvents } from "./passing-events.ts";
import { changeOf, holderChange, saysPerson } from "../views/holder-view.ts";

/** Silence after which a comment is sent, so that no proxy closes the stream. */
const heartbeatMs = 15_000;
/** A stream ends after this long, where no reply runs on it: its reader comes back. */
const maxMs = 600_000;

/** The dependencies of such a stream. */
export interface IdleDependencies extends LiveDependencies {
  readonly metrics: Pick<Metrics, "eventsSent">;
}

/** One stream, as the others see it. */
export interface IdleStream
  extends
    Pick<FollowedFrom, "sessionId" | "tokenHash" | "keyId" | "origin" | "isSeen">,
    Pick<PassingEvents, "typing" | "showPlace"> {
  position: ChatPosition;
  wake(): void;
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
  let sentAt = openedAt;
  const passing = createPassingEvents(response, metrics);
  let isOver = false;
  let isWoken = false;
  let wake = (): unknown => (isWoken = true);
  /** The next reply to send, and up to which event it is known. */
  let relayed = reply;
  /** It has had no events for a while. */
  let isStale = false;
  /** Moves that were read along with the current turns, and are still to be sent. */
  let unsent: readonly ChatEventRecord[] = [];
  /** Moves up to this one were sent. */
  let sentEpoch = 0;
  /** The newest of those that gave the chat to a person. */
  let takenEpoch = 0;

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
    sentAt = performance.now();
    if (response.write(text)) return;
    const gone = new AbortController();
    const onClose = () => gone.abort();
    response.once("close", onClose);
    await once(response, "drain", { signal: gone.signal }).catch(() => undefined);
    response.off("close", onClose);
  }

  function send(event: StreamEvent, id: string): Promise<void> {
    metrics.eventsSent[event.type]++;
    if (event.type === "holder") passing.moved(event.data);
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

  /** Sends what has happened after the position. */
  async function sendNew(): Promise<void> {
    const followed = await storage.handoffs.follow({ sessionId, ...stream.position });
    if (!followed) return stream.cut("session_erased");
    await sendChat(followed);
  }

  async function sendChat({ events, turns, position: reached }: FollowedChat): Promise<void> {
    // Before anything is sent: what happens while it is sent is behind it.
    stream.position = reached;
    unsent = events;
    for (const turn of turns) {
      await sendEvents(({ turn: at, epoch }) => at < turn.turn || epoch <= turn.epoch);
      await sendTurn(turn);
    }
    await sendEvents(() => true);
  }

  /** Sends the unsent moves that come now, up to the first one that does not. */
  async function sendEvents(isNow: (event: ChatEventRecord) => boolean): Promise<void> {
    for (let [event] = unsent; event && isNow(event); [event] = unsent) {
      unsent = unsent.slice(1);
      await sendEvent(event, `evt_${event.id}`);
    }
  }

  /** @param id from which a reader resumes that has received it */
  async function sendEvent(event: ChatEventRecord, id: string): Promise<void> {
    // It was read again, since it was sent in the middle of a reply.
    if (event.epoch <= sentEpoch) return;
    sentEpoch = event.epoch;
    if (changeOf(event).holder === "person") takenEpoch = event.epoch;
    await send({ type: "holder", data: changeOf(event) }, id);
  }

  /**
   * Sends what the reader has missed, if a person holds the chat by now: that the reply it knows a part of is over, and
   * people's messages. The agent's other messages are in the history: after `holder` nothing of them is sent.
   */
  async function sendMissed(missed: FollowedChat): Promise<void> {
    if (relayed) await send({ type: "done", data: {} }, startId);
    relayed = undefined;
    const turns = missed.turns.filter(({ author }) => author === "person");
    await sendChat({ ...missed, turns, events: [] });
  }

  async function sendTurn(turn: FollowedTurn): Promise<void> {
    const { author, replyId, name, text, at } = turn;
    // Replies that waited behind one that a person has ended were ended with it.
    if (author === "nobody" || isOver || (author === "agent" && turn.epoch < takenEpoch)) return;
    if (author === "person") {
      const data = {
        id: messageIdOfReply(replyId),
        author: "person" as const,
        name: name ?? "",
        text: text ?? "",
        at: new Date(at).toISOString(),
      };
      return send({ type: "person_message", data }, replyId.replace("rep_", "evt_"));
    }
    relayed = { replyId, after: 0 };
    await relay();
  }

  /** Sends the current reply to its end. */
  async function relay(): Promise<void> {
    if (!relayed) return;
    const { replyId } = relayed;
    const live = await findLive(dependencies, { sessionId, ...relayed });
    const isSent = live !== undefined && (await follow(live));
    if (!isSent && !isOver) {
      // It is over. The missed part cannot be separated from what was seen, so it is sent again as a whole.
      const stored = await storage.conversations.findReply({ sessionId, replyId });
      if (stored?.status === "streaming") return void response.destroy();
      for (const frame of stored && !stored.author ? framesOfStoredReply(stored) : []) {
        metrics.eventsSent[frame.type]++;
        await write(frame.text);
      }
      if (live && (!stored || stored.author))
        await send({ type: "done", data: {} }, eventId(replyId, live.last));
    }
    relayed = undefined;
    // The reply's own frames used up whatever else called meanwhile.
    isWoken = true;
  }

  /** @returns `false` when it has ended, and its node died before it could say so */
  async function follow(live: LiveReply): Promise<boolean> {
    let after = relayed?.after ?? 0;
    const stop = live.onFrames(() => wake());
    try {
      while (!isOver) {
        for (const frame of live.after(after)) {
          after = frame.seq;
          relayed = { replyId: live.id, after };
          // The chat sends it itself, in its own order.
          if (frame.type === "holder") await sendHolders(eventId(live.id, frame.seq), saysPerson(frame));
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
  async function sendHolders(id: string, isTaken: boolean): Promise<void> {
    const followed = await storage.handoffs.follow({ sessionId, ...stream.position });
    // Moves that were read along with this reply come first: the position is already after them. The new ones that are
    // not sent now are read again with the messages between them: a reader resumes from a move only if it has those.
    for (const event of [...unsent, ...(followed?.events ?? [])]) {
      if (!isTaken && event.epoch > sentEpoch && changeOf(event).holder === "person") return;
      await sendEvent(event, id);
    }
  }

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
    typing: passing.typing,
    showPlace: passing.showPlace,
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
      if (now - sentAt < heartbeatMs || response.writableNeedDrain) return;
      sentAt = now;
      response.write(heartbeat);
      isStale = relayed !== undefined;
      if (isStale) stream.wake();
    },
    async run(): Promise<void> {
      if (request.method === "HEAD") return end();
      try {
        const start = await storage.handoffs.follow({ sessionId, ...position });
        if (!start) return stream.cut("session_erased");
        await send({ type: "holder", data: holderChange(start.holding, createdAt) }, startId);
        sentEpoch = start.holding.epoch;
        if (start.holding.holder === "person") await sendMissed(start);
        else {
          await relay();
          await sendChat({ ...start, events: [] });
        }
        while (!isOver) {
          await waitForMore();
          if (!isOver) await sendNew();
        }
      } catch {
        // As if the network had failed: the reader comes back.
        response.destroy();
      }
    },
  };
  return stream;
}
