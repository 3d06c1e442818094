import { describe, expect, test } from "vitest";
import { askInChat } from "../support/ask-in-chat.ts";
import { openBrowser } from "../support/browser.ts";
import { noChromium } from "../support/chromium.ts";
import { linkIn, mailFrom } from "../support/absent-visitor.ts";
import { startMailServer } from "../support/mail-server.ts";
import { chatOf, embedTag, openChat } from "../support/start-widget.ts";
import { startTalk } from "../support/start-talk.ts";

const minute = 60_000;
/** A day on which nobody is available. */
const closed = { zone: "Europe/Berlin", closed: [] };

async function startMailedTalk(language = "en") {
  await using stack = new AsyncDisposableStack();
  const server = stack.use(await startMailServer());
  const time = { now: Date.now() };
  const clock = { wallMs: () => time.now, monotonicMs: () => performance.now() };
  const talk = stack.use(
    await startTalk({
      clock,
      mail: { url: server.url, from: mailFrom },
      agent: { handoff: { hours: closed } },
    }),
  );
  const page = await talk.openShop(`/help?order=7&lang=${language}#top`);
  const chat = await openChat(page);
  await askInChat(chat, "Hello");
  await chat.locator(".reply", { hasText: "Hello from the model." }).waitFor();
  await chat.getByRole("button", { name: "Talk to a person" }).click();
  await chat.getByPlaceholder("Email address").fill("ada@home.example");
  await chat.getByRole("button", { name: "Send", exact: true }).last().click();
  await chat.getByText("The answer will go to ada@home.example.").waitFor();
  await page.close();
  const colleague = await talk.colleague();
  const kept = stack.move();
  return {
    server,
    talk,
    colleague,
    async mailed(text: string) {
      const before = server.mails.length;
      await colleague.say(text);
      time.now += 3 * minute;
      await expect.poll(() => server.mails.length).toBe(before + 1);
      const mail = server.mails.at(-1) ?? { text: "" };
      const [address = ""] = /https:\/\/\S+#servicechat=\S+/.exec(mail.text) ?? [];
      return { address, link: linkIn(mail) };
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

describe.skipIf(noChromium)(`mail to a visitor${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("its link shows the chat with the answer on another device; a used one says what to do, and shows nothing", async () => {
    await using mailed = await startMailedTalk();
    const { address, link } = await mailed.mailed("Your lamp ships on Monday.");
    expect(address).toBe(`https://shop.example/help#servicechat=${link}`);
    const { talk } = mailed;
    const sites = {
      "shop.example": `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title>${embedTag(talk.service.key)}`,
    };

    await using phone = await openBrowser({ service: talk.service, sites });
    const requests: string[] = [];
    phone.context.on("request", (request) => void requests.push(request.url()));
    const page = await phone.visit(address);
    const chat = await chatOf(page);
    // Anything that only opens the page, and runs its scripts, does not use up the link.
    await chat.getByRole("strong").filter({ hasText: "You have a reply in your chat" }).waitFor();
    expect(requests.filter((url) => url.endsWith("/chat-bot/session"))).toEqual([]);
    await chat.getByRole("button", { name: "Continue this chat" }).click();
    await chat.locator(".person-text", { hasText: "Your lamp ships on Monday." }).waitFor();
    await chat.locator(".bubble", { hasText: "Hello" }).waitFor();
    expect(page.url()).toBe("https://shop.example/help");
    expect(requests.filter((url) => url.includes(link) && !url.includes("#"))).toEqual([]);
    await askInChat(chat, "Thank you");
    await page.reload();
    await (await openChat(page)).locator(".bubble", { hasText: "Thank you" }).waitFor();
    // A visitor who lost the response, or the tab, can open the link again in the same browser.
    await page.goto("about:blank");
    await page.goto(address);
    const again = await chatOf(page);
    await again.getByRole("button", { name: "Continue this chat" }).click();
    await again
      .getByRole("strong")
      .filter({ hasText: "You have a reply in your chat" })
      .waitFor({ state: "detached" });
    await again.locator(".bubble", { hasText: "Thank you" }).waitFor();
    expect(await again.getByRole("alert").count()).toBe(0);

    await using other = await openBrowser({ service: talk.service, sites });
    other.trouble.expect(/status of 404/);
    const late = await other.visit(address);
    const chatLate = await chatOf(late);
    await chatLate.getByRole("button", { name: "Continue this chat" }).click();
    const alert = chatLate.getByRole("alert");
    await alert.getByText("This link has been used or has expired.").waitFor();
    expect(await chatLate.locator(".person-text, .bubble").count()).toBe(0);
    await alert.getByRole("button").click();
    await expect.poll(() => alert.count()).toBe(0);
  });
});
