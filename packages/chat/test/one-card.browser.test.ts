import { describe, expect, test } from "vitest";
import type { HandoffState, HistoryMessage } from "@servicechat/contract";
import { noChromium } from "../../../test/support/chromium.ts";
import type { Scene } from "../gallery/scene.ts";
import { openFakeChat } from "./open-fake-chat.ts";

const closed: HandoffState = { holder: "agent", open: false, opensAt: "2026-11-23T08:00:00.000Z" };
const common = { created_at: "2026-11-21T09:41:00.000Z", status: "complete" } as const;
const text = (content: string) => ({ content, parts: [{ type: "text", text: content }] as const });
/** Some answers. */
const answers = (count: number): readonly HistoryMessage[] =>
  Array.from({ length: count }, (_, at) => [
    { ...common, id: `msg_q${at}`, role: "user" as const, ...text(`Question ${at}`) },
    { ...common, id: `msg_a${at}`, role: "assistant" as const, ...text(`Answer ${at}`) },
  ]).flat();
const people: Partial<Scene> = {
  feedback: true,
  handoff: { button: true, open: true, email: true },
  heard: [{ type: "holder", data: { holder: "agent", at: "2026-11-21T09:41:00.000Z" } }],
  handoffState: closed,
};

/** The chat of a small phone, with so many answers. */
async function openPhone(count = 1) {
  const chat = await openFakeChat({ ...people, history: answers(count) });
  await chat.page.setViewportSize({ width: 390, height: 640 });
  // Only who has said something has a history.
  await chat.say("Hello");
  await chat.frame.locator(".reply:not(.live)").first().waitFor();
  const frame = await chat.reload();
  await frame
    .locator(".reply .thumb-down")
    .nth(count - 1)
    .waitFor();
  return {
    ...chat,
    frame,
    [Symbol.asyncDispose]: () => chat[Symbol.asyncDispose](),
    comment: frame.locator("form.comment"),
    away: frame.locator(".handoff-bar", { hasText: "Nobody is available right now." }),
    offer: frame.locator(".handoff-bar.slim", { hasText: "Would you rather talk to a person?" }),
    thumb: frame.getByRole("button", { name: "Not helpful" }),
    /** How many cards can be seen. */
    cards: async () =>
      (await frame.locator("form.comment:visible, .handoff-bar:not(.slim):visible").all()).length,
  };
}

describe.skipIf(noChromium)(`cards above the composer${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("the question why is the only card: a person is offered in one line below it, and asked for instead of it", async () => {
    await using chat = await openPhone();
    await chat.thumb.click();
    await chat.comment.waitFor();
    await chat.offer.waitFor();
    expect(await chat.cards()).toBe(1);
    const box = await chat.offer.boundingBox();
    const asked = await chat.comment.boundingBox();
    expect(box?.height).toBeLessThan(44);
    expect(box?.y).toBeGreaterThanOrEqual((asked?.y ?? 0) + (asked?.height ?? 0));

    await chat.offer.getByRole("button", { name: "Yes" }).click();
    await chat.away.waitFor();
    await chat.comment.waitFor({ state: "detached" });
    expect(await chat.cards()).toBe(1);
    expect(await chat.offer.count()).toBe(0);
  });

  test("the question why covers the form for an address, which is as it was afterwards", async () => {
    await using chat = await openPhone();
    await chat.frame.getByRole("button", { name: "Talk to a person" }).click();
    const field = chat.frame.getByLabel("Leave your email address");
    await field.fill("ada@");
    await chat.thumb.click();
    await chat.comment.waitFor();
    await chat.away.waitFor({ state: "hidden" });
    expect(await chat.cards()).toBe(1);
    await chat.page.keyboard.type("Too short");
    await chat.page.keyboard.press("Escape");
    await chat.away.waitFor();
    expect(await field.inputValue()).toBe("ada@");
    expect(await chat.cards()).toBe(1);

    // What was written about the answer is there again, too.
    await chat.thumb.click();
    await expect.poll(() => chat.thumb.getAttribute("aria-pressed")).toBe("false");
    await chat.thumb.click();
    await chat.comment.waitFor();
    expect(await chat.comment.locator("textarea").inputValue()).toBe("Too short");
    await chat.comment.getByRole("button", { name: "Send" }).click();
    await chat.comment.waitFor({ state: "detached" });
    await chat.away.waitFor();
    expect(chat.rated.at(-1)).toMatchObject({ rating: "down", comment: "Too short" });
  });

  test("the question why is gone once the visitor writes on, who stays in the composer", async () => {
    await using chat = await openPhone();
    await chat.thumb.click();
    await chat.comment.waitFor();
    await chat.frame.fill(".composer textarea", "Something else");
    await chat.frame.press(".composer textarea", "Enter");
    await chat.comment.waitFor({ state: "detached" });
    await expect.poll(() => chat.frame.locator(".reply:not(.live)").count()).toBe(2);
    expect(await chat.frame.evaluate("document.activeElement.closest('.composer') !== null")).toBe(true);
  });

  test("of two answers, one at a time is asked about", async () => {
    await using chat = await openPhone(2);
    await chat.thumb.nth(1).click();
    await chat.comment.waitFor();
    await chat.thumb.nth(0).press("Enter");
    await chat.frame.locator(".reply").nth(0).locator("form.comment").waitFor();
    expect(await chat.comment.count()).toBe(1);
  });
});
