import type { Frame } from "playwright-core";
import { expect, test } from "vitest";
import { askInChat } from "../support/ask-in-chat.ts";
import { openBrowser } from "../support/browser.ts";
import { noChromium } from "../support/chromium.ts";
import { startModelServer, type ModelScript } from "../support/model-server.ts";
import { lastOf } from "../support/return-desk.ts";
import { spawnService } from "../support/spawn-service.ts";
import { startShop } from "../support/start-shop.ts";
import { embedTag, openChat } from "../support/start-widget.ts";

const shopToken = "canary-shop-8d21";
const why = "Why do you send it back?";
const question = {
  question: why,
  header: "Reason",
  options: [
    { label: "Does not fit", description: "" },
    { label: "Damaged", description: "" },
  ],
  multiSelect: false,
};

/** An assistant of the shop: looks up an order, asks why, returns it, and reports the result. */
const assistant: ModelScript = (asked) => {
  const { role, text } = lastOf(asked);
  if (role !== "tool") {
    if (text.includes("Where is")) return [{ tool: "order_status", input: { order: "A-1002" } }];
    if (text.includes("in stock?")) return [{ tool: "stock", input: { product: "tent" } }];
    if (text.includes("send it back")) return [{ tool: "AskUserQuestion", input: { questions: [question] } }];
    return ["You are welcome."];
  }
  if (text.includes("answers"))
    return [{ tool: "request_return", input: { order: "A-1001", reason: "Does not fit" } }];
  const made = /R-\d/.exec(text)?.[0];
  if (made) return [`Your return is ${made}.`];
  if (text.includes("in stock")) return ["There are 3 tents."];
  return text.includes("on its way") ? ["It is on its way."] : ["Then I leave it."];
};

const form = {
  id: "return",
  label: "Return without talking",
  kind: "form",
  confirm: true,
  inputSchema: {
    type: "object",
    required: ["order", "reason"],
    additionalProperties: false,
    properties: {
      order: { type: "string", title: "Order number", pattern: "^A-[0-9]{4}$" },
      reason: { type: "string", title: "Reason", maxLength: 500 },
    },
  },
};

async function fillIn(chat: Frame): Promise<void> {
  await chat.getByRole("button", { name: "Available actions" }).click();
  await chat.getByRole("button", { name: "Return without talking" }).click();
  await chat.getByLabel("Order number").fill("A-1001");
  await chat.getByLabel("Reason").fill("Too heavy\nfor me");
  await chat.getByRole("button", { name: "Send", exact: true }).click();
}

test.skipIf(noChromium).each([
  ["in one go", false],
  ["with a kill -9 of the service between all steps", true],
])(
  `a visitor of the shop asks, chooses, confirms and fills in a form, all in the chat: %s${noChromium ? ` (${noChromium})` : ""}`,
  { timeout: 240_000 },
  async (_name, isKilled) => {
    await using shop = await startShop(shopToken);
    await using model = await startModelServer(assistant);
    const { knowledge: _left, ...agent } = shop.agent;
    const http = {
      method: "POST",
      url: `${shop.url}/api/returns`,
      headers: { Authorization: "Bearer ${SHOP_TOKEN}" },
      body: { order: "{order}", reason: "{reason}" },
    };
    await using service = await spawnService({
      model: { provider: "openai", baseUrl: model.baseUrl, name: "m" },
      agent: { ...agent, actions: [{ ...form, http }] },
      settings: {
        SHOP_TOKEN: shopToken,
        SERVICECHAT_ALLOWED_NETWORKS: "127.0.0.0/8",
        SERVICECHAT_PUBLIC_URL: "https://chat.example",
      },
    });
    await service.start();
    const page = `<!doctype html><html lang="en"><title>Shop</title><h1>Shop</h1>${embedTag(service.key)}`;
    await using browser = await openBrowser({
      service: { port: Number(new URL(service.baseUrl).port) },
      sites: { "shop.example": page },
    });
    browser.context.setDefaultTimeout(60_000);
    const visited = await browser.visit("https://shop.example/");
    const chat = await openChat(visited);
    const again = async (): Promise<void> => {
      if (!isKilled) return;
      // If killed before the end of the answer, the browser would report an error.
      await chat.getByRole("button", { name: "Send message" }).waitFor();
      await service.end("SIGKILL");
      await service.start();
    };
    const confirm = chat.getByRole("button", { name: "Confirm", exact: true });

    await askInChat(chat, "Where is my order A-1002?");
    await chat.getByText("It is on its way.").first().waitFor();
    await again();
    await askInChat(chat, "Is the tent in stock?");
    await chat.getByText("There are 3 tents.").first().waitFor();
    await again();
    await askInChat(chat, "I want to send it back");
    await chat.getByRole("group", { name: why }).getByText("Does not fit").click();
    await expect.poll(() => chat.getByRole("button", { name: "Send answer" }).isEnabled()).toBe(true);
    await again();
    await chat.getByRole("button", { name: "Send answer" }).click();
    const card = chat.getByRole("region", { name: "Requesting the return" });
    await card.locator("dd", { hasText: "A-1001" }).waitFor();
    await card.getByRole("button", { name: "Details" }).click();
    await card.getByText("POST /api/returns").waitFor();
    expect(await card.locator("pre").textContent()).toBe('{"order":"A-1001","reason":"Does not fit"}');
    expect(await shop.returns()).toEqual([]);
    await expect.poll(() => confirm.isEnabled()).toBe(true);
    await again();
    await confirm.click();
    await chat.getByText("Your return is R-1.").first().waitFor();
    await again();

    await fillIn(chat);
    await chat.getByRole("region", { name: "Return without talking" }).waitFor();
    await expect.poll(() => confirm.isEnabled()).toBe(true);
    await chat.getByRole("button", { name: "Cancel", exact: true }).click();
    await chat.getByText("Not confirmed").waitFor();
    await chat.getByText("Then I leave it.").first().waitFor();
    await again();
    await fillIn(chat);
    await expect.poll(() => confirm.count()).toBe(1);
    await expect.poll(() => confirm.isEnabled()).toBe(true);
    await again();
    await confirm.click();
    await chat.getByText("Your return is R-2.").first().waitFor();

    expect(await shop.returns()).toEqual([
      { number: "R-1", order: "A-1001", reason: "Does not fit" },
      { number: "R-2", order: "A-1001", reason: "Too heavy\nfor me" },
    ]);
    await visited.reload();
    const later = await openChat(visited);
    await expect.poll(() => later.getByText("Confirmed", { exact: true }).count()).toBe(2);
    expect(await later.getByText("Not confirmed").count()).toBe(1);
    expect(await later.getByRole("button", { name: "Confirm", exact: true }).count()).toBe(0);
    expect(await later.content()).not.toContain(shopToken);
    expect(await later.content()).not.toContain(new URL(shop.url).host);
  },
);
