import { createServer } from "node:http";
import { createOutbound } from "@servicechat/outbound";
import { describe, expect, test } from "vitest";
import { askInChat } from "../support/ask-in-chat.ts";
import { noChromium } from "../support/chromium.ts";
import { drawPng } from "../support/draw-png.ts";
import type { ModelAsk, ModelScript } from "../support/model-server.ts";
import { openChat, startWidget } from "../support/start-widget.ts";
import { untilTrue } from "../support/until-true.ts";
import { listenOnLoopback } from "../support/listen-on-loopback.ts";

const lamp = { name: "lamp.png", mimeType: "image/png", buffer: drawPng(40, 20) };
const notes = { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("The bulb is loose.") };
const told = (ask: ModelAsk | undefined) => JSON.stringify(ask?.messages.at(-1));

/** A camera that responds to every request with a picture. */
async function startCamera() {
  const server = createServer((_request, response) =>
    response.writeHead(200, { "Content-Type": "image/png" }).end(drawPng(320, 200)),
  );
  const listening = await listenOnLoopback(server);
  return {
    ...listening,
    url: listening.baseUrl,
  };
}

describe.skipIf(noChromium)(`files, images and the page${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("an attached file reaches the model with the text, and is in the chat after a reload", async () => {
    await using widget = await startWidget({ agent: { uploads: {} } });
    const page = await widget.openShop();
    let chat = await openChat(page);
    await chat.locator("button.attach").waitFor();
    await chat.locator('input[type="file"]').setInputFiles([lamp, notes]);
    await chat.getByText("notes.txt").waitFor();
    await expect.poll(() => chat.getByRole("progressbar").count()).toBe(0);
    await askInChat(chat, "What is wrong with it?");
    await chat.getByText("Hello from the model.").first().waitFor();
    const [asked] = widget.service.model.asked;
    expect(told(asked)).toContain("The bulb is loose.");
    expect(told(asked)).toContain(lamp.buffer.toString("base64"));
    expect(told(asked)).toContain("What is wrong with it?");

    await page.reload();
    chat = await openChat(page);
    await chat.locator(".sent-file", { hasText: "lamp.png" }).waitFor();
    await chat.locator(".sent-file", { hasText: "notes.txt" }).waitFor();
    await chat.getByText("What is wrong with it?").waitFor();
  });

  test("a file of another type than it claims is refused with the service's message", async () => {
    await using widget = await startWidget({ agent: { uploads: { types: ["image/png"] } } });
    widget.browser.trouble.expect(/status of 4\d\d/);
    const chat = await openChat(await widget.openShop());
    await chat.locator("button.attach").waitFor();
    await chat.locator('input[type="file"]').setInputFiles([{ ...notes, name: "notes.png" }]);
    const fault = chat.getByRole("alert");
    await fault.waitFor();
    expect((await fault.textContent())?.length).toBeGreaterThan(20);
    await askInChat(chat, "Hello");
    await chat.getByText("Hello from the model.").first().waitFor();
  });

  test("an image from a tool is drawn, also from history, and enlarged on a click", async () => {
    await using camera = await startCamera();
    const tool = {
      name: "camera",
      title: "Looking",
      description: "Looks.",
      http: { url: `${camera.url}/now` },
    };
    const script: ModelScript = ({ messages }) =>
      messages.at(-1)?.role === "tool" ? ["There it is."] : [{ tool: "camera", input: {} }];
    await using outbound = createOutbound({ allowedNetworks: ["127.0.0.0/8"] });
    await using widget = await startWidget({ script, outbound, agent: { tools: [tool] } });
    const page = await widget.openShop();
    let chat = await openChat(page);
    await askInChat(chat, "Show me");
    await chat.getByText("There it is.").first().waitFor();
    for (const _time of ["live", "from history"]) {
      const image = chat.locator("figure.image img");
      await image.waitFor();
      expect(await image.getAttribute("src")).toMatch(/^blob:/);
      await chat.locator("figure.image button").click();
      await chat.getByRole("dialog").waitFor();
      await page.keyboard.press("Escape");
      await expect.poll(() => chat.getByRole("dialog").count()).toBe(0);
      expect(await page.evaluate("ServiceChat.isOpen()")).toBe(true);
      await page.reload();
      chat = await openChat(page);
    }
  });

  test("the page's title, URL and context reach the model; hidden parts of the URL do not", async () => {
    await using widget = await startWidget({ agent: { pageContext: true } });
    const page = await widget.openShop("/cart?token=canary-query#canary-fragment");
    await untilTrue(page, "'ServiceChat' in window");
    await page.evaluate("ServiceChat.setContext({ product: 'tent-2' })");
    const chat = await openChat(page);
    await askInChat(chat, "Does it fit two?");
    await chat.getByText("Hello from the model.").first().waitFor();
    const first = JSON.stringify(widget.service.model.asked[0]);
    expect(first).toContain("https://shop.example/cart");
    expect(first).toContain("tent-2");
    expect(first).not.toContain("canary");

    await page.evaluate(
      "document.title = 'Checkout'; history.replaceState(null, '', '/checkout'); ServiceChat.setContext({})",
    );
    await askInChat(chat, "And now?");
    await expect.poll(() => widget.service.model.asked.length).toBe(2);
    const second = told(widget.service.model.asked[1]);
    expect(second).toContain("https://shop.example/checkout");
    expect(second).toContain("Checkout");
    expect(second).not.toContain("tent-2");
  });
});
