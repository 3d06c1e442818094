import fc from "fast-check";
import { createParser } from "eventsource-parser";
import { describe, expect, test } from "vitest";
import { createEventParser, type ServerSentEvent } from "../src/index.ts";

function read(chunks: readonly string[]): ServerSentEvent[] {
  const events: ServerSentEvent[] = [];
  const parser = createEventParser((event) => events.push(event));
  chunks.forEach((chunk) => parser.feed(chunk));
  return events;
}

/** The same stream through the reference parser, which reports no id that an earlier event had set. */
function readByOracle(text: string): Pick<ServerSentEvent, "type" | "data">[] {
  const events: Pick<ServerSentEvent, "type" | "data">[] = [];
  const parser = createParser({
    onEvent: ({ event, data }) => events.push({ type: event ?? "message", data }),
  });
  parser.feed(text);
  return events;
}

const piece = fc.constantFrom(
  ..."data:|data: |event:|event: |id:|id: |:|: hb|retry: 5|a|\u00e9\u{1F600}|data|\n|\r|\r\n|\n\n|\uFEFF| |x:y|text|done".split(
    "|",
  ),
);

/** A stream as text, and the places where it is cut. */
const cutStream = fc
  .tuple(fc.array(piece, { maxLength: 60 }), fc.array(fc.nat(), { maxLength: 20 }))
  .map(([pieces, cuts]) => {
    // The reference waits for what follows a last CR: a comment lets both see its line end.
    const text = `${pieces.join("")}\n: end\n`;
    const places = [...new Set(cuts.map((cut) => cut % text.length))].sort((a, b) => a - b);
    return { text, chunks: [...places, text.length].map((end, n) => text.slice(places[n - 1] ?? 0, end)) };
  });

describe("a server-sent event stream", () => {
  test("is read like the reference parser reads it, in any chunking", () => {
    fc.assert(
      fc.property(cutStream, ({ text, chunks }) => {
        expect(read(chunks).map(({ type, data }) => ({ type, data }))).toEqual(readByOracle(text));
      }),
      { numRuns: 1000 },
    );
  });

  test("gives the same events and ids whole and one character at a time", () => {
    fc.assert(
      fc.property(cutStream, ({ text }) => {
        expect(read(text.split(""))).toEqual(read([text]));
      }),
    );
  });

  test.each(["\n", "\r", "\r\n"])("may end its lines with %j", (end) => {
    expect(read([["event: text", "id: rep_1.2", 'data: "a"', "", ""].join(end)])).toEqual([
      { type: "text", data: '"a"', lastEventId: "rep_1.2" },
    ]);
  });

  test("keeps the last id for events that have none, and ignores an id with NUL", () => {
    const ids = read(["id: 1\ndata: a\n\ndata: b\n\nid: x\0y\ndata: c\n\nid\ndata: d\n\n"]);
    expect(ids.map((event) => event.lastEventId)).toEqual(["1", "1", "1", ""]);
  });

  test("dispatches nothing for comments, for an event without data and for one that the end interrupts", () => {
    expect(read([": hb\n\nevent: done\n\ndata: half\n"])).toEqual([]);
  });

  test("loses one leading byte order mark and no other", () => {
    expect(read(["\uFEFFdata: \uFEFFa\n\n"]).map((event) => event.data)).toEqual(["\uFEFFa"]);
  });
});
