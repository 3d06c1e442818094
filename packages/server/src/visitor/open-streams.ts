import type { FailureCode } from "@servicechat/contract";
import type { FrameSource, OpenStream } from "../answer/send-events.ts";
import { sendEvents } from "../answer/send-events.ts";
import { encodeEvent } from "@servicechat/contract";
import { errorEvent } from "../conversation/run-replies.ts";
import type { Visit } from "../visit.ts";
import type { Figures } from "../watch/figures.ts";

/** Every event stream that is open, by the key it was admitted with. */
export interface OpenStreams {
  open(visit: Visit, keyId: string, reply: FrameSource & { readonly id: string }, after: number): void;
  /** Ends the streams of a key with an `error` event. */
  cut(keyId: string, code: FailureCode): void;
  keyIds(): ReadonlySet<string>;
  count(): number;
}

export function createOpenStreams({ eventsSent }: Figures): OpenStreams {
  const streams = new Map<OpenStream, { readonly keyId: string; readonly replyId: string }>();

  return {
    open(visit, keyId, reply, after) {
      // A reply that is over already is sent, and closed, before there is anything to keep.
      let stream: OpenStream | undefined;
      let isOver = false;
      const onClose = () => {
        isOver = true;
        if (stream) streams.delete(stream);
      };
      stream = sendEvents(visit, reply, { after, sent: eventsSent, onClose });
      if (!isOver) streams.set(stream, { keyId, replyId: reply.id });
    },
    cut(keyId, code) {
      // The reply itself goes on for other readers, so this event has no number of its own in it.
      for (const [stream, from] of streams) {
        if (from.keyId === keyId) stream.cut(encodeEvent(errorEvent(code), `${from.replyId}.0`));
      }
    },
    keyIds: () => new Set([...streams.values()].map(({ keyId }) => keyId)),
    count: () => streams.size,
  };
}
