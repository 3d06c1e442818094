import type { ReplyRecord } from "@servicechat/storage";
import { expect, test } from "vitest";
import { framesOfStoredReply } from "../src/streams/reply-source.ts";

test("a reply stored by a newer version of the service is replayed without parts that this one does not know", () => {
  const parts = [
    { type: "text", start: 0 },
    { type: "hologram", depth: 3 },
  ] as unknown as ReplyRecord["parts"];
  const frames = framesOfStoredReply({
    id: "msg_1",
    content: "Nine to five.",
    parts,
    failure: null,
  } as ReplyRecord);
  expect(frames.map(({ type }) => type)).toEqual(["start", "text", "done"]);
});
