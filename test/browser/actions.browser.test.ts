import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { askInChat } from "../support/ask-in-chat.ts";
import { noChromium } from "../support/chromium.ts";
import { openChat, startWidget } from "../support/start-widget.ts";

const returnForm = {
  id: "return",
  label: "Return an order",
  kind: "form",
  prompt: "Order {order} comes back, {pieces} pieces, because: {reason}. Box: {box}. Write to {email}.",
  inputSchema: {
    type: "object",
    additionalProperties: false,
    required: ["order", "email", "reason", "pieces"],
    properties: {
      order: { type: "string", title: "Order number", description: "On your bill", pattern: "^A-[0-9]+$" },
      email: { type: "string", title: "Email", format: "email" },
      reason: { type: "string", title: "Reason", enum: ["It is damaged", "It does not fit"] },
      pieces: { type: "integer", title: "Pieces", minimum: 1, maximum: 9 },
      box: { type: "boolean", title: "I have kept the box" },
      story: { type: "string", title: "What happened", maxLength: 500 },
    },
  },
};
const actions = [
  returnForm,
  { id: "pick", label: "Choose on this page", kind: "host" },
  { id: "clear", label: "Empty my cart", kind: "host", confirm: true },
  { id: "help", label: "Help pages", kind: "link", url: "https://shop.example/help" },
];

/** What the page's listeners received. */
const heard = (page: Page): Promise<unknown> => page.evaluate("window.heard");

async function listen(page: Page, answers: string): Promise<void> {
  await page.evaluate(
    `window.heard = []; ServiceChat.on("action", (action) => { heard.push(action); return (${answers})[action.id]; }); 0`,
  );
}

describe.skipIf(noChromium)(`actions with forms and pages${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("a form reports faults beside its fields, sends nothing until they are fixed, and then its values", async () => {
    await using widget = await startWidget({ agent: { actions } });
    const page = await widget.openShop();
    const chat = await openChat(page);
    await chat.getByRole("button", { name: "Return an order" }).click();
    const form = chat.getByRole("form", { name: "Return an order" });
    const order = form.getByLabel("Order number");
    const focused = () => chat.evaluate("document.activeElement.labels?.[0]?.textContent");
    await expect.poll(focused).toBe("Order number");

    await order.fill("1027");
    await form.getByLabel("Email").fill("ada");
    await form.getByLabel("Pieces").fill("ten");
    await form.getByRole("button", { name: "Send", exact: true }).click();
    for (const fault of [
      "This isn't in the right format.",
      "Please enter an email address.",
      "Please fill this in.",
      "Please enter a number.",
    ])
      await form.getByText(fault).waitFor();
    expect(await order.getAttribute("aria-invalid")).toBe("true");
    await expect.poll(focused).toBe("Order number");
    expect(widget.service.model.asked).toHaveLength(0);

    await order.fill("A-1027");
    await form.getByLabel("Email").fill("ada@example.com");
    await form.getByLabel("Reason").selectOption("It is damaged");
    await form.getByLabel("Pieces").fill("2");
    await form.getByText("I have kept the box").click();
    expect(await form.getByText("Please").count()).toBe(0);
    await form.getByLabel("Pieces").press("Enter");

    await chat.getByText("Hello from the model.").first().waitFor();
    expect(widget.service.model.asked[0]?.messages.at(-1)?.content).toBe(
      "Order A-1027 comes back, 2 pieces, because: It is damaged. Box: true. Write to ada@example.com.",
    );
    expect(await form.count()).toBe(0);
    await chat.getByText("Order number: A-1027").waitFor();

    await page.reload();
    const again = await openChat(page);
    await again.getByText("Order number: A-1027").waitFor();
  });

  test("a form can be left, even during a conversation, and the next message does not change it", async () => {
    await using widget = await startWidget({ agent: { actions } });
    const chat = await openChat(await widget.openShop());
    const form = chat.getByRole("form", { name: "Return an order" });
    await askInChat(chat, "Hello");
    await chat.getByText("Hello from the model.").first().waitFor();
    await chat.getByRole("button", { name: "Available actions" }).click();
    await chat.getByRole("button", { name: "Return an order" }).click();
    await form.waitFor();
    await askInChat(chat, "Wait");
    await expect.poll(() => widget.service.model.asked.length).toBe(2);
    await chat.locator(".reply:not(.live)").nth(1).waitFor();
    await form.getByRole("button", { name: "Cancel" }).click();
    await expect.poll(() => form.count()).toBe(0);
  });

  test("a host action is sent to the page: the model gets what its listener returns, or nothing", async () => {
    await using widget = await startWidget({ agent: { actions } });
    const page = await widget.openShop();
    const chat = await openChat(page);
    await listen(page, `{ pick: new Promise((done) => setTimeout(() => done({ product: "tent-2" }), 30)) }`);

    await chat.getByRole("button", { name: "Choose on this page" }).click();
    await chat.getByText("Hello from the model.").first().waitFor();
    expect(await heard(page)).toEqual([{ id: "pick", name: "pick", kind: "host" }]);
    expect(String(widget.service.model.asked[0]?.messages.at(-1)?.content)).toContain('{"product":"tent-2"}');
    await chat.locator(".bubble", { hasText: "Choose on this page" }).waitFor();

    await chat.getByRole("button", { name: "Available actions" }).click();
    await chat.getByRole("button", { name: "Empty my cart" }).click();
    await chat.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    expect(await heard(page)).toHaveLength(1);
    await chat.getByRole("button", { name: "Available actions" }).click();
    await chat.getByRole("button", { name: "Empty my cart" }).click();
    await chat.getByRole("dialog").getByRole("button", { name: "Continue" }).click();
    await expect.poll(() => heard(page)).toHaveLength(2);
    await askInChat(chat, "Thank you");
    await expect.poll(() => widget.service.model.asked.length).toBe(2);
    expect(await chat.locator(".bubble").count()).toBe(2);
  });

  test("the page is told which action was chosen, but not the values of its form", async () => {
    await using widget = await startWidget({ agent: { actions } });
    const page = await widget.openShop();
    const chat = await openChat(page);
    await listen(page, "{}");
    await chat.getByRole("button", { name: "Return an order" }).click();
    const form = chat.getByRole("form", { name: "Return an order" });
    await form.getByLabel("Order number").fill("A-1");
    await form.getByLabel("Email").fill("ada@example.com");
    await form.getByLabel("Reason").selectOption("It does not fit");
    await form.getByLabel("Pieces").fill("1");
    await form.getByRole("button", { name: "Send", exact: true }).click();
    await expect.poll(() => heard(page)).toEqual([{ id: "return", name: "return", kind: "form" }]);
  });
});
