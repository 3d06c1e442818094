import { decodeEvent, isTerminal, type StreamEvent } from "@servicechat/contract";
import { ClientError, lostConnection } from "./client-error.ts";
import { createEventParser } from "./event-parser.ts";

/** Hears one event of the contract and its id, `<replyId>.<seq>`, the position to resume after. */
export type OnEvent = (event: StreamEvent, id: string) => void;

/**
 * Reads a reply stream until its terminal event. Events that the contract does not know, or whose data does
 * not fit, are passed over; nothing after the terminal event is heard.
 *
 * @param options.silence Milliseconds without a byte after which the connection counts as dead. The service
 *   breaks a silence every 15 seconds, so more than that means that nobody is there any more.
 * @throws ClientError `stream_cut` when the stream ends, fails or falls silent before its terminal event.
 */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  options: { readonly onEvent: OnEvent; readonly silence: number },
): Promise<void> {
  let ended = false;
  const parser = createEventParser(({ type, data, lastEventId }) => {
    const event = ended ? undefined : decodeEvent(type, data);
    if (event === undefined) return;
    ended = isTerminal(event.type);
    options.onEvent(event, lastEventId);
  });
  await readText(body, options.silence, (text) => {
    parser.feed(text);
    return ended;
  });
  if (!ended) throw cut();
}

/** Milliseconds that a body has to end in, once all has been heard that was wanted of it. */
const toEnd = 1_000;

/**
 * Reads a body piece by piece, to its end or until `hear` returns `true`.
 *
 * @param silence Milliseconds without a byte after which the connection counts as dead.
 * @throws ClientError `stream_cut` when it fails or falls silent.
 */
export async function readText(
  body: ReadableStream<Uint8Array>,
  silence: number,
  hear: (text: string) => boolean,
): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  let ending = 0;
  try {
    while (ending === 0) {
      const { done, value } = await withinSilence(reader.read(), silence);
      if (done) return;
      if (hear(decoder.decode(value, { stream: true }))) ending = toEnd;
    }
    // Only whoever reads on learns of the end, and can then use the connection again.
    reader.read().catch(() => undefined);
  } finally {
    // Frees the connection; a reader that is at its end, or has failed already, has nothing to cancel.
    setTimeout(() => reader.cancel().catch(() => undefined), ending);
  }
}

async function withinSilence<T>(read: Promise<T>, silence: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const alarm = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(cut()), silence);
  });
  try {
    return await Promise.race([read, alarm]);
  } catch (cause) {
    throw cause instanceof ClientError ? cause : cut(cause);
  } finally {
    clearTimeout(timer);
  }
}

const cut = (cause?: unknown): ClientError =>
  lostConnection("stream_cut", "The connection was lost before the answer was complete.", cause);
