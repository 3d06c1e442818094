import { createServer, type RequestListener } from "node:http";
import { describe, expect, test } from "vitest";
import { openBrowser, type BrowserOptions } from "./browser.ts";
import { noChromium } from "./chromium.ts";
import { untilTrue } from "./until-true.ts";
import { listenOnLoopback } from "./listen-on-loopback.ts";

async function startService(listener: RequestListener) {
  const server = createServer(listener);
  return listenOnLoopback(server);
}

/** Opens a page of the shop, waits until it has finished, and returns the browser's complaints. */
async function complaintsOf(html: string, options: Partial<BrowserOptions> = {}): Promise<string> {
  const browser = await openBrowser({ service: { port: 1 }, sites: { "shop.example": html }, ...options });
  const page = await browser.visit("https://shop.example/");
  await untilTrue(page, "window.done");
  return browser[Symbol.asyncDispose]().then(
    () => "",
    (error: Error) => error.message,
  );
}

describe.skipIf(noChromium)(`the browser harness${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("a quiet page is no trouble", async () => {
    expect(await complaintsOf("<script>console.log('hello'); done = 1</script>")).toBe("");
  });

  test("foreign requests, errors, dialogs and policy violations are", async () => {
    const complaints = await complaintsOf(`
      <meta http-equiv="Content-Security-Policy" content="font-src 'none'">
      <script>
        console.error("said");
        setTimeout(() => { throw new Error("thrown"); });
        alert("asked");
        new FontFace("f", "url(https://shop.example/font)").load().catch(() => {});
        fetch("https://elsewhere.example/").catch(() => setTimeout(() => (done = 1), 0));
      </script>`);
    for (const line of [
      "console error: said",
      "page error: thrown",
      "dialog: asked",
      "foreign request: https://elsewhere.example/",
      "policy violation: font-src",
    ]) {
      expect(complaints).toContain(line);
    }
  });

  test("the service is forwarded as it streams, and notices when the browser leaves", async () => {
    let left = false;
    await using service = await startService((request, response) => {
      response.writeHead(200, { "Content-Type": "text/html" });
      if (request.url !== "/stream") return void response.end(request.headers.host);
      response.write("first"); // and nothing after it
      response.on("close", () => (left = true));
    });
    await using browser = await openBrowser({ service, sites: {} });
    const page = await browser.visit("https://chat.example/");
    expect(await page.innerText("body")).toBe("chat.example");
    const read = `fetch("/stream").then(({ body }) => body.getReader().read()).then(({ value }) => new TextDecoder().decode(value))`;
    expect(await page.evaluate(read)).toBe("first");
    await page.close();
    await expect.poll(() => left).toBe(true);
  });

  test.each([
    ["blocked", "SecurityError"],
    ["allowed", "stored"],
    ["forbidden", "SecurityError"],
  ] as const)("third-party storage can be %s", async (cookies, outcome) => {
    await using service = await startService((_, response) => {
      response.writeHead(200, { "Content-Type": "text/html" });
      response.end(`<script>
        let outcome = "stored";
        try { localStorage.setItem("a", "b"); } catch (error) { outcome = error.name; }
        parent.postMessage(outcome, "*");
      </script>`);
    });
    const html = `<script>onmessage = ({ data }) => (outcome = data)</script><iframe src="https://chat.example/"></iframe>`;
    await using browser = await openBrowser({ service, sites: { "shop.example": html }, cookies });
    const page = await browser.visit("https://shop.example/");
    await untilTrue(page, "window.outcome");
    expect(await page.evaluate("outcome")).toBe(outcome);
  });
});
