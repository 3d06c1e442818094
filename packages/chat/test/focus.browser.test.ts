import type { HistoryMessage } from "@servicechat/contract";
import { describe, expect, test } from "vitest";
import { noChromium } from "../../../test/support/chromium.ts";
import { untilTrue } from "../../../test/support/until-true.ts";
import { done } from "../gallery/recordings.ts";
import { openFakeChat } from "./open-fake-chat.ts";

describe.skipIf(noChromium)(`the keyboard focus${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("is the composer after a form was left, and the control that asked after a dialog was", async () => {
    await using chat = await openFakeChat();
    const { frame } = chat;
    const focused = () =>
      frame.evaluate("document.activeElement.localName + document.activeElement.textContent");
    await frame.getByRole("button", { name: "Track an order" }).click();
    await frame.getByRole("form").getByRole("button", { name: "Cancel" }).press("Enter");
    expect(await focused()).toBe("textarea");
    await frame.getByRole("button", { name: "Empty my cart" }).press("Enter");
    await frame.getByRole("dialog").getByRole("button", { name: "Cancel" }).press("Enter");
    await frame.getByRole("dialog").waitFor({ state: "detached" });
    expect(await focused()).toContain("Empty my cart");
  });

  test("is the composer if the focused control disappears and nothing else takes its place", async () => {
    const refuse = { path: "/chat-bot/images/img_1", status: 404, code: "not_found", detail: "Gone." };
    await using chat = await openFakeChat({ refuse });
    const { frame } = chat;
    await frame.getByRole("status").waitFor({ state: "attached" });
    const isInPrompt = "document.activeElement.localName === 'textarea'";
    await chat.say("Picture of a lamp");
    const retry = frame.locator("figure.image").getByRole("button", { name: "Retry" });
    await retry.press("Enter");
    await untilTrue(frame, isInPrompt);

    chat.change({ reply: [{ type: "text", data: "A line.\n\n".repeat(100) }, done] });
    await chat.say("Everything?");
    const toEnd = frame.getByRole("button", { name: "Jump to latest" });
    await toEnd.press("Enter");
    await toEnd.waitFor({ state: "detached" });
    await untilTrue(frame, isInPrompt);
  });

  test("is nowhere after a click on text, whose selection survives if the focused control disappears", async () => {
    const refuse = { path: "/chat-bot/images/img_1", status: 404, code: "not_found", detail: "Gone." };
    await using chat = await openFakeChat({ refuse });
    const { frame } = chat;
    await frame.getByRole("status").waitFor({ state: "attached" });
    await chat.say("Picture of a lamp");
    const retry = frame.locator("figure.image").getByRole("button", { name: "Retry" });
    await retry.focus();
    await frame.getByRole("heading", { name: "Acme" }).dblclick({ position: { x: 12, y: 8 } });
    await frame.evaluate("document.querySelector('figure.image button').click()");
    await retry.waitFor({ state: "detached" });
    expect(await frame.evaluate("[document.activeElement.localName, String(getSelection()).trim()]")).toEqual(
      ["body", expect.stringMatching(/^\w+$/)],
    );
  });

  test("stays on a control that is busy, such as the one that erases", async () => {
    const refuse = { path: "/chat-bot/session", status: 500, code: "internal", detail: "", retryable: true };
    await using chat = await openFakeChat({ refuse });
    const { frame } = chat;
    await chat.say("Hello");
    await frame.locator(".reply:not(.live)").waitFor();
    await frame.getByRole("button", { name: "Chat menu" }).press("Enter");
    await frame.getByRole("menuitem", { name: "Erase this chat" }).press("Enter");
    await frame.getByRole("button", { name: "Erase" }).press("Enter");
    await frame.getByRole("alert").waitFor();
    expect(await frame.evaluate("document.activeElement.textContent")).toBe("Erase");
  });

  test("is in a form, a dialog or a menu as soon as it is drawn, so that no key goes elsewhere", async () => {
    await using chat = await openFakeChat();
    const { frame } = chat;
    /** Whether it has the focus when it appears, before the browser has time for anything else. */
    const hasFocusAtOnce = (selector: string) =>
      frame.evaluate<boolean>(`new Promise((resolve) =>
        new MutationObserver((_, observer) => {
          const drawn = document.querySelector(${JSON.stringify(selector)});
          if (!drawn) return;
          observer.disconnect();
          resolve(drawn.contains(document.activeElement));
        }).observe(document, { childList: true, subtree: true }))`);
    const form = hasFocusAtOnce("form.filling");
    await frame.getByRole("button", { name: "Track an order" }).press("Enter");
    expect(await form).toBe(true);
    await frame.getByRole("form").getByRole("button", { name: "Cancel" }).press("Enter");
    const dialog = hasFocusAtOnce("dialog");
    await frame.getByRole("button", { name: "Empty my cart" }).press("Enter");
    expect(await dialog).toBe(true);
    await frame.getByRole("dialog").getByRole("button", { name: "Cancel" }).press("Enter");
    await chat.say("Hello");
    await frame.locator(".reply:not(.live)").waitFor();
    const menu = hasFocusAtOnce("[role=menu]");
    await frame.getByRole("button", { name: "Chat menu" }).press("Enter");
    expect(await menu).toBe(true);
  });
});

describe.skipIf(noChromium)(`in Safari${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("text typed while nothing has the focus goes to the composer, and Escape closes the chat then too", async () => {
    await using chat = await openFakeChat();
    const { frame, page } = chat;
    await frame.getByRole("status").waitFor({ state: "attached" });
    await frame.evaluate("document.activeElement.blur()");
    await page.keyboard.press("Control+a");
    expect(await frame.evaluate("document.activeElement.localName")).toBe("body");
    await page.keyboard.type("Hi");
    expect(await frame.locator(".composer textarea").inputValue()).toBe("Hi");
    await frame.evaluate("document.activeElement.blur()");
    await page.evaluate(`port.onmessage = ({ data }) => (window.told = data.type)`);
    await page.keyboard.press("Escape");
    await untilTrue(page, "window.told === 'close'");
  });

  test("where clicked buttons take no focus, menus work, and close when their button is clicked again", async () => {
    await using chat = await openFakeChat();
    const { frame } = chat;
    await frame.evaluate(`addEventListener("mousedown", (event) => {
      if (event.defaultPrevented || !event.target.closest("button")) return;
      event.preventDefault();
      document.activeElement.blur();
    })`);
    await chat.say("Hello");
    await frame.locator(".reply:not(.live)").waitFor();
    for (const [name, folded] of [
      ["Chat menu", "[role=menu]"],
      ["Available actions", ".offers"],
    ] as const) {
      const button = frame.getByRole("button", { name });
      await button.click();
      await frame.locator(folded).waitFor();
      await button.click();
      expect(await button.getAttribute("aria-expanded")).toBe("false");
      await frame.locator(folded).waitFor({ state: "detached" });
    }
    await frame.getByRole("button", { name: "Available actions" }).press("Enter");
    await frame.locator(".offers").getByRole("button", { name: "Track an order" }).click();
    await frame.getByRole("form", { name: "Track an order" }).waitFor();
    await frame.getByRole("button", { name: "Chat menu" }).click();
    await frame.getByRole("menuitem", { name: "New chat" }).click();
    await frame.locator(".said").waitFor({ state: "detached" });
    await frame.getByRole("button", { name: "Chat menu" }).waitFor();
  });
});

describe.skipIf(noChromium)(`a form that is being filled in${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("stays when the page or the visitor says something else, and after a reload, until it is sent or left", async () => {
    await using chat = await openFakeChat();
    const { frame, page } = chat;
    await frame.getByRole("button", { name: "Track an order" }).click();
    const field = frame.getByRole("form").getByLabel("Order number");
    await field.fill("A-10");
    await page.evaluate("port.postMessage({ type: 'send', text: 'From the page' })");
    await frame.locator(".reply:not(.live)").waitFor();
    expect(await field.inputValue()).toBe("A-10");
    await chat.say("Where do I find that number?");
    await frame.locator(".reply:not(.live)").nth(1).waitFor();
    expect(await field.inputValue()).toBe("A-10");

    const again = await chat.reload();
    const kept = again.getByRole("form").getByLabel("Order number");
    await kept.waitFor();
    expect(await kept.inputValue()).toBe("A-10");
    await again.getByRole("form").getByRole("button", { name: "Cancel" }).click();
    await kept.waitFor({ state: "detached" });
    const last = await chat.reload();
    await last.getByRole("button", { name: "Track an order" }).waitFor();
    expect(await last.getByRole("form").count()).toBe(0);
  });
});

describe.skipIf(noChromium)(`an answered question${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("may have the name of a built-in property", async () => {
    const history: HistoryMessage[] = [
      {
        id: "msg_1",
        role: "assistant",
        content: "",
        created_at: "2026-11-21T05:00:00.000Z",
        status: "complete",
        parts: [
          {
            type: "question",
            id: "q1",
            questions: [{ question: "constructor", header: "", options: [], multiSelect: false }],
            answer: { answers: {} },
          },
        ],
      },
    ];
    await using chat = await openFakeChat({ history });
    await chat.say("Hello");
    await chat.frame.locator(".reply:not(.live)").waitFor();
    const frame = await chat.reload();
    await frame.locator(".question.answered", { hasText: "constructor" }).locator(".skipped").waitFor();
  });
});
