import { describe, expect, test } from "vitest";
import { askInChat } from "../support/ask-in-chat.ts";
import { noChromium } from "../support/chromium.ts";
import { untilTrue } from "../support/until-true.ts";
import { chatOf, openChat, startWidget } from "../support/start-widget.ts";

const chat = "https://chat.example";
const strict = {
  "Content-Security-Policy": `default-src 'none'; script-src ${chat}; connect-src ${chat}; frame-src ${chat}; style-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'`,
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Embedder-Policy": "require-corp",
  "Cross-Origin-Opener-Policy": "same-origin",
};

describe.skipIf(noChromium)(`the whole product on any page${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("Promise 29: a page that forbids all but the three sources has a whole conversation; one with the chat inside it cannot lose it", async () => {
    const key = { value: "" };
    const tag = (attributes = "") =>
      `<script src="${chat}/launcher.js" data-agent-key="${key.value}" ${attributes} async></script>`;
    await using widget = await startWidget(
      {},
      {
        sites: {
          "shop.example": (request, response) => {
            const isInline = request.url === "/inline";
            response.writeHead(200, { "Content-Type": "text/html", ...(!isInline && strict) });
            response.end(
              `<!doctype html><html lang="en"><title>Shop</title>${
                isInline
                  ? `<input id="own"><script>document.getElementById("own").focus()</script><div id="chat" style="width:360px;height:560px"></div>${tag(`data-target="#chat"`)}`
                  : `<h1>Shop</h1>${tag()}`
              }`,
            );
          },
        },
      },
    );
    key.value = widget.service.key;

    const page = await widget.openShop();
    const frame = await openChat(page);
    await askInChat(frame, "May I?");
    await frame.getByText("Hello from the model.").first().waitFor();
    expect(await page.evaluate("crossOriginIsolated")).toBe(true);

    const inline = await widget.openShop("/inline");
    const inside = await chatOf(inline);
    const prompt = inside.getByRole("textbox");
    await prompt.waitFor();
    expect(await inline.evaluate("document.activeElement.id")).toBe("own");
    expect(await inside.getByRole("button", { name: "Close chat" }).count()).toBe(0);
    await prompt.press("Escape");
    expect(await inline.evaluate("ServiceChat.isOpen()")).toBe(true);
    await askInChat(inside, "And here?");
    await inside.getByText("Hello from the model.").last().waitFor();
    const folder = process.env["SCREENSHOTS"];
    if (folder) await inline.screenshot({ path: `${folder}/inline.png` });
  });

  test.each([
    ["srcdoc", "frame.srcdoc = text"],
    ["a blob", "frame.src = URL.createObjectURL(new Blob([text], { type: 'text/html' }))"],
  ])(
    "a document that a page wrote itself, in a frame by %s, has the page's origin, and so its chat; one without an origin has none",
    async (_, write) => {
      await using widget = await startWidget({ agent: { pageContext: true } });
      const page = await widget.openShop();
      const posted: (string | null)[] = [];
      page.on("request", (request) => posted.push(request.postData()));
      await page.evaluate(`{
        const tag = document.querySelector("script").outerHTML.replace("async", "async data-open");
        const frame = document.createElement("iframe");
        const text = "<!doctype html><title>Preview</title>" + tag;
        frame.style = "width: 500px; height: 600px";
        ${write};
        document.body.replaceChildren(frame);
      }`);
      const frame = await chatOf(page);
      await askInChat(frame, "In a preview?");
      await frame.getByText("Hello from the model.").first().waitFor();
      expect(posted.join()).toContain("Preview");
      expect(posted.join()).not.toMatch(/srcdoc|blob|shop\.example/);
    },
  );

  test("going back finds the page and its chat as they were left, and the chat continues", async () => {
    await using widget = await startWidget({}, { keepsPages: true });
    const page = await widget.openShop();
    const frame = await openChat(page);
    await askInChat(frame, "Before");
    await frame.locator("article:not(.live)").waitFor();
    await page.evaluate(`
      window.events = [];
      for (const name of ["message:sent", "message:received"]) ServiceChat.on(name, () => events.push(name))`);
    await page.goto("https://shop.example/next");
    // A page restored like this fires no load event.
    await page.goBack({ waitUntil: "commit" });
    await untilTrue(page, "window.events");
    expect(await page.evaluate("ServiceChat.isOpen()")).toBe(true);
    await page.evaluate("ServiceChat.sendMessage('After')");
    await untilTrue(page, "events.join() === 'message:sent,message:received'");
  });

  test("going back during an answer finds it still in progress", async () => {
    const gate = Promise.withResolvers<void>();
    const script = () => ["The first half, ", { until: gate.promise }, "and the second."];
    await using widget = await startWidget({ script }, { keepsPages: true });
    const page = await widget.openShop();
    const frame = await openChat(page);
    await askInChat(frame, "Before");
    await frame.getByText("The first half,").first().waitFor();
    await page.evaluate(
      "window.events = []; ServiceChat.on('message:received', () => events.push('received'))",
    );
    await page.goto("https://shop.example/next");
    await page.goBack({ waitUntil: "commit" });
    await untilTrue(page, "window.events");
    expect(await page.evaluate("events")).toEqual([]);
    gate.resolve();
    await untilTrue(page, "events.length === 1");
  });
});
