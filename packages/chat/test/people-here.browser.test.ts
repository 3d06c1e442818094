import { describe, expect, test } from "vitest";
import { noChromium } from "../../../test/support/chromium.ts";
import { openFakeChat } from "./open-fake-chat.ts";

const starters = ["Where is my order?"];
const handoff = { button: true, open: true };

describe.skipIf(noChromium)(`who is there to answer${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("is below the welcome, three people at most, and moves nothing when it appears", async () => {
    const people = ["Maren", "<b>Ada</b>", "Jonas", "Zoe"];
    await using chat = await openFakeChat({ starters, handoff: { ...handoff, people } });
    const here = chat.frame.locator(".people-here");
    await here.waitFor();
    expect(await here.locator("p > span").textContent()).toBe("Maren, <b>Ada</b>, Jonas");
    expect(await here.locator(".person-mark").allTextContents()).toEqual(["M", "<", "J"]);
    expect(await here.getByText("Usually answers at once").count()).toBe(1);
    // It is the last of the welcome, which is aligned at its top.
    expect(await chat.frame.locator(".welcome > :last-child").getAttribute("class")).toBe("people-here");
    const top = "document.querySelector('.welcome .starter').getBoundingClientRect().top";
    const withPeople = await chat.frame.evaluate(top);
    await here.evaluate((element: { remove(): void }) => element.remove());
    expect(await chat.frame.evaluate(top)).toBe(withPeople);
  });

  test("is not said where nobody is", async () => {
    await using chat = await openFakeChat({ starters, handoff });
    await chat.frame.getByRole("button", { name: "Talk to a person" }).waitFor();
    expect(await chat.frame.locator(".people-here").count()).toBe(0);
    expect(await chat.frame.getByText("Usually answers at once").count()).toBe(0);
  });
});
