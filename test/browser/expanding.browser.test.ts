import type { Frame, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { askInChat } from "../support/ask-in-chat.ts";
import { noChromium } from "../support/chromium.ts";
import { chatOf, openChat, startWidget } from "../support/start-widget.ts";

const folder = process.env["SCREENSHOTS"];
const keep = async (page: Page, name: string) =>
  folder && (await page.screenshot({ path: `${folder}/${name}.png` }));

const control = (chat: Frame, name = "Wide view") => chat.getByRole("button", { name, exact: true });
const widthOf = (chat: Frame) => chat.evaluate<number>("innerWidth");
const atEnd = `(() => {
  const { scrollHeight, scrollTop, clientHeight } = document.querySelector(".scroller");
  return scrollHeight - scrollTop - clientHeight < 2;
})()`;

describe.skipIf(noChromium)(`expanding the chat${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("with a button in its bar, or keys; a reload and the next page keep it, and the same button shrinks it", async () => {
    await using widget = await startWidget({ script: () => ["Many words. ".repeat(400)] });
    const page = await widget.openShop();
    const chat = await openChat(page);
    await askInChat(chat, "Hello");
    await chat.locator("article:not(.live)").waitFor();
    await control(chat).waitFor();
    await keep(page, "usual");
    expect(await control(chat).getAttribute("aria-pressed")).toBe("false");
    expect(await widthOf(chat)).toBe(400);
    await chat.locator(".scroller").evaluate((each) => each.scrollTo(0, each.scrollHeight));
    await expect.poll(() => chat.evaluate(atEnd)).toBe(true);
    await control(chat).focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => widthOf(chat)).toBe(760);
    await expect.poll(() => control(chat).getAttribute("aria-pressed")).toBe("true");
    expect(await chat.evaluate("document.activeElement.ariaLabel")).toBe("Wide view");
    await expect.poll(() => chat.evaluate(atEnd)).toBe(true);
    await keep(page, "expanded");

    for (const go of [() => page.reload(), () => page.goto("https://shop.example/next")]) {
      await go();
      const again = await openChat(page);
      await control(again).waitFor();
      expect(await widthOf(again)).toBe(760);
      expect(await control(again).getAttribute("aria-pressed")).toBe("true");
    }
    const last = await chatOf(page);
    await control(last).click();
    await expect.poll(() => widthOf(last)).toBe(400);
    await page.reload();
    const usual = await openChat(page);
    await control(usual).waitFor();
    expect(await widthOf(usual)).toBe(400);
    expect(await control(usual).getAttribute("aria-pressed")).toBe("false");
  });

  test("is not offered on a phone, where the chat fills the screen anyway", async () => {
    await using widget = await startWidget();
    const page = await widget.openShop("/", { width: 390, height: 844 });
    const chat = await openChat(page);
    await askInChat(chat, "Hello");
    // It would appear together with the menu.
    await chat.getByRole("button", { name: "Chat menu" }).waitFor();
    expect(await control(chat).count()).toBe(0);
    await keep(page, "expand-telephone");
    await page.setViewportSize({ width: 1280, height: 800 });
    await control(chat).waitFor();
    // Until the page has laid it out again, the button is elsewhere than where the click would go.
    await expect.poll(() => widthOf(chat)).toBe(400);
    await control(chat).click();
    await expect.poll(() => widthOf(chat)).toBe(760);
    await page.setViewportSize({ width: 390, height: 844 });
    await control(chat).waitFor({ state: "detached" });
    await expect.poll(() => widthOf(chat)).toBe(390);
  });

  test("from right to left, its button is between the menu and the close button", async () => {
    await using widget = await startWidget();
    const page = await widget.openShop();
    await page.evaluate("ServiceChat.setLocale('ar'), ServiceChat.hideLauncher(), ServiceChat.open()");
    const chat = await chatOf(page);
    await page.evaluate("ServiceChat.sendMessage('Hello')");
    const names = ["قائمة المحادثة", "عرض موسّع", "إغلاق المحادثة"];
    // All must exist before the first is measured, since each new one moves the others.
    for (const name of names) await control(chat, name).waitFor();
    const places: number[] = [];
    for (const name of names) places.push((await control(chat, name).boundingBox())?.x ?? 0);
    expect(places).toEqual([...places].sort((one, other) => other - one));
    await control(chat, "عرض موسّع").click();
    await expect.poll(() => widthOf(chat)).toBe(760);
    await keep(page, "expanded-arabic");
  });
});
