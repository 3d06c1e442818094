import { describe, expect, test } from "vitest";
import type { Frame } from "playwright-core";
import type { ChatEventView, HistoryMessage } from "@servicechat/contract";
import { noChromium } from "../../../test/support/chromium.ts";
import { openFakeChat } from "./open-fake-chat.ts";

const own = "You're chatting with an AI. It can make mistakes.";
const common = { created_at: "2026-11-21T09:41:00.000Z", status: "complete" } as const;
const text = (content: string) => ({ content, parts: [{ type: "text", text: content }] as const });
const asked: HistoryMessage = {
  ...common,
  id: "msg_q",
  role: "user",
  author: "visitor",
  ...text("Where is it?"),
};
const reply = (id: string, content: string): HistoryMessage => ({
  ...common,
  id,
  role: "assistant",
  author: "ai",
  ...text(content),
});
const person: HistoryMessage = {
  ...common,
  id: "msg_p",
  role: "assistant",
  author: "person",
  by: { kind: "person", name: "Maren" },
  ...text("With your neighbour."),
};
const joined: ChatEventView = { type: "joined", name: "Maren", at: common.created_at, after: "msg_a" };
const left: ChatEventView = { type: "handed_back", name: "Maren", at: common.created_at, after: "msg_p" };

const tree = (frame: Frame): Promise<string> => frame.locator("main").ariaSnapshot();

describe.skipIf(noChromium)(`the notice that an AI answers${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("stands before the input field until the first message, and then in the chat's details", async () => {
    await using chat = await openFakeChat();
    const { frame } = chat;
    await frame.getByText(own).waitFor();
    const nodes = await tree(frame);
    expect(nodes.indexOf(own)).toBeGreaterThan(-1);
    expect(nodes.indexOf(own)).toBeLessThan(nodes.indexOf('textbox "Your message"'));
    expect(await frame.getByRole("textbox").getAttribute("aria-describedby")).toBe("ai-notice");

    await chat.say("hello");
    await frame.locator(".reply:not(.live)").waitFor();
    expect(await frame.getByText(own).count()).toBe(0);
    await frame.getByRole("button", { name: "Chat menu" }).click();
    await frame.getByRole("menuitem", { name: "About this chat" }).click();
    await frame.getByRole("dialog", { name: "About this chat" }).getByText(own).waitFor();
    await frame.getByRole("button", { name: "Back to the chat" }).click();
    await expect.poll(() => frame.getByRole("dialog").count()).toBe(0);
  });

  test("is the chat's own sentence in each of the twelve languages", async () => {
    await using chat = await openFakeChat();
    const { frame, page } = chat;
    const sentences = new Set<string>();
    for (const lang of ["en", "de", "fr", "es", "pt", "it", "nl", "pl", "tr", "ja", "zh", "ar"]) {
      await page.evaluate(`port.postMessage({ type: "locale", lang: "${lang}" })`);
      await expect.poll(() => frame.evaluate("document.documentElement.lang.slice(0, 2)")).toBe(lang);
      sentences.add((await frame.locator(".ai-notice").textContent()) ?? "");
    }
    expect(sentences.size).toBe(12);
  });

  test("is the operator's, with a link, in the visitor's language; the chat's own where the operator has none", async () => {
    const link = "https://shop.example/ai";
    await using chat = await openFakeChat({ notice: { text: { de: "Robo antwortet." }, link }, lang: "de" });
    const { frame, page } = chat;
    await frame.getByText("Robo antwortet.").waitFor();
    const anchor = frame.getByRole("link", { name: "Mehr erfahren" });
    expect(await anchor.getAttribute("href")).toBe(link);
    expect(await anchor.getAttribute("rel")).toContain("noopener");
    await page.evaluate(`port.postMessage({ type: "locale", lang: "en" })`);
    await frame.getByText(own).waitFor();
  });

  test("is nowhere if the operator has switched it off", async () => {
    await using chat = await openFakeChat({ notice: null });
    const { frame } = chat;
    await chat.say("hello");
    await frame.locator(".reply:not(.live)").waitFor();
    await frame.getByRole("button", { name: "Chat menu" }).click();
    await frame.getByRole("menuitem", { name: "New chat" }).waitFor();
    expect(await frame.getByRole("menuitem", { name: "About this chat" }).count()).toBe(0);
  });
});

describe.skipIf(noChromium)(`the author of each message${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("is always said to screen readers, and shown where it changes", async () => {
    await using chat = await openFakeChat({
      handoff: { button: false, open: true },
      history: [
        asked,
        reply("msg_a", "On its way."),
        person,
        { ...asked, id: "msg_q2" },
        reply("msg_b", "Good."),
      ],
      events: [joined, left],
    });
    await chat.say("hello"); // a chat is stored, and read again after the reload
    await chat.frame.locator(".reply:not(.live)").waitFor();
    const frame = await chat.reload();
    await frame.getByText("With your neighbour.").waitFor();
    await frame.getByText("Good.").waitFor();
    const nodes = await tree(frame);
    expect(nodes.match(/\w+(?: \w+)? \((?:AI|Person)\) said:/g)).toEqual([
      "Acme Support (AI) said:",
      "Maren (Person) said:",
      "Acme Support (AI) said:",
    ]);
    expect(await frame.locator(".person-name > span").allTextContents()).toEqual(["M", "Maren · Person"]);
    expect(await frame.locator(".reply .author").allTextContents()).toEqual(["Acme Support · AI"]);
  });
});
