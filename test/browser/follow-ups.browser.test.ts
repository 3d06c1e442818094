import type { Frame } from "playwright-core";
import { describe, expect, test } from "vitest";
import { askInChat } from "../support/ask-in-chat.ts";
import { noChromium } from "../support/chromium.ts";
import { openChat, startWidget } from "../support/start-widget.ts";
import { untilTrue } from "../support/until-true.ts";

const questions = ["How long do refunds take?", "Can I return a gift?"];
const offered = (chat: Frame) =>
  chat.getByRole("list", { name: "Suggested questions" }).getByRole("button").allTextContents();

describe.skipIf(noChromium)(`follow-ups${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("appear in every tab and after a reload until one is asked, and no page learns their text", async () => {
    const answers = [
      ["Within 30 days.", { tool: "suggest_follow_ups", input: { questions } }],
      ["Five days.", { tool: "suggest_follow_ups", input: { questions: ["What about gifts?"] } }],
    ];
    await using widget = await startWidget({
      agent: { followUps: true },
      script: () => answers.shift() as never,
    });
    const page = await widget.openShop();
    await page.evaluate(`window.heard = [];
      for (const name of ["message:sent", "message:received", "action", "error"])
        window.ServiceChat.on(name, (detail) => heard.push(JSON.stringify([name, detail])))`);
    let chat = await openChat(page);
    await askInChat(chat, "How do returns work?");
    await expect.poll(() => offered(chat)).toEqual(questions);

    const otherPage = await widget.openShop();
    const other = await openChat(otherPage);
    await expect.poll(() => offered(other)).toEqual(questions);
    await page.bringToFront();
    await chat.getByRole("button", { name: questions[0] ?? "" }).click();
    await expect.poll(() => offered(chat)).toEqual(["What about gifts?"]);
    await untilTrue(page, "heard.length >= 4");
    const heard = await page.evaluate<string[]>("heard");
    expect(heard).toHaveLength(4);
    expect(heard.join()).not.toMatch(/refunds|gift|Within/);

    await otherPage.bringToFront();
    await expect.poll(() => offered(other)).toEqual(["What about gifts?"]);
    expect(await other.locator(".bubble").allTextContents()).toEqual([
      "You said: How do returns work?",
      "You said: How long do refunds take?",
    ]);
    await page.bringToFront();
    await page.reload();
    chat = await openChat(page);
    await expect.poll(() => offered(chat)).toEqual(["What about gifts?"]);
    expect(widget.service.model.asked).toHaveLength(2);
    expect(widget.service.model.asked[1]?.messages.at(-1)).toEqual({ role: "user", content: questions[0] });
  });
});
