import { describe, expect, test } from "vitest";
import { noChromium } from "../../../test/support/chromium.ts";
import { done, said } from "../gallery/recordings.ts";
import { openFakeChat } from "./open-fake-chat.ts";

/** Where the first and the last character of the answer's link begin, in pixels from the left. */
const ends = `(() => {
  const text = document.querySelector(".reply a").firstChild;
  return [0, text.data.length - 1].map((at) => {
    const range = document.createRange();
    range.setStart(text, at);
    range.setEnd(text, at + 1);
    return range.getBoundingClientRect().left;
  });
})()`;

describe.skipIf(noChromium)(`a link in an answer${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("keeps its own direction in a list of another language", async () => {
    const answer = "قد تساعدك هذه الأقسام:\n\n- [What is it?](https://shop.example/it)\\\n  It is a chat.";
    await using chat = await openFakeChat({ reply: [...said(answer), done] });
    await chat.say("ما هذا؟");
    await chat.frame.locator(".reply:not(.live) a").waitFor();
    const [first, last] = (await chat.frame.evaluate(ends)) as [number, number];
    expect(last).toBeGreaterThan(first);
  });
});
