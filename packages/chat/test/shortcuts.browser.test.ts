import { describe, expect, test } from "vitest";
import { noChromium } from "../../../test/support/chromium.ts";
import { openFakeChat } from "./open-fake-chat.ts";

describe.skipIf(noChromium)(`the list of keys${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("opens with ? while no field has the focus, and in a field ? is typed", async () => {
    await using chat = await openFakeChat();
    const { frame, page } = chat;
    const list = frame.getByRole("dialog", { name: "Keyboard shortcuts" });
    const composer = frame.locator(".composer textarea");
    await chat.say("How do returns work?");
    await frame.locator(".reply:not(.live) .tools button").first().waitFor();

    await composer.focus();
    await page.keyboard.type("Why?");
    expect(await composer.inputValue()).toBe("Why?");
    expect(await list.count()).toBe(0);

    const copy = frame.getByRole("button", { name: "Copy answer" });
    await copy.focus();
    await page.keyboard.press("?");
    await list.waitFor();
    const rows = list.locator(".shortcut");
    expect(await rows.filter({ hasText: "Start a new line" }).locator("kbd").allTextContents()).toEqual([
      "Shift",
      "Enter",
    ]);
    expect(await rows.filter({ hasText: "Attach" }).count(), "this agent takes no files").toBe(0);
    await page.keyboard.press("Escape");
    await list.waitFor({ state: "detached" });
    expect(await frame.evaluate("document.activeElement.ariaLabel")).toBe("Copy answer");
    expect(JSON.stringify(await page.evaluate("heard"))).not.toContain('"close"');

    // Without any focus, other characters begin a message.
    await frame.evaluate("document.activeElement.blur()");
    await page.keyboard.press("?");
    await list.waitFor();
    await page.keyboard.press("Escape");
    await list.waitFor({ state: "detached" });
    expect(await composer.inputValue()).toBe("Why?");
  });

  test("opens from the menu, and its key can be turned off for good, and then is typed", async () => {
    const uploads = { types: ["image/png"], maxBytes: 1_000_000 } as const;
    await using chat = await openFakeChat({ uploads });
    const { page } = chat;
    let { frame } = chat;
    await chat.say("How do returns work?");
    await frame.locator(".reply:not(.live)").waitFor();
    await frame.getByRole("button", { name: "Chat menu" }).click();
    await frame.getByRole("menuitem", { name: "Keyboard shortcuts" }).click();
    const dialog = frame.getByRole("dialog", { name: "Keyboard shortcuts" });
    await dialog.getByText("Attach copied files").waitFor();
    await dialog.getByLabel("Open this list with ?").uncheck();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    expect(await frame.evaluate("document.activeElement.ariaLabel")).toBe("Chat menu");

    frame = await chat.reload();
    await frame.getByRole("button", { name: "Chat menu" }).waitFor();
    await frame.evaluate("document.activeElement.blur()");
    await page.keyboard.press("?");
    await expect.poll(() => frame.locator(".composer textarea").inputValue()).toBe("?");
    expect(await frame.getByRole("dialog").count()).toBe(0);
  });
});
