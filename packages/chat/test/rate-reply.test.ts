import type { PostedFeedback } from "@servicechat/contract";
import { describe, expect, test } from "vitest";
import type { ReplyEntry } from "../src/conversation/conversation.ts";
import { createRatings } from "../src/message-tools/create-ratings.ts";
import { offline } from "./script-chat.ts";

const up = { rating: "up" } as const;
const down = { rating: "down" } as const;

/** A separate reply, and a service that saves or loses each rating when the test says so. */
function rated(feedback?: ReplyEntry["feedback"]) {
  const key = `msg_${crypto.randomUUID()}`;
  const reply: ReplyEntry = {
    from: "agent",
    key,
    status: "complete",
    parts: [],
    ...(feedback && { feedback }),
  };
  const asked: { readonly posted: PostedFeedback; readonly end: (error?: Error) => void }[] = [];
  const rate = (posted: PostedFeedback): Promise<void> =>
    new Promise((resolve, reject) => {
      asked.push({ posted, end: (error) => (error ? reject(error) : resolve()) });
    });
  const of = createRatings({ rate });
  const press = (pressed: ReplyEntry["feedback"] | null) =>
    of.rate(reply, pressed ?? null).then(String, () => "lost");
  return {
    reply,
    asked,
    press,
    feedbackOf: of.feedbackOf,
    ratings: () => asked.map(({ posted }) => posted.rating),
  };
}

describe("ratings of a reply in quick succession", () => {
  test("reach the service in that order, and the last counts on screen and there", async () => {
    const { reply, asked, press, ratings, feedbackOf } = rated();
    const presses = [press(up)];
    await expect.poll(ratings).toEqual(["up"]);
    presses.push(press(down), press(null), press(down));
    expect(feedbackOf(reply)).toEqual(down);
    asked[0]?.end();
    await expect.poll(ratings).toEqual(["up", "down"]);
    asked[1]?.end();
    expect(await Promise.all(presses)).toEqual(["false", "false", "false", "true"]);
    expect(feedbackOf(reply)).toEqual(down);
  });

  test("are not undone by a failure of an earlier one", async () => {
    const { reply, asked, press, feedbackOf } = rated();
    const presses = [press(up)];
    await expect.poll(() => asked.length).toBe(1);
    presses.push(press(down));
    asked[0]?.end(offline);
    await expect.poll(() => asked.length).toBe(2);
    expect(feedbackOf(reply)).toEqual(down);
    asked[1]?.end();
    expect(await Promise.all(presses)).toEqual(["false", "true"]);
    expect(feedbackOf(reply)).toEqual(down);
  });

  test("return to the service's rating if the last one is lost too", async () => {
    const { reply, asked, press, feedbackOf } = rated(up);
    const presses = [press(down)];
    await expect.poll(() => asked.length).toBe(1);
    presses.push(press(null));
    asked[0]?.end(offline);
    await expect.poll(() => asked.length).toBe(2);
    asked[1]?.end(offline);
    expect(await Promise.all(presses)).toEqual(["false", "lost"]);
    expect(feedbackOf(reply)).toEqual(up);

    const kept = press(down);
    await expect.poll(() => asked.length).toBe(3);
    asked[2]?.end();
    expect(await kept).toBe("true");
    const lost = press(up);
    await expect.poll(() => asked.length).toBe(4);
    asked[3]?.end(offline);
    expect(await lost).toBe("lost");
    expect(feedbackOf(reply)).toEqual(down);
  });
});
