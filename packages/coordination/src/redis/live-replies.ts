import type { StreamEvent } from "@servicechat/contract";
import { encodeEvent, eventId, isTerminal } from "@servicechat/contract";
import type { Frame, LiveReplies, LiveReplyWriter } from "../coordination.ts";
import { createLiveReplies } from "../memory/live-replies.ts";
import { createReplyFollowing } from "./follow-replies.ts";
import type { RedisLink } from "./link.ts";
import type { LeaseTimes } from "./nodes.ts";
import { createReplyPublishing } from "./publish-replies.ts";
import type { ReplyPublisher } from "./publish-replies.ts";
import { createReplyStreams } from "./reply-streams.ts";

/**
 * Maximum number of replies that ended during an outage and wait for Redis, for followers elsewhere: the newest ones.
 */
const maxUnfinished = 1_000;

interface Dependencies extends LeaseTimes {
  readonly link: RedisLink;
  readonly prefix: string;
  readonly nodeId: string;
}

/**
 * Live replies over several nodes. Where a reply is written, its readers share the writer's own frames in memory, with
 * Redis or without. A stream in Redis passes it to the other nodes, a moment later. During an outage replies of other
 * nodes are not found; what was written in the meantime follows when Redis is back, even if it comes back empty.
 */
export function createRedisLiveReplies({ link, prefix, nodeId, ...leaseTimes }: Dependencies): LiveReplies & {
  /** Resolves when the streams contain everything that was written, or Redis is lost. */
  flush(): Promise<void>;
  clear(): void;
} {
  const local = createLiveReplies();
  const streams = createReplyStreams({ link, prefix });
  const following = createReplyFollowing({ link, streams, nodeId, ...leaseTimes });
  const publishing = createReplyPublishing({ link, streams });
  const publishers = new Map<LiveReplyWriter, ReplyPublisher>();
  /** Released here, although Redis may not know it yet. */
  const closing = new Map<string, LiveReplyWriter>();
  const channel = `${prefix}:replies`;
  /** Must be ended with these events, as soon as Redis is available. */
  const abandoned = new Map<string, StreamEvent>();
  let onIdle: (() => void) | undefined;

  link.hear(channel, (message) => {
    const { replyId, last } = JSON.parse(message) as { readonly replyId: string; readonly last: StreamEvent };
    following.cut(replyId, last);
  });
  link.onLost(() => onIdle?.());
  link.onUp(() => {
    publishing.resume();
    following.resume();
    endAbandoned();
  });

  function finish(writer: LiveReplyWriter): void {
    publishers.get(writer)?.forget();
    publishers.delete(writer);
    if (closing.get(writer.reply.id) === writer) closing.delete(writer.reply.id);
    if (closing.size === 0) onIdle?.();
  }

  function letGo(writer: LiveReplyWriter, publisher: ReplyPublisher): void {
    if (!publishers.has(writer)) return;
    closing.set(writer.reply.id, writer);
    publisher.close();
    const [oldest] = closing.values();
    if (closing.size > maxUnfinished && oldest) finish(oldest);
  }

  /** Ends a stream after its last frame. If its node is not dead after all and writes more, it is checked again. */
  async function endStream(replyId: string, last: StreamEvent): Promise<void> {
    for (let attempt = 0; attempt < 5; attempt++) {
      const part = await streams.load(replyId);
      if (!part) return void (await link.send("PUBLISH", channel, JSON.stringify({ replyId, last })));
      if (part.closed) return;
      const newest = part.frames.at(-1);
      const seq = (newest?.seq ?? 0) + 1;
      const frame: Frame = { seq, type: last.type, text: encodeEvent(last, eventId(replyId, seq)) };
      const frames = newest && isTerminal(newest.type) ? [] : [frame];
      const [reached] = await streams.append([{ replyId, first: seq, frames, mode: "abandon" }]);
      if (reached === seq - 1 + frames.length) return;
    }
  }

  function endAbandoned(): void {
    if (!link.up) return;
    for (const [replyId, last] of abandoned)
      endStream(replyId, last).then(
        () => abandoned.delete(replyId),
        () => undefined,
      );
  }

  return {
    create(replyId) {
      const inner = local.create(replyId);
      const { reply } = inner;
      const writer: LiveReplyWriter = {
        reply,
        write(event) {
          inner.write(event);
          publisher.push();
        },
        close() {
          inner.close();
          letGo(writer, publisher);
        },
      };
      const publisher = publishing.add(reply, () => finish(writer));
      publishers.set(writer, publisher);
      return writer;
    },

    find(replyId) {
      const own = local.find(replyId);
      if (own || closing.has(replyId) || !link.up) return own;
      return following.follow(replyId).catch(() => undefined);
    },

    abandon(replyId, last) {
      // A reply that runs here ends here.
      if (local.find(replyId) || closing.has(replyId)) return;
      abandoned.set(replyId, last);
      endAbandoned();
    },

    async flush() {
      if (!link.up || closing.size === 0) return;
      await new Promise<void>((resolve) => (onIdle = resolve));
    },

    clear() {
      local.clear();
      following.clear();
    },
  };
}
