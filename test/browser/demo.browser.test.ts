import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openBrowser, type TestBrowser } from "../support/browser.ts";
import { noChromium } from "../support/chromium.ts";
import { visitDemo } from "../support/demo-agents.ts";
import { spawnService, type SpawnedService } from "../support/spawn-service.ts";
import { chatOf, openChat } from "../support/start-widget.ts";
import { ask } from "../support/visitor.ts";

/** A service without any configuration, and its visitor. */
async function startDemo(): Promise<{ service: SpawnedService; browser: TestBrowser } & AsyncDisposable> {
  await using stack = new AsyncDisposableStack();
  const settings = { SERVICECHAT_PUBLIC_URL: "https://chat.example", SERVICECHAT_DEMO: "on" };
  const service = stack.use(await spawnService({ model: { provider: "extractive" }, settings }));
  await service.start();
  const port = Number(new URL(service.baseUrl).port);
  const browser = stack.use(await openBrowser({ service: { port }, sites: {} }));
  browser.context.setDefaultTimeout(60_000);
  const kept = stack.move();
  return { service, browser, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

/** Chooses the shop's agent on the page, which opens the chat. */
async function chooseShop(page: Page) {
  await page.getByRole("link", { name: "Larkfield Coffee Be a customer" }).click();
  await page.waitForURL("**/demo/shop");
  return chatOf(page);
}

const weekday = /(?:Mon|Tues|Wednes|Thurs|Fri|Satur)day/;

test.skipIf(noChromium)(
  `a visitor of the demo chooses the shop, asks, tracks an order with a form, and confirms a change to it${noChromium ? ` (${noChromium})` : ""}`,
  async () => {
    await using demo = await startDemo();
    const shop = await visitDemo(demo.service, "/demo/shop");
    // Its documents are read in the background, and questions wait for them.
    expect((await ask(shop, "When are you open?")).text).toContain("We are open");
    const page = await demo.browser.visit("https://chat.example/demo");
    const guide = await openChat(page);
    await guide.getByRole("button", { name: "How do I put the chat on my page?" }).waitFor();

    const chat = await chooseShop(page);
    expect(page.frames().filter((frame) => frame.url().includes("/chat/"))).toHaveLength(1);
    await chat.getByRole("button", { name: "When are you open?" }).click();
    await chat.getByText("We are open Tuesday to Friday from 8:00 to 17:00").first().waitFor();
    const source = chat.getByRole("link", { name: /when are you open\?/i }).first();
    expect(await source.getAttribute("href")).toBe(
      "https://chat.example/demo/shop/help/visit.md#opening-hours-when-are-you-open",
    );

    const fillIn = async (label: string) => {
      await chat.getByRole("button", { name: "Available actions" }).click();
      await chat.getByRole("button", { name: label }).click();
      await chat.getByLabel("Order number").fill("1042");
      await chat.getByLabel("Postcode").fill("4310");
    };
    const send = () => chat.getByRole("button", { name: "Send", exact: true }).click();
    await fillIn("Track my order");
    await send();
    const told = chat.getByText(/Order 1042 is on its way, and arrives on \w+day/).first();
    const planned = weekday.exec((await told.textContent()) ?? "")?.[0];
    await chat.getByText("2 × Meadow, 250 g").first().waitFor();

    const wanted = planned === "Friday" ? "Saturday" : "Friday";
    await fillIn("Change the delivery day");
    await chat.getByLabel("New day").selectOption({ label: wanted });
    await send();
    const card = chat.getByRole("region", { name: "Change the delivery day" });
    await card.getByRole("button", { name: "Confirm", exact: true }).click();
    await chat.getByText(`Order 1042 now arrives on ${wanted}`).first().waitFor();

    await page.getByRole("link", { name: "Visit us" }).click();
    await page.waitForURL("**/demo/shop/visit");
    await page.getByRole("button", { name: "Ask us" }).click();
    const later = await chatOf(page);
    await later.getByText(`Order 1042 now arrives on ${wanted}`).first().waitFor();
  },
);

test.skipIf(noChromium)(
  `each agent of the demo has a separate chat, and the page shows who answers${noChromium ? ` (${noChromium})` : ""}`,
  async () => {
    await using demo = await startDemo();
    const page = await demo.browser.visit("https://chat.example/demo/visit");
    const chosen = () => page.locator(".agent[aria-current] strong").textContent();
    expect(await chosen()).toBe("ServiceChat Guide");
    await page.getByRole("link", { name: "ServiceChat Guide" }).click();
    await (await chatOf(page)).getByRole("heading", { name: "documentation of ServiceChat" }).waitFor();

    await page.getByRole("link", { name: "Larkfield Coffee Be a customer" }).click();
    await page.waitForURL("**/demo/shop/visit");
    expect(await chosen()).toBe("Larkfield Coffee");
    await (await chatOf(page)).getByRole("heading", { name: "Welcome to Larkfield!" }).waitFor();
    // A reload is not a choice: the URL no longer contains it.
    expect(new URL(page.url()).hash).toBe("");

    // The open chat covers no link to another page of the shop, and is open there too.
    const link = page.getByRole("link", { name: "Coffee", exact: true });
    const { x, y } = (await link.boundingBox()) ?? { x: 0, y: 0 };
    await page.mouse.click(x + 10, y + 10);
    await page.waitForURL("**/demo/shop");
    await (await chatOf(page)).getByRole("heading", { name: "Welcome to Larkfield!" }).waitFor();
  },
);
