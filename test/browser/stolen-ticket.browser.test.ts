import { listEndpoints } from "../support/list-endpoints.ts";
import type { BrowserContext, Frame, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { askInChat } from "../support/ask-in-chat.ts";
import { noChromium } from "../support/chromium.ts";
import { eraseChats, listChats } from "../support/list-chats.ts";
import { onOneAndTwoNodes } from "../support/on-one-and-two-nodes.ts";
import { shop } from "../support/start-service.ts";
import type { TestService } from "../support/start-service.ts";
import { chatOf, startWidget } from "../support/start-widget.ts";
import { ask } from "../support/visitor.ts";

const evil = "https://evil.example";
const sentence = "This chat only works inside a web page.";
/** Browsers request this automatically when a URL of the service is opened as a page. */
const wholePagesIcon = /https:\/\/chat\.example\/favicon\.ico/;

/**
 * One page for every site, so that only the site differs: it can do what the launcher does with what it was given.
 * `?frame=` frames an address, and `pressOn` repeatedly posts the welcome to a window.
 */
const anyonesPage = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Page</title><script>
  const heard = [];
  let pressed = 0;
  addEventListener("message", ({ data }) => heard.push(data));
  function pressOn(target, loot) {
    setInterval(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => heard.push(data);
      const welcome = { type: "servicechat:welcome", theme: "auto", open: true, ...loot };
      target().postMessage(welcome, "*", [port2]);
      pressed++;
    }, 20);
  }
  function addFrame(attributes) {
    const frame = Object.assign(document.createElement("iframe"), attributes);
    document.body.append(frame);
    return frame;
  }
  addEventListener("load", () => {
    const address = new URLSearchParams(location.search).get("frame");
    if (address) addFrame({ src: address, id: "framed" });
  });
</script><h1>Page</h1>`;

const sites = { "shop.example": anyonesPage, "evil.example": anyonesPage };

/** What a thief needs to welcome the chat as the launcher does. The key and the frame's URL are public anyway. */
async function steal(service: TestService) {
  const answer = await service.fetch("/chat-bot/config");
  const ticket = answer.headers.get("X-Embed-Ticket") ?? "";
  expect(ticket).not.toBe("");
  return { key: service.key, ticket, config: (await answer.json()) as unknown };
}

function frameAddress(service: TestService, parent = shop): string {
  return `https://chat.example/chat/?key=${service.keyId}&parent=${encodeURIComponent(parent)}`;
}

/** The shop's page with the chat in a frame, waiting for its welcome. */
function shopFraming(service: TestService): string {
  return `${shop}/?frame=${encodeURIComponent(frameAddress(service))}`;
}

/** Opens a popup as a page's script does; the page stores it as `popup`. */
async function openFrom(page: Page, address: string): Promise<Page> {
  const opened = page.waitForEvent("popup");
  await page.evaluate(`void (window.popup = open(${JSON.stringify(address)}))`);
  return opened;
}

/** Resolves once `pressOn` has posted several more times. */
async function untilPressed(page: Page | Frame): Promise<void> {
  const before = await page.evaluate<number>("pressed");
  await expect.poll(() => page.evaluate("pressed")).toBeGreaterThan(before + 5);
}

/** The same, and the window that a page knows as `target` has received all of it. */
async function untilReached(page: Page, target: string, window: Page | Frame): Promise<void> {
  const reached = window.evaluate(
    `new Promise((resolve) => addEventListener("message", ({ data }) => data === "the last" && resolve()))`,
  );
  await untilPressed(page);
  await page.evaluate(`${target}.postMessage("the last", "*")`);
  await reached;
}

/** A page's script cannot read a window of another origin in any way. */
async function expectNothingSeen(page: Page, other: string): Promise<void> {
  for (const look of [".document", ".location.href", ".localStorage", ".name", ".eval('1')", "[0]"]) {
    const thrown = `(() => { try { return String(${other}${look}); } catch (error) { return error.name; } })()`;
    expect([look, await page.evaluate(thrown)]).toEqual([look, "SecurityError"]);
  }
}

/** The browser's requests to visitors' endpoints, without preflights, with the status of each response. */
function watchEndpoints(context: BrowserContext): string[] {
  const answers: string[] = [];
  context.on("response", (response) => {
    const { pathname, hostname } = new URL(response.url());
    const method = response.request().method();
    if (hostname !== "chat.example" || !pathname.startsWith("/chat-bot/") || method === "OPTIONS") return;
    answers.push(`${method} ${pathname} ${response.status()}`);
  });
  return answers;
}

describe.skipIf(noChromium)(`a stolen ticket${noChromium ? ` (${noChromium})` : ""}`, () => {
  onOneAndTwoNodes("tried everywhere", (nodes) => {
    test("Promise 24: on the page they were made for, ticket and URL open a chat that is answered", async () => {
      await using widget = await startWidget({ nodes }, { sites });
      const { service, browser } = widget;
      const loot = await steal(service);

      const page = await browser.visit(shopFraming(service));
      await page.evaluate(`pressOn(() => framed.contentWindow, ${JSON.stringify(loot)})`);
      const chat = await chatOf(page);
      await askInChat(chat, "Is it good?");

      await chat.getByText("Hello from the model.").first().waitFor();
      expect(await page.evaluate("heard")).toContainEqual({ type: "servicechat:hello" });
      expect(service.model.asked).toHaveLength(1);
    });

    test("Promise 24: no window of another site gets a 2xx from any endpoint, whatever it stole", async () => {
      await using widget = await startWidget({ nodes }, { sites });
      const { service, browser, context } = widget;
      const { ticket } = await steal(service);
      const { token } = await ask(service, "my-private-question");
      const endpoints = await listEndpoints(service);
      expect(endpoints).toContainEqual(["POST", "/chat-bot/"]);
      browser.trouble.expect(/Failed to load resource: the server responded with a status of 403/);
      const answers = watchEndpoints(context);
      const thief = await browser.visit(`${evil}/`);

      const knock = askAtEndpoints(endpoints, { key: service.key, ticket, token });
      const tell = JSON.stringify(`<script>${knock}.then((said) => parent.postMessage(said, "*"))</script>`);
      const windows: Readonly<Record<string, string>> = {
        "the page itself": knock,
        "a popup without an address": `open("").eval(${JSON.stringify(knock)})`,
        srcdoc: hearFrom(`{ srcdoc: ${tell} }`),
        "a sandboxed frame": hearFrom(`{ sandbox: "allow-scripts", srcdoc: ${tell} }`),
        "data:": hearFrom(`{ src: "data:text/html," + encodeURIComponent(${tell}) }`),
        "blob:": hearFrom(`{ src: URL.createObjectURL(new Blob([${tell}], { type: "text/html" })) }`),
      };
      for (const [name, script] of Object.entries(windows)) {
        const said = (await thief.evaluate(script)) as [string, string, number, string][];
        expect([name, said.length]).toEqual([name, endpoints.length * 2]);
        for (const [method, path, status, body] of said) {
          expect([name, method, path, status]).toEqual([name, method, path, 403]);
          expect(body).toContain("origin_not_allowed");
          expect(body).not.toMatch(/Acme|my-private-question|Hello from the model/);
        }
      }

      expect(answers.filter((answer) => !answer.endsWith(" 403"))).toEqual([]);
      expect(service.model.asked).toHaveLength(1);
      expect(await listChats(service.storage)).toMatchObject([{ messages: 2 }]);
    });
  });

  test("Promise 24: a popup at the frame's URL shows a sentence and no chat, and its opener sees nothing", async () => {
    await using widget = await startWidget({}, { sites });
    const { service, browser, context } = widget;
    const loot = await steal(service);
    const answers = watchEndpoints(context);
    browser.trouble.expect(wholePagesIcon);
    const thief = await browser.visit(`${evil}/`);

    for (const parent of [shop, evil, "https://chat.example", "null", ""]) {
      const popup = await openFrom(thief, frameAddress(service, parent));
      await thief.evaluate(`pressOn(() => popup, ${JSON.stringify(loot)})`);
      await popup.getByText(sentence).waitFor();
      await untilReached(thief, "popup", popup);

      expect([parent, await popup.locator("body").innerText()]).toEqual([parent, sentence]);
      expect(await popup.locator("body *").count()).toBe(0);
      await expectNothingSeen(thief, "popup");
      expect(await thief.evaluate("popup.length")).toBe(0);
      await popup.close();
    }
    expect(await thief.evaluate("heard")).toEqual([]);

    const bare = await browser.visit(frameAddress(service));
    await bare.getByText(sentence).waitFor();
    expect(answers).toEqual([]);
    expect(service.model.asked).toEqual([]);
  });

  test("Promise 24: the chat on an allowed page accepts no ticket from the site that opened the page as a popup", async () => {
    await using widget = await startWidget({}, { sites });
    const { service, browser, context } = widget;
    const loot = await steal(service);
    const answers = watchEndpoints(context);
    const thief = await browser.visit(`${evil}/`);

    const popup = await openFrom(thief, shopFraming(service));
    await thief.evaluate(`pressOn(() => (popup.length ? popup[0] : popup), ${JSON.stringify(loot)})`);
    const chat = await chatOf(popup);
    // Its hello says that it is listening.
    await expect.poll(() => popup.evaluate("heard")).toContainEqual({ type: "servicechat:hello" });
    await untilReached(thief, "popup[0]", chat);

    expect(await chat.locator("body").innerText()).toBe("");
    await expectNothingSeen(thief, "popup[0]");
    expect(await thief.evaluate("heard")).toEqual([]);
    expect(answers).toEqual([]);
  });

  test("Promise 24: another site cannot frame the chat by framing an allowed page, nor in a popup that it writes", async () => {
    await using widget = await startWidget({}, { sites });
    const { service, browser, context } = widget;
    const loot = JSON.stringify(await steal(service));
    const answers = watchEndpoints(context);
    browser.trouble.expect(/frame-ancestors/);

    const thief = await browser.visit(`${evil}/?frame=${encodeURIComponent(shopFraming(service))}`);
    await expect.poll(() => thief.frames().length).toBe(3);
    const between = thief.frames()[1];
    await between?.evaluate(`pressOn(() => framed.contentWindow, ${loot})`);
    const popup = await openFrom(thief, "");
    await thief.evaluate(`{
      const frame = popup.document.createElement("iframe");
      frame.src = ${JSON.stringify(frameAddress(service))};
      popup.document.body.append(frame);
      pressOn(() => frame.contentWindow, ${loot});
    }`);
    const blocked = "chrome-error://chromewebdata/";
    await expect.poll(() => [thief.frames()[2]?.url(), popup.frames()[1]?.url()]).toEqual([blocked, blocked]);
    for (const window of [between, thief]) if (window) await untilPressed(window);

    expect(between?.url()).toBe(shopFraming(service));
    expect([thief.frames()[2]?.url(), popup.frames()[1]?.url()]).toEqual([blocked, blocked]);
    expect(await between?.evaluate("heard")).toEqual([]);
    expect(await thief.evaluate("heard")).toEqual([]);
    expect(answers).toEqual([]);
  });

  test("Promise 24: what a site may send without a preflight cannot contain key or ticket, and is refused", async () => {
    await using widget = await startWidget({}, { sites });
    const { service, browser, context } = widget;
    const { ticket } = await steal(service);
    browser.trouble.expect(/Failed to load resource: the server responded with a status of 401/);
    browser.trouble.expect(wholePagesIcon);
    const answers = watchEndpoints(context);
    const thief = await browser.visit(`${evil}/`);

    await thief.evaluate(`(async () => {
      const address = "https://chat.example/chat-bot/?key=${service.key}&ticket=${ticket}";
      const headers = { Authorization: "Bearer ${service.key}", "X-Embed-Ticket": "${ticket}" };
      await fetch(address, { method: "POST", mode: "no-cors", headers, body: '${message}' });
      navigator.sendBeacon(address, '${message}');
      const form = document.createElement("form");
      Object.assign(form, { action: address, method: "post", enctype: "text/plain", target: "_blank" });
      document.body.append(form);
      form.submit();
    })()`);

    await expect.poll(() => answers.length).toBe(3);
    expect(new Set(answers)).toEqual(new Set(["POST /chat-bot/ 401"]));
    expect(service.model.asked).toEqual([]);
    expect(await eraseChats(service.storage)).toBe(0);
  });
});

const message = '{"messages":[{"type":"text","block":{"value":"stolen"}}]}';

/** A script that sends a request with everything stolen to every endpoint, and returns the responses. */
function askAtEndpoints(
  endpoints: readonly (readonly [method: string, path: string])[],
  stolen: { readonly key: string; readonly ticket: string; readonly token: string },
): string {
  const headers = {
    Authorization: `Bearer ${stolen.key}`,
    "X-Embed-Ticket": stolen.ticket,
    "X-Session-Token": stolen.token,
    "Content-Type": "application/json",
  };
  return `(async () => {
    const said = [];
    for (const [method, path] of ${JSON.stringify(endpoints)}) {
      for (const referrerPolicy of ["", "no-referrer"]) {
        const body = method === "POST" ? '${message}' : null;
        const options = { method, referrerPolicy, body, headers: ${JSON.stringify(headers)} };
        const answer = await fetch("https://chat.example" + path, options);
        said.push([method, path, answer.status, await answer.text()]);
      }
    }
    return said;
  })()`;
}

/** A script that adds a frame and returns what it posts to its parent. */
function hearFrom(attributes: string): string {
  return `new Promise((resolve) => {
    addEventListener("message", ({ data }) => resolve(data), { once: true });
    addFrame(${attributes});
  })`;
}
