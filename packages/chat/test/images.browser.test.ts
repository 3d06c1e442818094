import type { HistoryMessage } from "@servicechat/contract";
import { describe, expect, test } from "vitest";
import { atRest } from "../../../test/support/at-rest.ts";
import { noChromium } from "../../../test/support/chromium.ts";
import { openFakeChat } from "./open-fake-chat.ts";

describe.skipIf(noChromium)(`an image in an answer${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("is loaded with the chat's own headers, and its place does not move when it arrives", async () => {
    const { promise: hold, resolve: release } = Promise.withResolvers<void>();
    await using chat = await openFakeChat({ hold });
    const { frame } = chat;
    await chat.say("Picture of a lamp");
    const place = frame.locator("figure.image");
    await place.waitFor();
    await frame.locator(".reply:not(.live)").waitFor();
    // In one step: a render in between would replace the element.
    const box = () =>
      frame.evaluate<Record<"x" | "y" | "width" | "height", number>>(
        "document.querySelector('figure.image').getBoundingClientRect().toJSON()",
      );
    // The answer's entrance animation comes first, and then the buttons below it.
    await frame.locator(".tools").waitFor();
    await atRest(frame);
    const before = await box();
    release();
    const image = frame.getByRole("img", { name: "A desk lamp" });
    await image.waitFor();
    expect(await box()).toEqual(before);
    expect(before.width / before.height).toBeCloseTo(1.6, 1);
    expect(await image.getAttribute("src")).toMatch(/^blob:/);
    expect(chat.asked).toContain("GET /chat-bot/images/img_1");
  });

  test("is enlarged on a click, and Escape closes only that", async () => {
    await using chat = await openFakeChat();
    const { frame, page } = chat;
    await chat.say("Picture of a lamp");
    const opener = frame.getByRole("button", { name: "Enlarge the image: A desk lamp" });
    await opener.click();
    const dialog = frame.getByRole("dialog", { name: "A desk lamp" });
    await dialog.getByRole("img", { name: "A desk lamp" }).waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => dialog.count()).toBe(0);
    expect(await page.evaluate("heard.some(({ type }) => type === 'close')")).toBe(false);
    await opener.click();
    await dialog.getByRole("button", { name: "Close the image" }).press("Enter");
    await expect.poll(() => dialog.count()).toBe(0);
    expect(await frame.evaluate("document.activeElement.ariaLabel")).toBe("Enlarge the image: A desk lamp");
  });

  test("that does not exist yet is requested again, and one that never appears can be requested manually", async () => {
    const refuse = { path: "/chat-bot/images/img_1", status: 404, code: "not_found", detail: "Gone." };
    await using chat = await openFakeChat({ refuse });
    const { frame } = chat;
    const asked = () => chat.asked.filter((line) => line.includes("/images/")).length;
    await chat.say("Picture of a lamp");
    await expect.poll(asked).toBeGreaterThan(1);
    const place = frame.locator("figure.image");
    await frame.locator(".tools").waitFor();
    await atRest(frame);
    const before = await place.boundingBox();
    await frame.getByText("The image couldn't be loaded. (A desk lamp)").waitFor();
    expect(asked()).toBe(4);
    expect(await place.boundingBox()).toEqual(before);
    chat.change({ refuse: undefined });
    await place.getByRole("button", { name: "Retry" }).click();
    await frame.getByRole("img", { name: "A desk lamp" }).waitFor();
    expect(asked()).toBe(5);
    expect(await place.boundingBox()).toEqual(before);
  });

  test("is loaded once it comes near the view", async () => {
    const told = { content: "Hello", created_at: "2026-11-21T05:00:00.000Z", status: "complete" } as const;
    const history: HistoryMessage[] = [
      { ...told, id: "msg_0", role: "user", parts: [] },
      {
        ...told,
        id: "msg_1",
        role: "assistant",
        parts: [
          { type: "image", url: "/chat-bot/images/img_1", alt: "A desk lamp", mediaType: "image/png" },
          { type: "text", text: "A line.\n\n".repeat(100) },
          { type: "image", url: "/chat-bot/images/img_1", alt: "At the end", mediaType: "image/png" },
        ],
      },
    ];
    await using chat = await openFakeChat({ history });
    await chat.say("Hello");
    await chat.frame.locator(".reply:not(.live)").waitFor();
    const frame = await chat.reload();
    const asked = () => chat.asked.filter((line) => line.includes("/images/")).length;
    await frame.getByRole("img", { name: "At the end" }).waitFor();
    expect(asked()).toBe(1);
    await frame.evaluate("document.querySelector('.scroller').scrollTop = 0");
    await frame.getByRole("img", { name: "A desk lamp" }).waitFor();
    expect(asked()).toBe(2);
  });

  test("that fails to load shows its alternative text, also from history", async () => {
    const image = {
      type: "image",
      url: "/chat-bot/images/img_1",
      alt: "A desk lamp",
      mediaType: "image/png",
    } as const;
    const unsafe = { ...image, url: "/chat-bot/images/img_2", alt: "A drawing", mediaType: "image/svg+xml" };
    const history: HistoryMessage[] = [
      {
        id: "msg_1",
        role: "assistant",
        content: "",
        created_at: "2026-11-21T05:00:00.000Z",
        status: "complete",
        parts: [image, unsafe],
      },
    ];
    const refuse = { path: "/chat-bot/images/img_1", status: 403, code: "not_found", detail: "Gone." };
    await using chat = await openFakeChat({ history, refuse });
    await chat.say("Hello");
    await chat.frame.locator(".reply:not(.live)").waitFor();
    const frame = await chat.reload();
    await frame.getByText("The image couldn't be loaded. (A desk lamp)").waitFor();
    // A type that could run code is not even loaded.
    await frame.getByText("The image couldn't be loaded. (A drawing)").waitFor();
    expect(await frame.getByRole("img").count()).toBe(0);
    expect(new Set(chat.asked.filter((line) => line.includes("/images/")))).toEqual(
      new Set(["GET /chat-bot/images/img_1"]),
    );
  });
});
