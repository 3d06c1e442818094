import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { noChromium } from "../../../test/support/chromium.ts";
import { untilTrue } from "../../../test/support/until-true.ts";
import { bubbleOf, chatFrame, setStage } from "./support/stage.ts";
import { boxOf, keep, open } from "./support/on-screen.ts";

const ask = `<button id="ask" onclick="ServiceChat.open()">Ask us</button>`;

/** Types into the chat as a visitor, and says what is in its input. */
async function write(page: Page, text: string): Promise<string> {
  const frame = await chatFrame(page);
  await frame.locator("input").click();
  await page.keyboard.type(text);
  return frame.locator("input").inputValue();
}

describe.skipIf(noChromium)(`a chat that its page opens${noChromium ? ` (${noChromium})` : ""}`, () => {
  const stage = setStage();

  test("in a modal dialog is above it and can be used, and stays as it is when the dialog closes", async () => {
    const page = await stage.show({
      body: `<h1>Shop</h1><dialog id="dialog"><p>Newsletter?</p>${ask}<button id="no">No</button></dialog>`,
    });
    await bubbleOf(page).waitFor();
    await page.evaluate("dialog.showModal()");
    await page.locator("#ask").click();
    await open(page);
    expect(await write(page, "Is it ")).toBe("Is it ");
    await keep(page, "above-a-dialog");
    const place = await boxOf(page, "iframe");
    expect(place).toMatchObject({ x: 1280 - 420, y: 800 - 88 - 640 });

    await page.evaluate("dialog.close()");
    expect(await write(page, "free?")).toBe("Is it free?");
    expect(await boxOf(page, "iframe")).toEqual(place);
    expect(await page.evaluate("document.querySelector('service-chat').parentElement.localName")).toBe(
      "html",
    );
    await bubbleOf(page).click();
    expect(await page.evaluate("ServiceChat.isOpen()")).toBe(false);
  });

  test("in the upper of two dialogs, one of them in a shadow root, gives it the focus back when it is closed", async () => {
    const page = await stage.show({
      body: `<dialog id="lower">Lower</dialog><shop-dialog></shop-dialog><script>
        window.root = document.querySelector("shop-dialog").attachShadow({ mode: "open" });
        window.root.innerHTML = '<dialog><button id="ask">Ask us</button></dialog>';
        window.root.querySelector("button").onclick = () => ServiceChat.open();
        </script>`,
    });
    await bubbleOf(page).waitFor();
    await page.evaluate("lower.showModal(), root.querySelector('dialog').showModal()");
    await page.locator("#ask").click();
    expect(await write(page, "Hello")).toBe("Hello");
    await page.evaluate("ServiceChat.close()");
    expect(await page.evaluate("root.activeElement.id")).toBe("ask");
    expect(await page.evaluate("document.querySelector('service-chat').parentElement.localName")).toBe(
      "html",
    );
    await page.locator("#ask").click();
    expect(await write(page, " again")).toBe("Hello again");
  });

  test("is above an element in fullscreen, and back in its place afterwards", async () => {
    const page = await stage.show({
      body: `<div id="film" style="background:#fff">Film <button id="grow" onclick="film.requestFullscreen()">Grow</button>${ask}</div>`,
    });
    await bubbleOf(page).waitFor();
    await page.locator("#grow").click();
    await untilTrue(page, "document.fullscreenElement");
    await page.locator("#ask").click();
    await open(page);
    expect(await write(page, "Who is ")).toBe("Who is ");
    await keep(page, "above-fullscreen");
    await page.evaluate("document.exitFullscreen()");
    await untilTrue(page, "!document.fullscreenElement");
    expect(await write(page, "she?")).toBe("Who is she?");
    expect(await page.evaluate("document.querySelector('service-chat').parentElement.localName")).toBe(
      "html",
    );
  });

  test("ends the fullscreen view of a film, in which there is no room for it", async () => {
    const page = await stage.show({
      body: `<video id="film" style="background:#fff"></video><button id="grow" onclick="film.requestFullscreen()">Grow</button>`,
    });
    await bubbleOf(page).waitFor();
    await page.locator("#grow").click();
    await untilTrue(page, "document.fullscreenElement");
    await open(page);
    await untilTrue(page, "!document.fullscreenElement");
    expect(await write(page, "Hello")).toBe("Hello");
  });
});
