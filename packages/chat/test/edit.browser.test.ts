import type { HistoryMessage } from "@servicechat/contract";
import type { Frame } from "playwright-core";
import { describe, expect, test } from "vitest";
import { asking, done, said, whichOrder } from "../gallery/recordings.ts";
import { longHistory } from "./fake-answers.ts";
import { openFakeChat, type FakeChat } from "./open-fake-chat.ts";

const promptOf = (frame: Frame) => frame.locator(".composer textarea");
const edit = (frame: Frame) => frame.getByRole("button", { name: "Edit message" });
const valueOf = (frame: Frame) => promptOf(frame).inputValue();
const focused = (frame: Frame) => frame.evaluate("document.activeElement.ariaLabel");

/** Sends a message, waits for the whole answer, and then for the message's tools. */
async function sayAndHear(chat: FakeChat, text: string): Promise<void> {
  const { frame } = chat;
  await chat.say(text);
  await frame.locator(".bubble", { hasText: text }).waitFor();
  await frame.waitForSelector(".reply:not(.live)");
  await edit(frame).waitFor();
}

/** A history from the service, which the fake one does not create. */
function told(...said: readonly (readonly [text: string, replaced?: true])[]): HistoryMessage[] {
  return longHistory(said.length).map((message, index) => {
    const [text, replaced] = said[Math.floor(index / 2)] ?? [""];
    const words = message.role === "user" ? text : `About: ${text}`;
    const parts = [{ type: "text", text: words }] as const;
    return { ...message, content: words, parts, ...(replaced && { replaced }) };
  });
}

/** Returns to a chat that the service knows. */
async function comeBack(history: readonly HistoryMessage[]) {
  const chat = await openFakeChat();
  await chat.say("Hello");
  await chat.frame.waitForSelector(".reply:not(.live)");
  chat.change({ history });
  return Object.assign(chat, { frame: await chat.reload() });
}

describe("the visitor's last message", () => {
  test("is edited in the composer, the draft waits, and the earlier version collapses into a line", async () => {
    await using chat = await comeBack(told(["First"], ["Where is order 1042?"]));
    const { frame, page, posted } = chat;
    await edit(frame).waitFor();
    expect(await edit(frame).count()).toBe(1);
    await promptOf(frame).fill("A draft");

    await edit(frame).press("Enter");
    await frame.getByText("Editing your last message").waitFor();
    expect(await valueOf(frame)).toBe("Where is order 1042?");
    await expect.poll(() => focused(frame)).toBe("Your message");
    expect(await promptOf(frame).getAttribute("aria-describedby")).toBe("editing");

    await promptOf(frame).fill("thrown away");
    await page.keyboard.press("Escape");
    expect(await valueOf(frame)).toBe("A draft");
    expect(await frame.locator(".edit-bar").count()).toBe(0);
    expect(await page.evaluate("window.heard.filter(({ type }) => type === 'close')")).toEqual([]);

    await edit(frame).click();
    await frame.getByRole("button", { name: "Cancel editing" }).click();
    expect(await valueOf(frame)).toBe("A draft");
    expect(await focused(frame)).toBe("Edit message");

    await edit(frame).click();
    await promptOf(frame).fill("Where is order 1043?");
    await promptOf(frame).press("Enter");
    await frame.locator(".bubble", { hasText: "1043" }).waitFor();
    expect(await valueOf(frame)).toBe("A draft");
    await expect
      .poll(() => posted.at(-1))
      .toEqual({
        token: expect.any(String),
        messages: [{ type: "text", block: { value: "Where is order 1043?" } }],
        replaces: "msg_u1",
      });
    await frame.waitForSelector(".reply:not(.live)");
    expect(await frame.getByText("1042").count()).toBe(0);

    const line = frame.getByRole("button", { name: "1 earlier version" });
    expect(await line.getAttribute("aria-expanded")).toBe("false");
    await line.click();
    await frame.locator(".earlier-versions .bubble", { hasText: "1042" }).waitFor();
    await frame.locator(".earlier-versions .reply", { hasText: "About: Where is order 1042?" }).waitFor();
    await line.press("Enter");
    expect(await frame.getByText("1042").count()).toBe(0);
  });

  test("is in the composer at once, with the cursor at its end: no typed text is lost, and the cursor does not jump", async () => {
    await using chat = await openFakeChat();
    const { frame } = chat;
    await sayAndHear(chat, "Where is order 1042?");
    const cursor = await frame.evaluate(`new Promise((done) => {
      const composer = document.querySelector(".composer textarea");
      new MutationObserver((_, observer) => {
        if (!document.querySelector(".edit-bar")) return;
        observer.disconnect();
        done([document.activeElement === composer, composer.value, composer.selectionStart]);
      }).observe(document.body, { subtree: true, childList: true });
      document.querySelector(".edit").focus();
      document.activeElement.click();
    })`);
    expect(cursor).toEqual([true, "Where is order 1042?", "Where is order 1042?".length]);
  });

  test("that was sent here is found in the history, by the answer to it; the up arrow in an empty composer edits it", async () => {
    await using chat = await openFakeChat({ feedback: true });
    const { frame, page, posted, asked } = chat;
    await sayAndHear(chat, "One");
    await promptOf(frame).press("ArrowUp");
    expect(await valueOf(frame)).toBe("One");
    await page.keyboard.press("Escape");
    await promptOf(frame).fill("Not empty");
    await promptOf(frame).press("ArrowUp");
    expect(await valueOf(frame)).toBe("Not empty");
    await promptOf(frame).fill("");
    await promptOf(frame).press("ArrowUp");

    const [rated] = await heardReplies(chat);
    const [question, answer] = told(["One"]);
    if (!question || !answer) throw new Error("no history");
    chat.change({ history: [question, { ...answer, id: rated ?? "" }] });
    await promptOf(frame).fill("Two");
    await promptOf(frame).press("Enter");
    await frame.locator(".bubble", { hasText: "Two" }).waitFor();
    await frame.waitForSelector(".reply:not(.live)");
    // Once to find it, and once to verify that it has been replaced.
    await expect.poll(() => asked.filter((path) => path.endsWith("/history")).length).toBe(2);
    expect(posted.at(-1)?.replaces).toBe("msg_u0");
    expect(posted).toHaveLength(2);

    // The list of past chats shows the chat's new first message.
    await page.evaluate("port.postMessage({ type: 'new-chat' })");
    await frame.getByRole("button", { name: "Chat menu" }).click();
    await frame.getByRole("menuitem", { name: "Past chats" }).click();
    await frame.locator(".past-title").waitFor();
    expect(await frame.locator(".past-title").allTextContents()).toEqual(["Two"]);
  });

  test("cannot be edited while an answer is in progress, nor if it answered a question", async () => {
    const reply = [...said("Which one?"), asking(whichOrder), done];
    const isTried = Promise.withResolvers<void>();
    await using chat = await openFakeChat({ reply: [...said("A while"), isTried.promise, done] });
    const { frame } = chat;
    await chat.say("Slow");
    await frame.waitForSelector(".reply.live .markdown");
    await promptOf(frame).press("ArrowUp");
    expect(await edit(frame).count()).toBe(0);
    expect(await valueOf(frame)).toBe("");
    isTried.resolve();
    await edit(frame).waitFor();

    chat.change({ reply, replyToAnswer: [...said("Thank you."), done] });
    await chat.say("Ask me");
    await frame.locator(".question label").first().click();
    await frame.getByRole("button", { name: "Send answer" }).click();
    await frame.getByText("Thank you.", { exact: true }).waitFor();
    await frame.waitForSelector(".reply:not(.live)");
    await promptOf(frame).press("ArrowUp");
    expect(await edit(frame).count()).toBe(0);
    expect(await valueOf(frame)).toBe("");
  });

  test("that can no longer be edited remains unchanged; the typed text stays, and is sent as a new message", async () => {
    const history = told(["First"], ["Second"]);
    await using chat = await comeBack(history);
    const { frame, posted } = chat;
    const refuse = { path: "/chat-bot/", status: 409, code: "not_replaceable", detail: "Too late." };
    await promptOf(frame).fill("A draft");
    await edit(frame).click();
    await promptOf(frame).fill("Second, otherwise");
    chat.change({ refuse, history: told(["First"], ["Second"], ["From another tab"]) });
    await promptOf(frame).press("Enter");

    const alert = frame.getByRole("alert");
    await alert.waitFor();
    expect(await alert.textContent()).toContain("can't be changed");
    await frame.locator(".bubble", { hasText: "From another tab" }).waitFor();
    await frame.locator(".bubble", { hasText: /Second$/ }).waitFor();
    expect(await frame.locator(".unfold").count()).toBe(0);
    expect(await frame.locator(".error-bar").count()).toBe(0);
    expect(await valueOf(frame)).toBe("Second, otherwise");

    chat.change({ refuse: undefined });
    await promptOf(frame).press("Enter");
    await frame.locator(".bubble", { hasText: "Second, otherwise" }).waitFor();
    expect(posted.at(-1)).not.toHaveProperty("replaces");
    expect(await valueOf(frame)).toBe("A draft");
  });

  test("cannot be edited once the page has sent something after it, and the service may have that", async () => {
    await using chat = await comeBack(told(["First"]));
    const { frame, page, posted } = chat;
    await edit(frame).click();
    await frame.getByText("Editing your last message").waitFor();
    chat.change({ cut: ["/chat-bot/"] });
    await page.evaluate("port.postMessage({ type: 'send', text: 'From the page' })");
    await frame.getByText("Connection lost. Reconnecting…").waitFor();
    await frame.getByRole("button", { name: "Stop answering" }).click();
    const before = posted.length;
    await frame.getByText("Editing your last message").waitFor();
    await promptOf(frame).fill("First, otherwise");
    await promptOf(frame).press("Enter");
    expect(await frame.getByRole("alert").textContent()).toContain("can't be changed");
    await frame.locator(".bubble", { hasText: "From the page" }).waitFor();
    await frame.locator(".bubble", { hasText: /First$/ }).waitFor();
    expect(await valueOf(frame)).toBe("First, otherwise");
    expect(posted).toHaveLength(before);
  });

  test("that was refused for another reason is shown as refused, beside the old one, and can be edited again", async () => {
    await using chat = await comeBack(told(["First"]));
    const { frame, posted } = chat;
    const detail = "This chat has reached its hourly message limit.";
    const refuse = { path: "/chat-bot/", status: 429, code: "session_messages_used_up", detail };
    await edit(frame).click();
    await promptOf(frame).fill("Otherwise");
    chat.change({ refuse });
    await promptOf(frame).press("Enter");
    await frame.locator(".error-bar", { hasText: detail }).waitFor();
    await frame.locator(".bubble", { hasText: "First" }).waitFor();
    await frame.locator(".bubble", { hasText: "Otherwise" }).waitFor();

    chat.change({ refuse: undefined });
    await edit(frame).click();
    expect(await valueOf(frame)).toBe("Otherwise");
    await promptOf(frame).fill("Once more");
    await promptOf(frame).press("Enter");
    await frame.locator(".bubble", { hasText: "Once more" }).waitFor();
    await frame.waitForSelector(".reply:not(.live)");
    expect(posted.at(-1)?.replaces).toBe("msg_u0");
    expect(await frame.getByText("Otherwise").count()).toBe(0);
    await frame.getByRole("button", { name: "1 earlier version" }).click();
    await frame.locator(".earlier-versions .bubble", { hasText: "First" }).waitFor();
  });

  test("keeps its files, which can be removed while it is edited", async () => {
    const uploads = { types: ["text/plain"], maxBytes: 1_000_000 };
    const [first] = told(["note.txt"]);
    if (!first) throw new Error("no history");
    const file = {
      type: "file",
      uploadId: "upl_1",
      name: "note.txt",
      mediaType: "text/plain",
      size: 5,
    } as const;
    const history = [{ ...first, parts: [file] }, ...told(["What is in it?"])].map((message, index) => ({
      ...message,
      id: `msg_${index}`,
    }));
    const chat = await openFakeChat({ uploads });
    await using _chat = chat;
    await chat.say("Hello");
    await chat.frame.waitForSelector(".reply:not(.live)");
    chat.change({ history });
    const frame = await chat.reload();
    const chip = frame.locator(".chip", { hasText: "note.txt" });

    await edit(frame).click();
    await chip.waitFor();
    await chip.getByRole("button", { name: "Remove note.txt" }).click();
    expect(await chip.count()).toBe(0);
    await promptOf(frame).press("Escape");
    await edit(frame).click();
    await chip.waitFor();
    await promptOf(frame).press("Enter");
    await expect.poll(() => chat.posted.at(-1)?.replaces).toBe("msg_1");
    expect(chat.posted.at(-1)?.messages).toEqual([
      { type: "file", block: { uploadId: "upl_1" } },
      { type: "text", block: { value: "What is in it?" } },
    ]);
  });
});

/** The ids by which history would know the answers on screen: the fake service invents them. */
async function heardReplies({ frame, rated }: FakeChat): Promise<readonly string[]> {
  await frame.getByRole("button", { name: "Helpful", exact: true }).first().click();
  await expect.poll(() => rated.length).toBe(1);
  return rated.map(({ messageId }) => messageId);
}
