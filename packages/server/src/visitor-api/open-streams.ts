import type { FailureCode } from "@servicechat/contract";
import type { FrameSource, OpenStream } from "../response/send-events.ts";
import { sendEvents } from "../response/send-events.ts";
import { encodeEvent, eventId } from "@servicechat/contract";
import type { ConversationStore } from "@servicechat/storage";
import { errorEvent } from "../conversation/reply-ending.ts";
import type { RequestContext } from "../request-context.ts";
import type { Metrics } from "../telemetry/metrics.ts";

/** Every event stream that is open, by the key it was admitted with. */
export interface OpenStreams {
  open(
    context: RequestContext,
    keyId: string,
    reply: FrameSource & { readonly id: string },
    after: number,
  ): void;
  /**
   * Ends the streams of a key with an `error` event, all but those of replies that are `ending` with it themselves: these
   * send it once history has what was said.
   */
  cut(keyId: string, code: FailureCode, ending: ReadonlySet<string>): void;
  keyIds(): ReadonlySet<string>;
  count(): number;
}

interface Dependencies {
  readonly metrics: Pick<Metrics, "eventsSent">;
  readonly storage: { readonly conversations: Pick<ConversationStore, "isStreaming"> };
}

/** Opens streams and counts what they send; none is open at first. */
export function createOpenStreams({ metrics, storage }: Dependencies): OpenStreams {
  const streams = new Map<OpenStream, { readonly keyId: string; readonly replyId: string }>();

  return {
    open(context, keyId, reply, after) {
      // A reply that is over already is sent, and closed, before there is anything to keep.
      let stream: OpenStream | undefined;
      let isOver = false;
      const onClose = () => {
        isOver = true;
        if (stream) streams.delete(stream);
      };
      const hasEnded = async () => !(await storage.conversations.isStreaming(reply.id));
      stream = sendEvents(context, reply, { after, sent: metrics.eventsSent, hasEnded, onClose });
      if (!isOver) streams.set(stream, { keyId, replyId: reply.id });
    },
    cut(keyId, code, ending) {
      // The reply itself continues for other readers; these have reached its end, so their next number is free.
      for (const [stream, { keyId: from, replyId }] of streams) {
        if (from === keyId && !ending.has(replyId))
          stream.cut((seq) => encodeEvent(errorEvent(code), eventId(replyId, seq)));
      }
    },
    keyIds: () => new Set([...streams.values()].map(({ keyId }) => keyId)),
    count: () => streams.size,
  };
}
