import { encodeEvent, eventId, type StreamEvent } from "@servicechat/contract";
import { expect, test } from "vitest";
import { readEvents } from "../src/read-events.ts";

const replyId = "rep_0190b1a0-0000-7000-8000-000000000001";
const answer: StreamEvent[] = [
  { type: "start", data: {} },
  { type: "text", data: "Grüße, 東京 👩‍💻\r\n" },
  { type: "done", data: {} },
];
const bytes = new TextEncoder().encode(
  answer.map((event, n) => encodeEvent(event, eventId(replyId, n + 1))).join(""),
);

/** The events of a stream that arrives in these pieces. */
async function hear(pieces: readonly Uint8Array<ArrayBuffer>[]): Promise<readonly StreamEvent[]> {
  const heard: StreamEvent[] = [];
  const body = ReadableStream.from(pieces) as ReadableStream<Uint8Array>;
  await readEvents(body, { onEvent: (event) => heard.push(event), silence: 10_000 });
  return heard;
}

test("Promise 6: a stream is read the same wherever it is cut, in the middle of a character too", async () => {
  for (let at = 0; at <= bytes.length; at++)
    expect(await hear([bytes.slice(0, at), bytes.slice(at)])).toEqual(answer);
  expect(await hear(Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual(answer);
});
