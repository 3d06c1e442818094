import { describe, expect, test } from "vitest";
import { askInChat } from "../support/ask-in-chat.ts";
import { noChromium } from "../support/chromium.ts";
import { words } from "../support/model-server.ts";
import { openChat, startWidget } from "../support/start-widget.ts";

describe.skipIf(noChromium)(`isolation of page and chat${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("Promise 32: the frame cannot navigate the host page, whatever its scripts try", async () => {
    await using widget = await startWidget();
    widget.browser.trouble.expect(/Unsafe attempt|sandbox|does not have permission|allow-top-navigation/i);
    const page = await widget.openShop();
    const chat = await openChat(page);
    await chat.getByText("Hi! How can we help?").waitFor();

    const sandbox = await (await chat.frameElement()).getAttribute("sandbox");
    expect(sandbox?.split(" ").toSorted()).toEqual([
      "allow-forms",
      "allow-popups",
      "allow-popups-to-escape-sandbox",
      "allow-same-origin",
      "allow-scripts",
    ]);
    const attempts = [
      "top.location.href = 'https://chat.example/healthz'",
      "parent.location.replace('https://chat.example/healthz')",
      "open('https://chat.example/healthz', '_top')",
      "open('https://chat.example/healthz', '_parent')",
      "Object.assign(document.createElement('a'), { href: 'https://chat.example/healthz', target: '_top' }).click()",
    ];
    const navigations: string[] = [];
    page.on("request", (request) => {
      if (request.isNavigationRequest() && request.frame() === page.mainFrame())
        navigations.push(request.url());
    });
    for (const attempt of attempts) {
      // After a visitor's click, which lifts the browser's default restrictions.
      await chat.locator("h2").click();
      await chat.evaluate(`(() => { try { ${attempt} } catch {} })()`);
    }
    expect(page.url()).toBe("https://shop.example/");
    expect(await page.evaluate("document.title")).toBe("Shop");
    // The page's own navigation, which comes after all attempts, is the only one.
    await page.goto("https://shop.example/next");
    expect(navigations).toEqual(["https://shop.example/next"]);
  });

  test("Promise 32: the page's scripts can read neither the chat nor its token", async () => {
    const secrets = { question: "my-private-question", answer: "my-private-answer" };
    await using widget = await startWidget({ script: () => words(secrets.answer) });
    await widget.context.addInitScript({
      content: `window.heardMessages = []; addEventListener("message", ({ data, source }) => {
        heardMessages.push(data);
        window.chatWindow = source;
      }, true);`,
    });
    const page = await widget.openShop();
    await page.evaluate(`for (const name of ["message:sent", "message:received", "unread", "ready", "action", "error"])
      ServiceChat.on(name, (detail) => heardMessages.push(detail))`);
    const chat = await openChat(page);
    await askInChat(chat, secrets.question);
    await chat.getByText(secrets.answer).first().waitFor();
    const token = await tokenOf(chat);
    expect(token).toMatch(/^st_[\w-]{43}$/);

    // The closed root hides the frame from `frames`, but its hello reveals its window.
    expect(await page.evaluate("[frames.length, typeof chatWindow]")).toEqual([0, "object"]);
    const attempts = [
      "chatWindow.document.body.innerText",
      "chatWindow.localStorage.length",
      "chatWindow.eval('1')",
      "chatWindow.location.href",
      "chatWindow.name",
    ];
    for (const attempt of attempts) {
      const thrown = `(() => { try { return String(${attempt}); } catch (error) { return error.name; } })()`;
      expect([attempt, await page.evaluate(thrown)]).toEqual([attempt, "SecurityError"]);
    }

    const left = String(
      await page.evaluate(`(async () => JSON.stringify({
        stored: [{ ...localStorage }, { ...sessionStorage }, document.cookie],
        databases: await indexedDB.databases(),
        caches: await caches.keys(),
        globals: Object.getOwnPropertyNames(window).filter((name) => /chat(?!Window)/i.test(name)),
        widget: Object.entries(ServiceChat).map(String),
        drawn: document.documentElement.outerHTML,
        roots: [...document.querySelectorAll("*")].map((element) => String(element.shadowRoot?.innerHTML)),
        addresses: [location.href, ...performance.getEntries().map(({ name }) => name)],
        heard: heardMessages,
      }))()`),
    );
    expect(left).toContain('"globals":["ServiceChat"]');
    expect(left).toContain("servicechat:hello"); // proves that messages across the border were received
    for (const secret of [token, secrets.question, secrets.answer]) expect(left).not.toContain(secret);
    const cookies = await widget.context.cookies("https://shop.example/");
    expect(cookies).toEqual([]);
  });

  test("Promise 32: key, token and ticket are in no URL and no referrer", async () => {
    await using widget = await startWidget();
    const seen: string[] = [];
    widget.context.on("request", (request) => {
      seen.push(`${request.url()} ${request.headers()["referer"] ?? ""}`);
    });
    const page = await widget.openShop();
    const chat = await openChat(page);
    await askInChat(chat, "my-private-question");
    await chat.getByText("Hello from the model.").first().waitFor();
    const token = await tokenOf(chat);

    const addresses = [...seen, ...page.frames().map((frame) => frame.url())].join("\n");
    expect(addresses).toContain("/chat-bot/agent");
    const secret = widget.service.key.split("_").slice(2).join("_");
    for (const text of [widget.service.key, secret, token, "my-private-question"]) {
      expect(text).not.toBe("");
      expect(addresses).not.toContain(text);
    }
    expect(addresses).not.toMatch(/ticket/i);
  });
});

/** The session token that the chat stores, in storage or in its partitioned cookie. */
async function tokenOf(chat: { evaluate(script: string): Promise<unknown> }): Promise<string> {
  const kept = await chat.evaluate(
    `(() => { let stored = ""; try { stored = JSON.stringify({ ...localStorage }); } catch {} return stored + document.cookie; })()`,
  );
  return /st_[\w-]{43}/.exec(String(kept))?.[0] ?? "";
}
