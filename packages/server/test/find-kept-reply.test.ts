import { expect, test } from "vitest";
import { findKeptReply } from "../src/streams/reply-source.ts";

const streaming = (id: string) => ({ id, status: "streaming" });
const unanswered = (id: string) => ({ id, status: "complete", author: { kind: "nobody" } });
const complete = (id: string) => ({ id, status: "complete" });

/**
 * What a message gets that is sent again, while its turn goes through these states, one for each time that it is looked
 * at; the last one stays.
 */
async function sentAgain(
  replies: readonly (object | undefined)[],
  {
    live = [],
    holders = [],
  }: { readonly live?: readonly string[]; readonly holders?: readonly string[] } = {},
) {
  let looks = 0;
  let asks = 0;
  const storage = {
    conversations: {
      findReplyTo: async () => replies[Math.min(looks++, replies.length - 1)],
      findReply: async () => undefined,
    },
    handoffs: { find: async () => ({ holder: holders[Math.min(asks++, holders.length - 1)] }) },
  };
  const coordination = {
    replies: { find: (id: string) => (live.includes(id) ? { id, last: 1 } : undefined) },
  };
  const found = findKeptReply({ storage, coordination } as never, { sessionId: "ses_1", turn: 2 });
  return found.catch((error: Error & { code?: string }) => error.code);
}

test("a reply that runs is followed, and one that is over is told as it is stored", async () => {
  expect(await sentAgain([streaming("rep_1")], { live: ["rep_1"] })).toEqual({
    live: { id: "rep_1", last: 1 },
  });
  expect(await sentAgain([complete("rep_1")])).toEqual({ stored: complete("rep_1"), holding: undefined });
});

test("a reply that cannot be heard is not told as if it were over", async () => {
  expect(await sentAgain([streaming("rep_1")])).toBe("resume_unavailable");
});

test("a reply that ends while it is looked for is told as it is stored", async () => {
  expect(await sentAgain([streaming("rep_1"), complete("rep_1")])).toMatchObject({
    stored: complete("rep_1"),
  });
});

test("a turn that was taken and given back while it is looked for is told the reply that it has now", async () => {
  const now = { live: ["rep_2"] };
  expect(await sentAgain([streaming("rep_1"), streaming("rep_2")], now)).toMatchObject({
    live: { id: "rep_2" },
  });
  const steps = [streaming("rep_1"), unanswered("rep_1"), streaming("rep_2")];
  expect(await sentAgain(steps, { ...now, holders: ["agent"] })).toMatchObject({ live: { id: "rep_2" } });
  expect(await sentAgain([streaming("rep_1"), streaming("rep_2")])).toBe("resume_unavailable");
});

test("a turn that is left to a person says who has the chat, even if that is the agent again", async () => {
  for (const holder of ["person", "waiting", "agent"])
    expect(await sentAgain([unanswered("rep_1")], { holders: [holder] })).toEqual({
      stored: unanswered("rep_1"),
      holding: { holder },
    });
});

test("a chat that was erased just then has no reply, and the message may be sent again", async () => {
  expect(await sentAgain([undefined])).toBe("session_busy");
  expect(await sentAgain([streaming("rep_1"), undefined])).toBe("session_busy");
});
