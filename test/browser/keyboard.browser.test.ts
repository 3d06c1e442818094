import { createOutbound } from "@servicechat/outbound";
import type { Frame, Page } from "playwright-core";
import { expect, test } from "vitest";
import { noChromium } from "../support/chromium.ts";
import type { ModelScript } from "../support/model-server.ts";
import { startRecordingApi } from "../support/recording-api.ts";
import { returning, returnTools, shopToken } from "../support/return-desk.ts";
import { chatOf, startWidget } from "../support/start-widget.ts";

const question = {
  question: "How do you want to pay?",
  header: "Payment",
  options: [
    { label: "By card", description: "" },
    { label: "By invoice", description: "" },
  ],
  multiSelect: false,
};
const order = {
  type: "object",
  properties: { order: { type: "string", title: "Order number", pattern: "^A-[0-9]$" } },
};
const agent = {
  starters: ["How do returns work?"],
  actions: [
    { id: "track", label: "Track an order", kind: "form", prompt: "Where is {order}?", inputSchema: order },
    { id: "clear", label: "Empty my cart", kind: "host", confirm: true },
  ],
  tools: ["AskUserQuestion"],
};

const never = new Promise<never>(() => {});
const script: ModelScript = ({ messages }) => {
  const last = messages.at(-1);
  const text = String(last?.content);
  if (last?.role === "tool") return ["Very well."];
  if (text.includes("returns")) return ["Returns are ", { until: never }];
  if (text.includes("pay")) return [{ tool: "AskUserQuestion", input: { questions: [question] } }];
  return ["It is on its way."];
};

/** What receives key presses in a document, by its accessible name. */
const focused = (where: Page | Frame): Promise<string> =>
  where.evaluate(`(() => {
    if (!document.hasFocus()) return "nothing";
    const { activeElement: at } = document;
    return at.ariaLabel ?? at.labels?.[0]?.textContent ?? (at === document.body ? "nothing" : at.textContent);
  })()`);

/** Waits until the browser sends keys to the chat's frame, which is a little later than the frame has the focus. */
async function untilKeysArrive(chat: Frame): Promise<void> {
  await chat.evaluate(`(() => {
    document.heardKey = false;
    addEventListener("keydown", () => (document.heardKey = true), { capture: true, once: true });
  })()`);
  async function isHeard(): Promise<boolean> {
    await chat.page().keyboard.press("Shift");
    return chat.evaluate<boolean>("document.heardKey === true");
  }
  await expect.poll(isHeard).toBe(true);
}

/** Presses Tab, or Shift+Tab, until the named control has the focus. */
async function goTo(chat: Frame, name: string | RegExp, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  const passed: string[] = [];
  for (let presses = 0; presses < 25; presses++) {
    const now = await focused(chat);
    if (typeof name === "string" ? now === name : name.test(now)) return;
    passed.push(now);
    await chat.page().keyboard.press(key);
  }
  throw new Error(`"${String(name)}" is not reached: ${passed.join(" > ")}`);
}

async function untilAnswered(chat: Frame): Promise<void> {
  await expect.poll(() => chat.locator('article[aria-busy="true"]').count()).toBe(0);
}

test.skipIf(noChromium)(
  `with keys alone a visitor opens the chat, asks, stops, answers, fills in a form, confirms and closes, and the focus is never lost${noChromium ? ` (${noChromium})` : ""}`,
  async () => {
    await using widget = await startWidget({ agent, script });
    const page = await widget.openShop();
    await page.clock.install();
    const { keyboard } = page;
    await page.waitForSelector("service-chat", { state: "attached" });
    const onPage = () => page.evaluate("document.activeElement.localName");

    // The bubble comes after the page's content; opening it leads to the composer.
    await keyboard.press("Tab");
    expect(await onPage()).toBe("a");
    await keyboard.press("Tab");
    expect(await onPage()).toBe("service-chat");
    await keyboard.press("Enter");
    const chat = await chatOf(page);
    await expect.poll(() => focused(chat)).toBe("Your message");

    // For a second the chat returns the focus to the composer when the page's focus() takes it: nobody presses keys that
    // fast.
    await page.clock.runFor(1_000);
    // A starter disappears with the welcome screen; the composer takes over the focus.
    await chat.getByRole("button", { name: "How do returns work?" }).waitFor();
    await goTo(chat, "How do returns work?", "Shift+Tab");
    await keyboard.press("Enter");
    await chat.getByText("Returns are").first().waitFor();
    expect(await focused(chat)).toBe("Your message");
    await goTo(chat, "Stop answering");
    await keyboard.press("Enter");
    await chat.getByText("You stopped this answer.").first().waitFor();
    // The same button, after the service has ended the answer.
    await expect.poll(() => focused(chat)).toBe("Send message");

    // A question: arrow keys choose, Enter sends.
    await goTo(chat, "Your message", "Shift+Tab");
    await keyboard.type("I want to pay");
    await keyboard.press("Enter");
    await chat.getByRole("group", { name: question.question }).waitFor();
    await untilAnswered(chat);
    expect(await focused(chat)).toBe("Your message");
    await goTo(chat, "Something else", "Shift+Tab");
    await keyboard.press("ArrowDown");
    expect(await chat.getByRole("radio", { name: "By card" }).isChecked()).toBe(true);
    await keyboard.press("ArrowDown");
    expect(await chat.getByRole("radio", { name: "By invoice" }).isChecked()).toBe(true);
    await keyboard.press("Enter");
    await chat.getByText("Very well.").first().waitFor();
    await untilAnswered(chat); // the menu of actions is disabled in the meantime
    expect(await focused(chat)).toBe("Your message");

    // Escape collapses the menu but closes nothing else, and returns the focus to its button.
    await goTo(chat, "Available actions", "Shift+Tab");
    await keyboard.press("Enter");
    await keyboard.press("Tab");
    expect(await focused(chat)).toContain("Track an order");
    await keyboard.press("Escape");
    expect(await focused(chat)).toBe("Available actions");
    expect(await chat.getByRole("list", { name: "Available actions" }).count()).toBe(0);
    expect(await page.evaluate("ServiceChat.isOpen()")).toBe(true);

    // A form starts at its first field and ends at the composer.
    await keyboard.press("Enter");
    await goTo(chat, /^Track an order/);
    await keyboard.press("Enter");
    await expect.poll(() => focused(chat)).toContain("Order number");
    await keyboard.type("A-1");
    await keyboard.press("Enter");
    await chat.getByText("It is on its way.").first().waitFor();
    await untilAnswered(chat); // the menu of actions is disabled in the meantime
    expect(await focused(chat)).toBe("Your message");

    // A dialog traps the focus until it closes, and then returns it.
    await goTo(chat, "Available actions", "Shift+Tab");
    await keyboard.press("Enter");
    await goTo(chat, /^Empty my cart/);
    await keyboard.press("Enter");
    const dialog = chat.locator("dialog");
    await expect.poll(() => focused(chat)).toBe("Cancel");
    await keyboard.press("Tab");
    expect(await focused(chat)).toBe("Continue");
    // Leaves the frame, past everything behind the dialog. The frame loses the focus before the page has it.
    await keyboard.press("Tab");
    const isOut = async () => (await onPage()) !== "service-chat" || (await focused(chat)) === "Cancel";
    await expect.poll(isOut).toBe(true);
    await keyboard.press("Shift+Tab");
    await expect.poll(() => focused(chat)).toBe("Continue");
    await untilKeysArrive(chat);
    await keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    expect(await focused(chat)).toMatch(/^(?:Empty my cart|Available actions)$/);

    await goTo(chat, "Your message");
    // Escape closes the chat and returns to the bubble, where Enter opens it again.
    await keyboard.press("Escape");
    await expect.poll(() => page.evaluate("ServiceChat.isOpen()")).toBe(false);
    expect(await onPage()).toBe("service-chat");
    await expect.poll(() => focused(chat)).toBe("nothing");
    await keyboard.press("Enter");
    await expect.poll(() => page.evaluate("ServiceChat.isOpen()")).toBe(true);
    await expect.poll(() => focused(chat)).toBe("Your message");
    await untilKeysArrive(chat);

    // Beside the page, the chat does not trap the focus: what follows its last control is outside.
    await goTo(chat, "Send message");
    await keyboard.press("Tab");
    await expect.poll(onPage).not.toBe("service-chat");
  },
);

test.skipIf(noChromium)(
  `with keys alone a visitor refuses a request, confirms another, reads what it sends, and begins a new chat${noChromium ? ` (${noChromium})` : ""}`,
  async () => {
    await using api = await startRecordingApi();
    await using outbound = createOutbound({ allowedNetworks: ["127.0.0.0/8"] });
    await using widget = await startWidget({
      agent: { tools: returnTools(api.url) },
      environment: { SHOP_TOKEN: shopToken },
      outbound,
      script: returning,
    });
    const page = await widget.openShop();
    await page.clock.install();
    const { keyboard } = page;
    await page.waitForSelector("service-chat", { state: "attached" });
    for (const key of ["Tab", "Tab", "Enter"]) await keyboard.press(key);
    const chat = await chatOf(page);
    await expect.poll(() => focused(chat)).toBe("Your message");
    await untilKeysArrive(chat);
    const ask = async (orderId: string): Promise<void> => {
      await goTo(chat, "Your message");
      await keyboard.type(`Please return ${orderId}`);
      await keyboard.press("Enter");
      await expect.poll(() => chat.getByRole("button", { name: "Confirm", exact: true }).count()).toBe(1);
      await untilAnswered(chat);
      expect(await focused(chat)).toBe("Your message");
    };

    // Refused: nothing is sent, and the focus stays in the conversation.
    await ask("1042");
    await goTo(chat, "Cancel", "Shift+Tab");
    await keyboard.press("Enter");
    await chat.getByText("Not confirmed").waitFor();
    await untilAnswered(chat);
    expect(await focused(chat)).toBe("Your message");
    expect(api.lines()).toEqual([]);

    // Confirmed: from the composer backwards, the confirm button comes first, then the refuse button, then the details.
    await ask("2084");
    await goTo(chat, "Confirm", "Shift+Tab");
    await keyboard.press("Shift+Tab");
    expect(await focused(chat)).toBe("Cancel");
    await keyboard.press("Shift+Tab");
    expect(await focused(chat)).toBe("Details");
    await keyboard.press("Enter");
    await keyboard.press("Tab");
    expect(await focused(chat)).toContain('"orderId"');
    await goTo(chat, "Confirm");
    await keyboard.press("Space");
    await chat.getByText("Confirmed", { exact: true }).waitFor();
    await expect.poll(() => api.lines()).toEqual(["POST /orders/2084/returns"]);
    await untilAnswered(chat);
    expect(await focused(chat)).not.toBe("nothing");

    // A new chat, from the menu; if the browser stores no past chats, it asks first.
    await goTo(chat, "Chat menu", "Shift+Tab");
    await keyboard.press("Enter");
    await expect.poll(() => focused(chat)).toBe("New chat");
    await keyboard.press("Enter");
    await expect.poll(() => focused(chat)).toBe("Cancel");
    await keyboard.press("Escape");
    await expect.poll(() => focused(chat)).toBe("Chat menu");
    expect(await chat.getByText("Confirmed", { exact: true }).count()).toBe(1);
    await keyboard.press("ArrowDown");
    await expect.poll(() => focused(chat)).toBe("New chat");
    await keyboard.press("Space");
    await expect.poll(() => focused(chat)).toBe("Cancel");
    await keyboard.press("Tab");
    expect(await focused(chat)).toBe("New chat");
    await keyboard.press("Enter");
    await expect.poll(() => chat.getByRole("button", { name: "Chat menu" }).count()).toBe(0);
    expect(await chat.getByText("Confirmed", { exact: true }).count()).toBe(0);
    await expect.poll(() => focused(chat)).not.toBe("nothing");
    await goTo(chat, "Your message");
  },
);
