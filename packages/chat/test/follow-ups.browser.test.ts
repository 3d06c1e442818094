import type { HistoryMessage } from "@servicechat/contract";
import type { Frame } from "playwright-core";
import { describe, expect, test } from "vitest";
import { noChromium } from "../../../test/support/chromium.ts";
import { done, nextQuestions, said } from "../gallery/recordings.ts";
import { openFakeChat } from "./open-fake-chat.ts";

const reply = [...said("Within **30 days**."), nextQuestions, done];
const plain = [...said("Five days."), done];
const chips = (frame: Frame) => frame.getByRole("list", { name: "Suggested questions" }).getByRole("button");
const focused = (frame: Frame) => frame.evaluate("document.activeElement.localName");

const told = (
  parts: HistoryMessage["parts"],
  status: HistoryMessage["status"] = "complete",
): HistoryMessage => ({
  id: "msg_a0",
  role: "assistant",
  content: "Within 30 days.",
  created_at: "2026-11-21T05:00:00.000Z",
  status,
  parts: [{ type: "text", text: "Within 30 days." }, ...parts],
});

describe.skipIf(noChromium)(`suggested questions${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("are below the newest answer only, and are sent as the visitor's own words when clicked", async () => {
    await using chat = await openFakeChat({ reply });
    const { frame, posted } = chat;
    await frame.fill(".composer textarea", "How do returns work?");
    await frame.press(".composer textarea", "Enter");
    await chips(frame).nth(2).waitFor();
    expect(await chips(frame).allTextContents()).toEqual(
      nextQuestions.type === "follow_ups" ? nextQuestions.data.questions : [],
    );

    await frame.fill(".composer textarea", "not sent yet");
    chat.change({ reply: plain });
    await chips(frame).first().press("Enter");
    await frame.getByText("Five days.", { exact: true }).waitFor();

    expect(posted[1]?.messages).toEqual([{ type: "text", block: { value: "How long do refunds take?" } }]);
    expect(await frame.locator(".said").last().textContent()).toContain("How long do refunds take?");
    await expect.poll(() => chips(frame).count()).toBe(0);
    expect(await focused(frame)).toBe("textarea");
    expect(await frame.inputValue(".composer textarea")).toBe("not sent yet");
  });

  test("disappear when the visitor writes something else, and while a form or a message is being edited; on a phone no keyboard opens", async () => {
    await using chat = await openFakeChat({ reply });
    const { frame } = chat;
    await chat.say("How do returns work?");
    await chips(frame).first().waitFor();

    await frame.getByRole("button", { name: "Available actions" }).click();
    await frame.getByRole("button", { name: "Track an order" }).click();
    await frame.locator("form.filling").waitFor();
    await expect.poll(() => chips(frame).count()).toBe(0);
    await frame.locator("form.filling").getByRole("button", { name: "Cancel" }).click();
    await chips(frame).first().waitFor();
    await frame.getByRole("button", { name: "Edit message" }).click();
    await expect.poll(() => chips(frame).count()).toBe(0);
    await frame.getByRole("button", { name: "Cancel editing" }).click();
    await chips(frame).first().waitFor();

    // If a keyboard would open at the bottom, the answer stays in view.
    await frame.evaluate("matchMedia = () => ({ matches: false })");
    await chips(frame).last().click();
    await expect.poll(() => chat.posted.length).toBe(2);
    await chips(frame).first().waitFor();
    expect(await focused(frame)).toBe("li");

    chat.change({ reply: plain });
    await chat.say("Something else");
    await frame.getByText("Five days.", { exact: true }).waitFor();
    await expect.poll(() => chips(frame).count()).toBe(0);
  });

  test("are there again after a reload; not below an answer that asks something, was cut off, or was never complete", async () => {
    const followUps = {
      type: "follow_ups",
      questions: ["How long?", "How much?", "Why?", "Too many?"],
    } as const;
    const question = {
      type: "question",
      id: "q1",
      questions: [{ question: "Which?", header: "", options: [], multiSelect: false }],
    } as const;
    await using chat = await openFakeChat({ history: [told([followUps])], reply });
    await chat.say("Hello"); // so that a session is stored
    await chips(chat.frame).first().waitFor();
    const frame = await chat.reload();
    await chips(frame).nth(2).waitFor();
    expect(await chips(frame).allTextContents()).toEqual(["How long?", "How much?", "Why?"]);

    for (const history of [
      [told([question, followUps])],
      [told([followUps], "stopped")],
      [told([followUps], "failed")],
      [told([followUps]), { ...told([]), id: "msg_a1" }],
    ]) {
      chat.change({ history });
      const again = await chat.reload();
      await again.getByRole("button", { name: "Copy answer" }).last().waitFor();
      expect(await chips(again).count()).toBe(0);
    }
  });
});
