import { describe, expect, test } from "vitest";
import { noChromium } from "../../../test/support/chromium.ts";
import { longHistory } from "./fake-answers.ts";
import { openFakeChat } from "./open-fake-chat.ts";

const lines = Array.from({ length: 60 }, (_, index) => `Line ${index} of a long answer.`).join("\n\n");

describe.skipIf(noChromium)(`a long press${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("on an earlier answer shows its tools by the finger, and a finger that scrolls or a mouse does not", async () => {
    const [question, answer] = longHistory(1);
    if (!question || !answer) throw new Error("There is no history.");
    const long = { ...answer, content: lines, parts: [{ type: "text" as const, text: lines }] };
    await using chat = await openFakeChat({ history: [question, long, ...longHistory(3).slice(2)] });
    await chat.say("Hello");
    await chat.frame.locator(".reply:not(.live)").waitFor();
    const frame = await chat.reload();
    await frame.getByRole("button", { name: "Chat menu" }).waitFor();
    await frame.locator(".tools.last button").first().waitFor();
    // The long answer begins in view, and ends far below it.
    await frame.evaluate(`(() => {
      const scroller = document.querySelector(".scroller");
      scroller.dispatchEvent(new Event("wheel"));
      scroller.scrollTo(0, 0);
    })()`);
    const finger = (type: string, text: string, more: string) =>
      frame.evaluate(`(() => {
        const found = [...document.querySelectorAll(".markdown p, .bubble")]
          .find((each) => each.textContent.includes(${JSON.stringify(text)}));
        const { left, top } = found.getBoundingClientRect();
        const place = { clientX: left + 9, clientY: top + 9, bubbles: true, isPrimary: true };
        found.dispatchEvent(new PointerEvent("${type}", { ...place, ...${more} }));
        return top;
      })()`) as Promise<number>;
    const touch = '{ pointerType: "touch" }';

    // Neither of these is one, as is seen when a later one has had its effect.
    await finger("pointerdown", "Line 2 of", '{ pointerType: "mouse" }');
    await finger("pointerdown", "Question number 1:", touch);
    await finger("pointermove", "Line 4 of", touch);
    const top = await finger("pointerdown", "Line 8 of", touch);
    await expect.poll(() => frame.evaluate("document.activeElement.textContent")).toContain("Line 8 of");
    const tools = (value: string) => frame.evaluate(`(row => ${value})(document.querySelector(".tools"))`);
    await expect.poll(() => tools("getComputedStyle(row).opacity")).toBe("1");
    expect(Math.abs(Number(await tools("row.getBoundingClientRect().top")) - top)).toBeLessThan(100);
    await finger("pointerup", "Line 8 of", touch);

    // It returns to its place when something else has the focus.
    await frame.locator(".composer textarea").focus();
    await expect.poll(() => tools("row.style.insetBlockStart")).toBe("");
  });
});
