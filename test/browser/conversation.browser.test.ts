import { describe, expect, test } from "vitest";
import { failures } from "@servicechat/contract";
import { askInChat } from "../support/ask-in-chat.ts";
import { noChromium } from "../support/chromium.ts";
import { listChats } from "../support/list-chats.ts";
import { words } from "../support/model-server.ts";
import { embedTag, openChat, startWidget } from "../support/start-widget.ts";

/** A step of a model's script that waits until the test releases it. */
function gate() {
  let release: () => void = () => undefined;
  const until = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { until, release };
}

const question = {
  question: "How do you pay?",
  header: "Payment",
  options: [
    { label: "By card", description: "Visa, Mastercard" },
    { label: "By invoice", description: "Within 30 days" },
  ],
  multiSelect: false,
};

describe.skipIf(noChromium)(`a conversation${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("a question can be answered with the keyboard alone, and remains answered after a reload", async () => {
    let asked = 0;
    await using widget = await startWidget({
      agent: { tools: ["AskUserQuestion"] },
      script: () =>
        asked++ === 0
          ? [{ tool: "AskUserQuestion", input: { questions: [question] } }]
          : words("Then an invoice."),
    });
    const page = await widget.openShop();
    let chat = await openChat(page);
    await askInChat(chat, "I want to order");
    const card = chat.getByRole("radio", { name: /By card/ });
    await card.waitFor({ state: "attached" }); // its tick is drawn instead
    await expect.poll(() => chat.locator('article[aria-busy="true"]').count()).toBe(0);
    await card.focus();
    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowDown");
    expect(await chat.getByRole("radio", { name: /By invoice/ }).isChecked()).toBe(true);
    await page.keyboard.press("Enter");
    await chat.getByText("Then an invoice.").first().waitFor();

    await page.reload();
    chat = await openChat(page);
    await chat.locator("dd", { hasText: "By invoice" }).waitFor();
    expect(await chat.getByRole("radio").count()).toBe(0);
    expect(await chat.locator("dd", { hasText: "By card" }).count()).toBe(0);
  });

  test("the stop button ends the answer and keeps its text, and the next message is answered", async () => {
    const { until } = gate();
    let asked = 0;
    await using widget = await startWidget({
      script: () => (asked++ === 0 ? ["half an answer", { until }] : words("A whole one.")),
    });
    const page = await widget.openShop();
    let chat = await openChat(page);
    await askInChat(chat, "Go on");
    await chat.getByText("half an answer").first().waitFor();
    await chat.getByRole("button", { name: "Stop answering" }).click();
    await chat.getByText("You stopped this answer.").first().waitFor();
    await askInChat(chat, "Again");
    await chat.getByText("A whole one.").first().waitFor();

    await page.reload();
    chat = await openChat(page);
    await chat.getByText("You stopped this answer.").first().waitFor();
    await chat.getByText("half an answer", { exact: true }).waitFor();
  });

  test("an answer that is stopped before its first word is announced correctly to screen readers", async () => {
    const { until } = gate();
    await using widget = await startWidget({ script: () => [{ until }] });
    const page = await widget.openShop();
    const chat = await openChat(page);
    await askInChat(chat, "Go on");
    const told = chat.getByRole("status");
    await told.getByText("Answering").waitFor();
    await chat.getByRole("button", { name: "Stop answering" }).click();
    await told.getByText("You stopped this answer.").waitFor();
  });

  test("Promise 7: losing the network during an answer neither loses nor doubles a word", async () => {
    const first = gate();
    const second = gate();
    await using widget = await startWidget({
      script: () => ["one two ", { until: first.until }, "three four ", { until: second.until }, "five."],
    });
    widget.browser.trouble.expect(
      /ERR_(?:INTERNET_DISCONNECTED|INCOMPLETE_CHUNKED_ENCODING|CONNECTION|NETWORK|EMPTY_RESPONSE)/,
    );
    const page = await widget.openShop();
    const chat = await openChat(page);
    await askInChat(chat, "Count");
    await chat.getByText("one two").first().waitFor();

    // Emulated offline mode does not affect open streams, so the front cuts them.
    await widget.context.setOffline(true);
    widget.browser.cutConnections();
    await chat.locator(".notice", { hasText: "You seem to be offline." }).waitFor();
    first.release();
    await widget.context.setOffline(false);
    await chat.getByText("one two three four").first().waitFor();
    second.release();

    await chat.getByText("one two three four five.", { exact: true }).first().waitFor();
    await expect.poll(() => chat.locator(".notice").count()).toBe(0);
    expect(await chat.locator("article").count()).toBe(1);
    expect(widget.service.model.asked).toHaveLength(1);
  });

  test("a used-up budget is explained in a sentence, and sending again is not offered", async () => {
    const noon = Date.UTC(2026, 4, 4, 12);
    await using widget = await startWidget({
      agent: { limits: { dailyOutputTokens: 1 } },
      clock: { wallMs: () => noon, monotonicMs: () => performance.now() },
    });
    widget.browser.trouble.expect(/status of 429/);
    const page = await widget.openShop();
    const chat = await openChat(page);
    await askInChat(chat, "The first");
    await chat.getByText("Hello from the model.").first().waitFor();
    await askInChat(chat, "The second");
    await chat.getByText(failures.budget_used_up.message).first().waitFor();
    expect(await chat.getByRole("button", { name: "Retry" }).count()).toBe(0);
    expect(await chat.getByText("Trying again").count()).toBe(0);
    expect(widget.service.model.asked).toHaveLength(1);

    await page.reload();
    const again = await openChat(page);
    await again.getByText("Hello from the model.").first().waitFor();
    expect(await again.getByText("The second").count()).toBe(0);
  });

  test("two tabs share the chat: one shows and continues what was asked in the other", async () => {
    await using widget = await startWidget({ script: ({ messages }) => words(`Answer ${messages.length}.`) });
    const one = await openChat(await widget.openShop());
    await askInChat(one, "From the first tab");
    await one.getByText("Answer 2.").first().waitFor();

    const two = await openChat(await widget.openShop("/other"));
    await two.getByText("From the first tab").waitFor();
    await askInChat(two, "From the second tab");
    await two.getByText("Answer 4.").first().waitFor();
    await askInChat(one, "From the first again");
    await one.getByText("Answer 6.").first().waitFor();

    expect(await listChats(widget.service.storage)).toHaveLength(1);
  });

  test("a rotated key does not lose the visitor's chat", async () => {
    let shopPage = "";
    await using widget = await startWidget(
      { script: () => words("Kept.") },
      { sites: { "shop.example": (_request, response) => response.end(shopPage) } },
    );
    const tagged = (key: string) => `<!doctype html><html lang="en"><title>Shop</title>${embedTag(key)}`;
    shopPage = tagged(widget.service.key);
    const page = await widget.openShop();
    await askInChat(await openChat(page), "Before");
    await (await openChat(page)).getByText("Kept.").first().waitFor();

    const rotated = await widget.service.createKey();
    await widget.service.storage.keys.revoke(widget.service.keyId, Date.now());
    shopPage = tagged(rotated.key);
    await page.reload();

    const chat = await openChat(page);
    await chat.getByText("Before").waitFor();
    await chat.getByText("Kept.").first().waitFor();
    expect(await listChats(widget.service.storage)).toHaveLength(1);
  });
});

describe.skipIf(noChromium)(`actions${noChromium ? ` (${noChromium})` : ""}`, () => {
  const actions = [
    { id: "order", label: "Track my order", kind: "prompt", prompt: "Ask for the number." },
    { id: "returns", label: "Returns", kind: "link", url: "https://shop.example/returns", confirm: true },
    { id: "person", label: "Ask for a person", kind: "prompt", prompt: "Hand over.", confirm: true },
  ];

  test("are offered on the welcome screen, and in a menu during a conversation", async () => {
    await using widget = await startWidget({ agent: { actions } });
    const page = await widget.openShop();
    const chat = await openChat(page);
    expect(await chat.getByRole("button", { name: "Available actions" }).count()).toBe(0);
    await chat.getByRole("button", { name: "Track my order" }).click();
    await chat.getByText("Hello from the model.").first().waitFor();

    const menu = chat.getByRole("button", { name: "Available actions" });
    // While an answer is in progress it does nothing.
    await expect.poll(() => menu.isEnabled()).toBe(true);
    await menu.focus();
    await page.keyboard.press("Enter");
    await chat.getByRole("button", { name: "Ask for a person" }).waitFor();
    await page.keyboard.press("Escape");
    expect(await menu.getAttribute("aria-expanded")).toBe("false");
    expect(await page.evaluate("ServiceChat.isOpen()")).toBe(true);
    await menu.click();
    await chat.getByRole("button", { name: "Track my order" }).click();
    await expect.poll(() => widget.service.model.asked.length).toBe(2);
  });

  test("with confirm ask first: if cancelled, nothing happens", async () => {
    await using widget = await startWidget({ agent: { actions } });
    const page = await widget.openShop();
    const chat = await openChat(page);
    await chat.getByRole("button", { name: "Ask for a person" }).click();
    await chat.getByRole("dialog", { name: "Ask for a person" }).waitFor();
    expect(widget.service.model.asked).toHaveLength(0);
    await chat.getByRole("button", { name: "Cancel" }).click();
    await expect.poll(() => chat.getByRole("dialog").count()).toBe(0);
    expect(widget.service.model.asked).toHaveLength(0);

    await chat.getByRole("button", { name: "Ask for a person" }).click();
    await chat.getByRole("dialog").getByRole("button", { name: "Continue" }).click();
    await chat.getByText("Hello from the model.").first().waitFor();

    await chat.getByRole("button", { name: "Available actions" }).click();
    await chat.getByRole("button", { name: "Returns" }).click();
    const opened = page.waitForEvent("popup");
    await chat.getByRole("dialog").getByRole("link", { name: "Continue" }).click();
    expect((await opened).url()).toBe("https://shop.example/returns");
  });
});
