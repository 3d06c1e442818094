/** One dispatched event of a server-sent event stream, not yet decoded. */
export interface ServerSentEvent {
  /** The `event` field; `message` when there is none. */
  readonly type: string;
  readonly data: string;
  /** The last `id` seen so far; empty when there was none. */
  readonly lastEventId: string;
}

/** Takes the text of a stream piece by piece. */
export interface EventParser {
  feed(chunk: string): void;
}

/**
 * Reads the text of a server-sent event stream, in any chunking, after the WHATWG algorithm: lines end with
 * CR, LF or CRLF, one leading byte order mark is dropped, comments say nothing, an event without data is not
 * dispatched, and an event that the end of the stream interrupts is forgotten.
 */
export function createEventParser(onEvent: (event: ServerSentEvent) => void): EventParser {
  let line = "";
  let started = false;
  let afterCarriageReturn = false;
  let type = "";
  let data: string | undefined;
  let lastEventId = "";

  function dispatch(): void {
    if (data !== undefined) onEvent({ type: type || "message", data, lastEventId });
    type = "";
    data = undefined;
  }

  function readLine(text: string): void {
    if (text === "") return dispatch();
    const colon = text.indexOf(":");
    const field = colon < 0 ? text : text.slice(0, colon);
    const start = text[colon + 1] === " " ? colon + 2 : colon + 1;
    const value = colon < 0 ? "" : text.slice(start);
    if (field === "event") type = value;
    else if (field === "data") data = data === undefined ? value : `${data}\n${value}`;
    else if (field === "id" && !value.includes("\0")) lastEventId = value;
  }

  return {
    feed(chunk) {
      if (chunk === "") return;
      let text = chunk;
      if (!started && text.startsWith("\uFEFF")) text = text.slice(1);
      started = true;
      if (afterCarriageReturn && text.startsWith("\n")) text = text.slice(1);
      // A CR ends its line at once; if the next chunk begins with LF, both were one line end.
      afterCarriageReturn = chunk.endsWith("\r");
      const lines = (line + text).split(/\r\n|\r|\n/);
      line = lines.pop() ?? "";
      lines.forEach(readLine);
    },
  };
}
