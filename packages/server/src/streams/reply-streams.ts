import type { ServerResponse } from "node:http";
import { encodeEvent, eventId, heartbeat, isTerminal } from "@servicechat/contract";
import type { FailureCode } from "@servicechat/contract";
import type { ConversationStore } from "@servicechat/storage";
import type { Frame, LiveReply } from "@servicechat/coordination";
import { errorEvent } from "../reply/end-reply.ts";
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

/** Silence after which a comment is sent, so that no proxy closes the stream (docs/wire.md, "The stream"). */
const heartbeatMs = 15_000;

/** The source of a stream: a running reply, or one that is over and complete. */
export type FrameSource = Pick<LiveReply, "after" | "lost" | "onFrames">;

/** An open stream, for those who must end it early. */
export interface OpenStream {
  /** Ends the stream with a last event, after what was already sent. It is called with the next number. */
  cut(lastEvent: (seq: number) => string): void;
}

/** Sends the head of an event stream at once: the visitor knows the message was taken. */
export function sendStreamHead({ response, head }: RequestContext): void {
  head["Content-Type"] = "text/event-stream; charset=utf-8";
  head["Cache-Control"] = "no-store, no-transform";
  head["X-Accel-Buffering"] = "no"; // nginx would hold the whole answer back
  response.writeHead(200, head);
  response.flushHeaders();
}

/**
 * Writes a reply's frames to one reader, from a position on, until the terminal one. The reader pulls: if its socket is
 * full nothing is buffered for it, and it continues from its own position once the socket has drained. So a slow reader
 * costs one socket buffer and delays nobody, and one that reads nothing is disconnected. Closing the connection ends
 * only the reading.
 *
 * @param sent counts what is written, by type
 * @param hasEnded whether the reply is over, checked in every silence: if its node died between the end and its event,
 *   nothing else would notice
 * @param onClose called once, when the stream is over for any reason
 */
export function sendEvents(
  { request, response }: RequestContext,
  source: FrameSource,
  {
    after,
    sent,
    hasEnded,
    onClose,
  }: {
    readonly after: number;
    readonly sent: Metrics["eventsSent"];
    readonly hasEnded: () => Promise<boolean>;
    readonly onClose?: () => void;
  },
): OpenStream {
  if (request.method === "HEAD") {
    response.end();
    onClose?.();
    return { cut: () => undefined };
  }
  if (response.destroyed) {
    // The client disconnected while the response was created, and no further `close` will come.
    onClose?.();
    return { cut: () => undefined };
  }
  let position = after;
  let blocked = false;
  let over = false;

  const pulse = setTimeout(() => {
    if (!blocked) {
      write(heartbeat);
      void leaveIfEnded();
    }
    pulse.refresh();
  }, heartbeatMs);

  async function leaveIfEnded(): Promise<void> {
    const heard = position;
    // If this fails, the next silence checks again.
    const isEnded = await hasEnded().catch(() => false);
    if (isEnded && !over && position === heard) breakOff();
  }

  /** As if the network had failed: the reader comes back, and gets what has become of the reply. */
  function breakOff(): void {
    response.destroy();
  }

  function write(text: string): void {
    if (writeChunk(response, text)) return;
    blocked = true;
    (response.socket ?? response).once("drain", resume);
  }

  function resume(): void {
    blocked = false;
    pump();
  }

  function pump(): void {
    if (blocked || over) return;
    for (const frame of source.after(position)) {
      position = frame.seq;
      sent[frame.type]++;
      write(frame.text);
      if (isTerminal(frame.type)) return finish();
      if (blocked) return;
    }
    if (source.lost) return breakOff();
    pulse.refresh();
  }

  function finish(): void {
    response.end();
    release();
  }

  function release(): void {
    if (over) return;
    over = true;
    clearTimeout(pulse);
    stopListening();
    onClose?.();
  }

  response.on("close", release);
  const stopListening = source.onFrames(pump);
  pump();

  return {
    cut(lastEvent) {
      if (over) return;
      sent.error++;
      response.end(lastEvent(position + 1));
      release();
    },
  };
}

/** A source whose frames are all there. */
export function wholeSource(frames: readonly Frame[]): FrameSource {
  return {
    after: (seq) => frames.filter((frame) => frame.seq > seq),
    lost: false,
    onFrames: () => () => undefined,
  };
}

/**
 * Writes one piece of a chunked body in one write (RFC 9112, section 7.1). `ServerResponse.write` does the same in four,
 * which costs twice as much, and this is done for every event of every stream.
 *
 * The head must have been sent. A response that is not chunked, or has not got its socket yet, is written as usual.
 *
 * @returns `false` when the socket is full: it then emits `drain`
 */
function writeChunk(response: ServerResponse, text: string): boolean {
  const { socket } = response;
  if (!socket || !response.chunkedEncoding) return response.write(text);
  return socket.write(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`);
}
