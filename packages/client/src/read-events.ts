import { decodeEvent, isTerminal, type StreamEvent } from "@servicechat/contract";
import { createEventParser } from "./event-parser.ts";
import { createDecoder, cut, readBody } from "./read-body.ts";

/** Receives one event of the contract and its id, `<replyId>.<seq>`: the position to resume after. */
export type OnEvent = (event: StreamEvent, id: string) => void;

/**
 * Reads a reply stream until its terminal event. Events that the contract does not know, or whose data is not valid, are
 * skipped, and so is everything after the terminal event.
 *
 * @param options.silence Milliseconds without a byte after which the connection counts as dead. The service sends
 *   something at least every 15 seconds, so a much longer silence means that it is gone.
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
  const decode = createDecoder();
  await readBody(body, options.silence, (piece) => {
    parser.feed(decode(piece));
    return ended;
  });
  if (!ended) throw cut();
}

/**
 * Reads the stream of a whole chat, in which replies come and go, until the service ends it.
 *
 * @throws ClientError `stream_cut` when it fails or falls silent
 */
export async function readChat(
  body: ReadableStream<Uint8Array>,
  options: { readonly onEvent: OnEvent; readonly silence: number },
): Promise<void> {
  const parser = createEventParser(({ type, data, lastEventId }) => {
    const event = decodeEvent(type, data);
    if (event !== undefined) options.onEvent(event, lastEventId);
  });
  const decode = createDecoder();
  await readBody(body, options.silence, (piece) => parser.feed(decode(piece)));
}
