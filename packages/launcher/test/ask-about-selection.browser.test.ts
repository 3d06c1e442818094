import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { noChromium } from "../../../test/support/chromium.ts";
import { untilTrue } from "../../../test/support/until-true.ts";
import { bubbleOf, chatFrame, setStage } from "./support/stage.ts";
import { keep } from "./support/on-screen.ts";

const sentence = "Returns are free within thirty days.";
const body = `<p id="text" style="margin:80px;font:20px/1.6 sans-serif">${sentence}</p>
<textarea id="field">${sentence}</textarea><div id="own" contenteditable>${sentence}</div>
<button id="next">Next</button>
<script>addEventListener("load", () => ServiceChat.askAboutSelection())</script>`;

const select = (page: Page, id: string) =>
  page.evaluate(`getSelection().selectAllChildren(document.getElementById("${id}"))`);
const button = (page: Page) => page.getByRole("button", { name: "Ask about this" });

describe.skipIf(noChromium)(`questions about selected text${noChromium ? ` (${noChromium})` : ""}`, () => {
  const stage = setStage();

  test("a button beside the text opens the chat with a quote, which is not sent; nothing is loaded before", async () => {
    const page = await stage.show({ body });
    await bubbleOf(page).waitFor();
    const before = stage.service.requests.length;
    expect(stage.service.requests.some(({ url }) => url.includes("/launcher/later"))).toBe(false);
    const text = await page.locator("#text").boundingBox();
    if (!text) throw new Error("There is no text.");
    await page.mouse.move(text.x, text.y + 16);
    await page.mouse.down();
    await page.mouse.move(text.x + 400, text.y + 16, { steps: 5 });
    await page.mouse.up();
    await button(page).waitFor();
    const asked = stage.service.requests.slice(before).map(({ url }) => url);
    expect(asked.filter((url) => !url.startsWith("/launcher/later"))).toEqual([]);
    const box = await button(page).boundingBox();
    expect(box && box.y > text.y + 20 && box.y < text.y + 80).toBe(true);
    await keep(page, "ask-about-selection");

    await button(page).click();
    const frame = await chatFrame(page);
    await untilTrue(frame, "heard.length === 2");
    expect(await frame.evaluate("heard")).toEqual([
      { type: "quote", text: `> ${sentence}\n\n` },
      { type: "open" },
    ]);
    expect(await page.evaluate("ServiceChat.isOpen()")).toBe(true);
    expect(await button(page).count()).toBe(0);
  });

  test("by keyboard: Tab goes to the button, and Escape removes it", async () => {
    const page = await stage.show({ body });
    await bubbleOf(page).waitFor();
    await page.evaluate(`getSelection().collapse(document.getElementById("text").firstChild, 0)`);
    // As caret browsing does with Shift and the arrow keys.
    await page.evaluate(`for (const _ of "four") getSelection().modify("extend", "forward", "word")`);
    await button(page).waitFor();
    await page.keyboard.press("Escape");
    await button(page).waitFor({ state: "detached" });
    await page.evaluate("getSelection().empty()");
    await select(page, "text");
    await button(page).waitFor();
    await page.keyboard.press("Tab");
    expect(
      await page.evaluate("document.querySelector('service-chat').shadowRoot.activeElement.textContent"),
    ).toBe("Ask about this");
    await page.keyboard.press("Enter");
    await untilTrue(page, "ServiceChat.isOpen()");
  });

  test("a long text is cut after a word, and every line of a quote is marked", async () => {
    const page = await stage.show({ body });
    await bubbleOf(page).waitFor();
    await page.evaluate(
      `document.getElementById("text").innerText = "First line here.\\n\\nSecond one. " + "word ".repeat(200)`,
    );
    await select(page, "text");
    await button(page).click();
    const frame = await chatFrame(page);
    await untilTrue(frame, "heard.length === 2");
    const quote = await frame.evaluate<string>("heard[0].text");
    expect(quote).toMatch(/^> First line here\.\n> Second one\. (?:word )+word…\n\n$/);
    expect(quote.length).toBeLessThan(520);
  });

  test("there is none for fewer than three words, in fields and editable text, before the page asks, and after it ends it", async () => {
    const page = await stage.show({ body });
    await bubbleOf(page).waitFor();
    await select(page, "text");
    await button(page).waitFor();
    await page.evaluate("getSelection().empty()");
    await page.clock.install();
    const shown = async (act: string): Promise<boolean> => {
      await page.evaluate(
        `new Promise((resolve) => { document.addEventListener("selectionchange", resolve, { once: true }); ${act}; })`,
      );
      await page.clock.runFor(1_000);
      const count = await button(page).count();
      await page.evaluate("document.activeElement.blur(); getSelection().empty()");
      return count > 0;
    };
    const text = `document.getElementById("text").firstChild`;
    const all = `getSelection().selectAllChildren(document.getElementById("text"))`;
    expect(await shown(all)).toBe(true);
    expect(await shown(`getSelection().setBaseAndExtent(${text}, 0, ${text}, 11)`)).toBe(false);
    expect(
      await shown(`document.getElementById("field").focus(); document.getElementById("field").select()`),
    ).toBe(false);
    expect(await shown(`getSelection().selectAllChildren(document.getElementById("own"))`)).toBe(false);
    await page.evaluate("ServiceChat.askAboutSelection(false)");
    expect(await shown(all)).toBe(false);
    await page.evaluate("ServiceChat.askAboutSelection()");
    expect(await shown(all)).toBe(true);
    await page.evaluate("ServiceChat.destroy()");
    await page.evaluate(all);
    expect(await page.locator("service-chat").count()).toBe(0);
    expect(page.warnings).toEqual([]);
  });
});
