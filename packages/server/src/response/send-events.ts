import { heartbeat, isTerminal } from "@servicechat/contract";
import type { Frame, LiveReply } from "@servicechat/coordination";
import type { RequestContext } from "../request-context.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import { writeChunk } from "./write-chunk.ts";

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

  /** As if the network had failed: the reader comes back, and hears what has become of the reply. */
  function breakOff(): void {
    response.destroy();
  }

  function write(text: string): void {
    if (writeChunk(response, text)) return;
    blocked = true;
    (response.socket ?? response).once("drain", goOn);
  }

  function goOn(): void {
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
