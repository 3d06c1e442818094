import type { StreamEvent } from "@servicechat/contract";
import { describe, expect, test } from "vitest";
import { noChromium } from "../../../test/support/chromium.ts";
import { done, said } from "../gallery/recordings.ts";
import { openFakeChat } from "./open-fake-chat.ts";

const ended = (ending: "length" | "filtered"): StreamEvent => ({ type: "done", data: { ending } });

describe.skipIf(noChromium)(`answers that ended early${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("one that reached its length says so at once, and a click asks for the rest", async () => {
    await using chat = await openFakeChat({
      reply: [...said("You can return any item, and"), ended("length")],
    });
    const { frame, posted } = chat;
    await chat.say("How do returns work?");
    await frame.getByText("This answer reached its length limit.").waitFor();

    chat.change({ reply: [...said("The label is free."), done] });
    await frame.getByRole("button", { name: "Continue" }).press("Enter");
    await frame.getByText("The label is free.", { exact: true }).waitFor();

    expect(posted[1]?.messages).toEqual([{ type: "text", block: { value: "Continue" } }]);
    await expect.poll(() => frame.getByRole("button", { name: "Continue" }).count()).toBe(0);
    expect(await frame.evaluate("document.activeElement.localName")).toBe("textarea");
  });

  test("one that a filter ended says so, and offers nothing that would end the same way", async () => {
    await using chat = await openFakeChat({ reply: [...said("You can return"), ended("filtered")] });
    const { frame } = chat;
    await chat.say("How do returns work?");
    await frame.getByText("This answer was ended by a content filter. Try asking in other words.").waitFor();
    expect(await frame.getByRole("button", { name: "Continue" }).count()).toBe(0);
  });
});
