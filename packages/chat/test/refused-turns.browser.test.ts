import { describe, expect, test } from "vitest";
import { noChromium } from "../../../test/support/chromium.ts";
import { openFakeChat } from "./open-fake-chat.ts";

const refuse = { path: "/chat-bot/", status: 429, code: "budget_used_up", detail: "Used up for today." };

describe.skipIf(noChromium)(`what the service does not accept${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("is returned: a form with its content, and files for the next message", async () => {
    await using chat = await openFakeChat({ refuse, uploads: { types: ["text/plain"], maxBytes: 5000 } });
    const { frame, page } = chat;
    const dialog = page.waitForEvent("filechooser");
    await frame.locator("button.attach").click();
    await (
      await dialog
    ).setFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("a lamp") });
    const chip = frame.locator(".chip", { hasText: "notes.txt" });
    await chip.waitFor();
    await expect.poll(() => chip.locator("progress").count()).toBe(0);
    await chat.say("My notes");
    await frame.locator(".error-bar").getByText(refuse.detail).waitFor();
    await chip.waitFor();

    await frame.locator(".field").getByRole("button", { name: "Available actions" }).click();
    await frame.getByRole("button", { name: "Track an order" }).click();
    const form = frame.getByRole("form", { name: "Track an order" });
    await form.getByLabel("Order number").fill("A-1027");
    await form.getByRole("button", { name: "Send", exact: true }).click();
    await expect.poll(() => frame.locator(".error-bar").getByText(refuse.detail).count()).toBe(2);
    expect(await form.getByLabel("Order number").inputValue()).toBe("A-1027");
    chat.change({ refuse: { ...refuse, path: "/nowhere" } });
    await form.getByRole("button", { name: "Send", exact: true }).click();
    await expect.poll(() => chat.posted.length).toBe(1);
    expect(chat.posted[0]?.messages).toEqual([
      { type: "action", block: { actionId: "order", input: { order: "A-1027" } } },
    ]);
    expect(await form.count()).toBe(0);
  });

  test("is not returned over another form, whose content stays", async () => {
    const broken = { ...refuse, status: 500, code: "internal", retryable: true };
    await using chat = await openFakeChat({ refuse: broken });
    const { frame } = chat;
    const track = frame.getByRole("form", { name: "Track an order" });
    const back = frame.getByRole("form", { name: "Return an order" });
    await frame.getByRole("button", { name: "Track an order" }).click();
    await track.getByLabel("Order number").fill("A-1027");
    await track.getByRole("button", { name: "Send", exact: true }).click();
    const retry = frame.locator(".error-bar").getByRole("button", { name: "Retry" });
    await retry.waitFor();
    expect(await track.count()).toBe(0);

    await frame.locator(".field").getByRole("button", { name: "Available actions" }).click();
    await frame.getByRole("button", { name: "Return an order" }).click();
    await back.getByLabel("Order number").fill("A-2");
    chat.change({ refuse });
    await retry.click();
    await frame.locator(".error-bar").getByText(refuse.detail).waitFor();
    expect(await back.getByLabel("Order number").inputValue()).toBe("A-2");
    expect(await track.count()).toBe(0);
    expect(chat.posted).toEqual([]);
  });
});
