import { setTimeout as pause } from "node:timers/promises";
import type { StreamEvent } from "@servicechat/contract";
import { encodeEvent, eventId } from "@servicechat/contract";
import type { Frame, LiveReply } from "../coordination.ts";
import { createFrameList } from "../memory/live-replies.ts";
import type { FrameList } from "../memory/live-replies.ts";
import { maxReadMs } from "./link.ts";
import type { RedisLink } from "./link.ts";
import type { LeaseTimes } from "./nodes.ts";
import { readEntries } from "./reply-streams.ts";
import type { ReplyStreams, StreamEntry, StreamPart } from "./reply-streams.ts";

/** Maximum number of frames taken from one stream at once. */
const maxAtOnce = "1000";
/**
 * Pause between two reads, in milliseconds. Redis answers a blocking read as soon as one stream has something; a little
 * later, one answer contains what all of them have.
 */
const pauseMs = 15;

/** Replies of other nodes that are read here. */
interface ReplyFollowing {
  /** Loads a reply and follows it from then on, once for all readers of this node. @throws RedisLost */
  follow(replyId: string): Promise<LiveReply | undefined>;
  /** Ends a followed reply of which Redis has nothing more. */
  cut(replyId: string, last: StreamEvent): void;
  /** Continues after Redis came back. */
  resume(): void;
  clear(): void;
}

interface Dependencies extends LeaseTimes {
  readonly link: RedisLink;
  readonly streams: ReplyStreams;
  readonly nodeId: string;
}

/**
 * Follows any number of replies over the connection for blocking reads. A stream that is missing for as long as a lease
 * does not come back: its writer has finished during an outage, or died before it could write it again.
 */
export function createReplyFollowing({
  link,
  streams,
  nodeId,
  leaseMs,
  renewMs,
}: Dependencies): ReplyFollowing {
  const followed = new Map<string, FrameList>();
  /** How often in succession a followed stream was missing. */
  const absences = new Map<string, number>();
  const watch = setInterval(() => void findStreams().catch(() => undefined), renewMs).unref();
  /**
   * A stream of this node that is read too: an entry in it ends the blocking read when another reply must be included.
   */
  const wakeUp = streams.keyOf(`wake:${nodeId}`);
  let wakeUpRead = "0-0";
  let reading = false;

  async function readOn(): Promise<void> {
    const ids = [...followed.keys()];
    const positions = ids.map((id) => `${followed.get(id)?.reply.last ?? 0}-0`);
    const answer = (await link.read(
      "XREAD",
      "COUNT",
      maxAtOnce,
      "BLOCK",
      String(maxReadMs),
      "STREAMS",
      wakeUp,
      ...ids.map((id) => streams.keyOf(id)),
      wakeUpRead,
      ...positions,
    )) as readonly (readonly [key: string, entries: readonly StreamEntry[]])[] | null;
    const byKey = new Map(answer);
    wakeUpRead = byKey.get(wakeUp)?.at(-1)?.[0] ?? wakeUpRead;
    for (const id of ids) {
      const entries = byKey.get(streams.keyOf(id));
      const list = followed.get(id);
      if (entries && list) take(list, readEntries(entries));
    }
  }

  function take(list: FrameList, { frames, closed }: StreamPart): void {
    const { reply } = list;
    const next = frames.filter(({ seq }) => seq > reply.last);
    // Nothing may be skipped: with a missing frame, this reply cannot be continued here.
    const isWhole = isGapless(next, reply.last);
    if (isWhole && next.length > 0 && !reply.ended) list.add(...next);
    if (closed || reply.ended || !isWhole) leave(list);
  }

  /** Stops following a reply. One that has not ended is lost to its readers. */
  function leave(list: FrameList): void {
    followed.delete(list.reply.id);
    absences.delete(list.reply.id);
    list.lose();
  }

  async function findStreams(): Promise<void> {
    if (!link.up) return;
    const lists = [...followed.values()];
    const areThere = await Promise.all(lists.map(({ reply }) => streams.has(reply.id)));
    for (const [index, list] of lists.entries()) {
      const { id } = list.reply;
      if (followed.get(id) !== list) continue; // it ended in the meantime
      const absence = areThere[index] ? 0 : (absences.get(id) ?? 0) + 1;
      absences.set(id, absence);
      if (absence * renewMs > leaseMs) leave(list);
    }
  }

  function resume(): void {
    if (reading || !link.up || followed.size === 0) return;
    reading = true;
    void readOn()
      .then(() => pause(pauseMs))
      .catch(() => undefined)
      .finally(() => {
        reading = false;
        resume();
      });
  }

  function start(list: FrameList): void {
    followed.set(list.reply.id, list);
    if (!reading) return resume();
    link
      .send("XADD", wakeUp, "MAXLEN", "1", "*", "new", "1")
      .then(() => link.send("PEXPIRE", wakeUp, "60000"))
      .catch(() => undefined);
  }

  return {
    async follow(replyId) {
      const part = await streams.load(replyId);
      const known = followed.get(replyId);
      if (!part || part.closed) return undefined;
      if (known) return known.reply;
      if (!isGapless(part.frames, 0)) return undefined;
      const list = createFrameList(replyId);
      list.add(...part.frames);
      if (!list.reply.ended) start(list);
      return list.reply;
    },
    cut(replyId, last) {
      const list = followed.get(replyId);
      if (!list || list.reply.ended) return;
      const seq = list.reply.last + 1;
      list.add({ seq, type: last.type, text: encodeEvent(last, eventId(replyId, seq)) });
      leave(list);
    },
    resume,
    clear() {
      clearInterval(watch);
      followed.clear();
    },
  };
}

function isGapless(frames: readonly Frame[], after: number): boolean {
  return frames.every(({ seq }, index) => seq === after + index + 1);
}
