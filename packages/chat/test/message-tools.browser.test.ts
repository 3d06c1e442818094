import { describe, expect, test } from "vitest";
import { citedAnswer, done, returnsAnswer, said } from "../gallery/recordings.ts";
import { longHistory } from "./fake-answers.ts";
import { openFakeChat } from "./open-fake-chat.ts";

describe("below an answer", () => {
  test("it can be copied, rated, commented on and rated differently", async () => {
    const isSeen = Promise.withResolvers<void>();
    const reply = [...said(returnsAnswer), isSeen.promise, done];
    await using chat = await openFakeChat({ feedback: true, reply });
    const { frame, page, rated } = chat;
    const button = (name: string) => frame.getByRole("button", { name, exact: true });
    const pressed = (name: string) => button(name).getAttribute("aria-pressed");
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);

    await chat.say("Can I return it?");
    await frame.waitForSelector(".reply.live .markdown");
    expect(await frame.locator(".tools").count()).toBe(0);
    isSeen.resolve();
    await frame.waitForSelector(".reply:not(.live)");

    await button("Copy answer").click();
    await frame.getByText("Copied", { exact: true }).waitFor({ state: "attached" });
    // The frame may write to the clipboard, but not read it.
    const copied = await page.evaluate<{ text: string; html: string }>(`(async () => {
      const [item] = await navigator.clipboard.read();
      const read = async (type) => (await item.getType(type)).text();
      return { text: await read("text/plain"), html: await read("text/html") };
    })()`);
    expect(copied.text).toMatch(/^You can return any item within 30 days of delivery\./);
    expect(copied.html).toContain("<strong>any item within 30 days</strong>");
    expect(copied.html).toContain('<a href="https://acme.example/orders">');
    expect(copied.html).toContain("const answer = await fetch(");
    expect(copied.html).not.toMatch(/<button|class=|Copy/);

    await button("Helpful").focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => rated.length).toBe(1);
    expect(await pressed("Helpful")).toBe("true");
    await frame.locator("[role=status]", { hasText: "Thank you." }).waitFor();
    await button("Helpful").press(" ");
    await expect.poll(() => rated.length).toBe(2);
    expect(await pressed("Helpful")).toBe("false");
    expect(await frame.getByText("Thank you.").count()).toBe(0);

    await button("Not helpful").click();
    await frame.getByLabel("What was wrong? (optional)").fill("It is\0 about\nanother order.");
    await frame.locator("form.comment").getByRole("button", { name: "Send" }).click();
    await expect.poll(() => rated.length).toBe(4);
    await frame.waitForSelector("form.comment", { state: "detached" });
    expect(await frame.evaluate("document.activeElement.ariaLabel")).toBe("Not helpful");

    const [up] = rated;
    expect(up?.messageId).toMatch(/^msg_[0-9a-f-]{36}$/);
    const { messageId } = up ?? { messageId: "" };
    expect(rated).toEqual([
      { messageId, rating: "up" },
      { messageId, rating: null },
      { messageId, rating: "down" },
      { messageId, rating: "down", comment: "It is about\nanother order." },
    ]);
    expect(chat.posted).toHaveLength(1);
  });

  test("it can be copied as Markdown from a menu, by keyboard, and its sources are links in every form", async () => {
    await using chat = await openFakeChat({ reply: citedAnswer });
    const { frame, page } = chat;
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const read = (type: string) =>
      page.evaluate<string | undefined>(`navigator.clipboard.read().then(async ([item]) =>
        item.types.includes("${type}") ? (await item.getType("${type}")).text() : undefined)`);
    await chat.say("Can I return it?");
    await frame.waitForSelector(".reply:not(.live) .sources");
    const more = frame.getByRole("button", { name: "More actions" });

    await more.focus();
    await page.keyboard.press("Enter");
    await frame.getByRole("menuitem", { name: "Copy as Markdown" }).waitFor();
    await page.keyboard.press("Escape");
    expect(await frame.getByRole("menu").count()).toBe(0);
    expect(await frame.evaluate("document.activeElement.ariaLabel")).toBe("More actions");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await frame.getByRole("status").getByText("Copied", { exact: true }).waitFor({ state: "attached" });
    expect(await frame.evaluate("document.activeElement.ariaLabel")).toBe("More actions");
    const markdown = (await read("text/plain")) ?? "";
    expect(await read("text/html")).toBeUndefined();
    expect(markdown).toContain("of delivery.[[1]](https://acme.example/help/returns#how-long) The label");
    expect(markdown).toMatch(/\n\*Sources\*\n\n- \[1\] \[Returns › How long\]\(https:\/\/acme\.example\//);

    await frame.getByRole("button", { name: "Copy answer" }).click();
    await expect.poll(() => read("text/html")).toContain("<code>list[2]</code>");
    expect(await read("text/html")).toMatch(
      /<a href="https:\/\/acme\.example\/help\/returns[^"]*">\[1\]<\/a>/,
    );
    const plain = (await read("text/plain")) ?? "";
    expect(plain).toContain("of delivery.[1] The label is free [2]");
    expect(plain).toMatch(/\nSources\n\[1\] Returns › How long \(https:\/\/acme\.example\/help\/returns/);
    expect(plain).not.toMatch(/\*\*|\]\(/);
  });

  test("an earlier message shows its time and its tools on hover or a tap, and neither moves anything nor leaves a hole", async () => {
    await using chat = await openFakeChat();
    await chat.say("One");
    await chat.frame.locator(".reply:not(.live) .tools button").first().waitFor();
    await chat.say("Two");
    const { frame } = chat;
    await frame.locator(".reply:not(.live) .tools").nth(1).locator("button").first().waitFor();
    const places = () =>
      frame.evaluate<readonly (readonly [number, number])[]>(
        `[...document.querySelectorAll(".entries > li")].map((entry) => {
          const { top, bottom } = entry.getBoundingClientRect();
          const start = entry.parentElement.getBoundingClientRect().top;
          return [Math.round(top - start), Math.round(bottom - start)];
        })`,
      );
    const seen = (selector: string) =>
      frame.evaluate(`Number(getComputedStyle(document.querySelector(${JSON.stringify(selector)})).opacity)`);
    const before = await places();
    expect(before.length).toBe(4);
    for (const [index, [top]] of before.entries())
      expect(top - (before[index - 1]?.[1] ?? top)).toBeLessThan(35);
    expect(await seen(".said .time")).toBe(0);
    expect(await seen(".reply .tools")).toBe(0);
    await frame.locator(".bubble").first().hover();
    await expect.poll(() => seen(".said .time")).toBe(1);
    await frame.locator(".reply .markdown").first().click();
    await frame.locator(".composer textarea").hover();
    // By the focus, which a tap gives.
    await expect.poll(() => seen(".reply .tools")).toBe(1);
    expect(await places()).toEqual(before);
  });

  test("the question after a thumb down comes into view, wherever the thumb is", async () => {
    await using chat = await openFakeChat({ feedback: true, history: longHistory(8) });
    await chat.page.setViewportSize({ width: 400, height: 480 });
    await chat.say("Hello");
    await chat.frame.locator(".reply:not(.live)").waitFor();
    const frame = await chat.reload();
    const thumb = frame.getByRole("button", { name: "Not helpful" }).nth(4);
    await thumb.waitFor({ state: "attached" });
    const bottom = await frame.evaluate<number>(`(() => {
      const scroller = document.querySelector(".scroller");
      const thumb = document.querySelectorAll(".thumb-down")[4];
      const { bottom } = scroller.getBoundingClientRect();
      scroller.scrollBy(0, thumb.getBoundingClientRect().bottom + 20 - bottom);
      return bottom;
    })()`);
    await thumb.press("Enter");
    const form = frame.locator("form.comment");
    await form.waitFor();
    const bottomOf = async () => {
      const box = await form.evaluate((each: { getBoundingClientRect(): { readonly bottom: number } }) =>
        each.getBoundingClientRect(),
      );
      return box.bottom;
    };
    await expect.poll(bottomOf).toBeLessThan(bottom);
  });

  test("after a thumb down the comment can be typed at once, and without one the focus returns to the thumb", async () => {
    await using chat = await openFakeChat({ feedback: true });
    const { frame, page, rated } = chat;
    await chat.say("Hello");
    const thumb = frame.getByRole("button", { name: "Not helpful" });
    await thumb.click();
    const comment = frame.getByLabel("What was wrong? (optional)");
    await comment.waitFor();
    await expect.poll(() => frame.evaluate("document.activeElement.localName")).toBe("textarea");
    await page.keyboard.type("Too long");
    expect(await comment.inputValue()).toBe("Too long");
    await page.keyboard.press("Escape");
    await comment.waitFor({ state: "detached" });
    expect(await frame.evaluate("document.activeElement.ariaLabel")).toBe("Not helpful");

    // Clicked again to remove it, without asking for a comment.
    await page.keyboard.press("Enter");
    await expect.poll(() => rated.map(({ rating }) => rating)).toEqual(["down", null]);
    expect(await comment.count()).toBe(0);
    expect(await frame.evaluate("document.activeElement.ariaLabel")).toBe("Not helpful");
  });

  test("a rating that cannot be saved is removed and reported, and can be tried again; without ratings there are no thumbs", async () => {
    const refuse = { path: "/chat-bot/feedback", status: 503, code: "storage_unavailable", detail: "No." };
    const history = longHistory(2).map((message) =>
      message.id === "msg_a0" ? { ...message, feedback: { rating: "up" as const } } : message,
    );
    await using chat = await openFakeChat({ feedback: true, history, refuse });
    await chat.say("Hello");
    await chat.frame.waitForSelector(".reply:not(.live)");
    const frame = await chat.reload();
    const thumbs = (name: string) => frame.getByRole("button", { name, exact: true });
    await thumbs("Helpful").nth(1).waitFor();
    expect(await thumbs("Helpful").nth(0).getAttribute("aria-pressed")).toBe("true");
    expect(await thumbs("Helpful").nth(1).getAttribute("aria-pressed")).toBe("false");

    await thumbs("Not helpful").nth(1).click();
    const alert = frame.getByRole("alert");
    await alert.waitFor();
    expect(await alert.textContent()).toContain("Your rating couldn't be saved.");
    expect(await thumbs("Not helpful").nth(1).getAttribute("aria-pressed")).toBe("false");
    await frame.getByLabel("What was wrong? (optional)").press("Escape");
    expect(await frame.locator("form.comment").count()).toBe(0);
    expect(chat.rated).toEqual([]);

    chat.change({ refuse: { ...refuse, path: "/nowhere" } });
    await alert.getByRole("button", { name: "Retry" }).click();
    await alert.waitFor({ state: "detached" });
    await expect.poll(() => chat.rated).toEqual([{ messageId: "msg_a1", rating: "down" }]);
    expect(await thumbs("Not helpful").nth(1).getAttribute("aria-pressed")).toBe("true");
    await frame.fill(".composer textarea", "Fail please");
    await frame.press(".composer textarea", "Enter");
    await frame.waitForSelector(".error-bar");
    expect(await frame.locator(".tools").count(), "an answer without text has none").toBe(2);

    chat.change({ feedback: false });
    const unrated = await chat.reload();
    await unrated.getByRole("button", { name: "Copy answer" }).first().waitFor();
    expect(await unrated.getByRole("button", { name: /helpful/i }).count()).toBe(0);
  });
});
