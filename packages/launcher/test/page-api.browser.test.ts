import { describe, expect, test } from "vitest";
import { maxTextLength } from "@servicechat/contract";
import { noChromium } from "../../../test/support/chromium.ts";
import { bubbleOf, chatFrame, plainConfig, setStage } from "./support/stage.ts";
import { untilTrue } from "../../../test/support/until-true.ts";

describe.skipIf(noChromium)(`window.ServiceChat${noChromium ? ` (${noChromium})` : ""}`, () => {
  const stage = setStage();

  test("exists as soon as the script has run, even while the configuration is loading", async () => {
    const page = await stage.show({ answer: { silent: true } });

    const methods = await page.evaluate("Object.keys(ServiceChat).sort().join(' ')");

    expect(methods).toBe(
      "askAboutSelection close destroy hideLauncher isOpen newChat on open prefill sendMessage setContext setLocale setTheme setUser showLauncher toggle",
    );
    expect(await page.locator("service-chat").count()).toBe(0);
  });

  test("open() reveals the frame, creating it on the first call, and asks it to focus the composer", async () => {
    const page = await stage.show();
    await bubbleOf(page).waitFor();
    expect(await page.locator("service-chat iframe").count()).toBe(0);
    expect(stage.service.requests.some(({ url }) => url.startsWith("/chat/?key=page2&"))).toBe(false);

    await page.evaluate("ServiceChat.open()");
    const frame = await chatFrame(page);
    await untilTrue(frame, "heard.length > 0");

    expect(await page.locator("service-chat iframe").isVisible()).toBe(true);
    expect(await frame.evaluate("heard")).toEqual([{ type: "open" }]);
    expect(await page.evaluate("ServiceChat.isOpen()")).toBe(true);
    await untilTrue(page, "document.activeElement.localName === 'service-chat'");
  });

  test("close() hides the frame, keeps it running and asks it to blur the composer; open() shows the same one", async () => {
    const page = await stage.show();
    await page.evaluate("ServiceChat.open()");
    const frame = await chatFrame(page);
    await frame.evaluate("window.mark = 1");

    await page.evaluate("ServiceChat.close()");
    await untilTrue(frame, "heard.at(-1)?.type === 'close'");
    expect(await page.locator("service-chat iframe").isVisible()).toBe(false);
    expect(await page.evaluate("ServiceChat.isOpen()")).toBe(false);

    await page.evaluate("ServiceChat.open(); ServiceChat.open()");
    await untilTrue(frame, "heard.at(-1).type === 'open'");
    expect(await page.locator("service-chat iframe").isVisible()).toBe(true);
    expect(await frame.evaluate("window.mark")).toBe(1);
    expect(await page.locator("service-chat iframe").count()).toBe(1);
  });

  test("close() does not change the focus if it is not in the chat", async () => {
    const page = await stage.show({ body: `<input id="own">` });
    await bubbleOf(page).click();
    await chatFrame(page);
    await page.focus("#own");
    await page.evaluate("ServiceChat.close()");
    expect(await page.evaluate("document.activeElement.id")).toBe("own");
  });

  test("calls made before the application is ready are delivered in order when it is", async () => {
    const page = await stage.show({
      head: `<script>
        window.ServiceChat = { q: [] };
        for (const name of ["open", "prefill", "setContext", "sendMessage", "noSuchMethod", "newChat"])
          ServiceChat[name] = (...given) => ServiceChat.q.push([name, ...given]);
        ServiceChat.setContext({ page: "cart" });
        ServiceChat.prefill("first");
        ServiceChat.newChat();
        ServiceChat.open();
        ServiceChat.sendMessage("second");
        ServiceChat.q.push(null);
      </script>`,
    });
    const frame = await chatFrame(page);
    await untilTrue(frame, "heard.length === 5");

    expect(await frame.evaluate("heard")).toEqual([
      { type: "context", context: { page: "cart" } },
      { type: "prefill", text: "first" },
      { type: "new-chat" },
      { type: "open" },
      { type: "send", text: "second" },
    ]);
    expect(await page.evaluate("'q' in ServiceChat")).toBe(false);
  });

  test("the handshake passes key, ticket, configuration, language and theme over one port, and no secret in a URL", async () => {
    const page = await stage.show({ attributes: `data-lang="de" data-theme="dark" data-open` });
    const frame = await chatFrame(page);

    expect(await frame.evaluate("welcomed")).toEqual([
      {
        type: "servicechat:welcome",
        key: page.key,
        ticket: "ticket-1",
        config: plainConfig,
        lang: "de,en",
        theme: "dark",
        open: true,
        preview: true,
        bubble: true,
        expanded: false,
        from: "https://shop.example",
        ports: 1,
      },
    ]);
    expect(frame.url()).toBe(
      `https://chat.example/chat/?key=${page.key.split("_")[1]}&parent=https%3A%2F%2Fshop.example`,
    );
    expect(frame.url()).not.toContain("secret");
    const element = page.locator("service-chat iframe");
    expect(await element.getAttribute("sandbox")).toBe(
      "allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox",
    );
    expect(await element.getAttribute("allow")).toBe("clipboard-write");
    expect(await element.getAttribute("referrerpolicy")).toBe("strict-origin");
    expect(await element.getAttribute("title")).toBe("Chat: Acme Support");
  });

  test.each([
    ["data-open", true],
    ['data-open="true"', true],
    ['data-open="false"', false],
    ['data-open="FALSE"', false],
    ["", false],
  ])("the chat of a tag with %j is open from the beginning: %s", async (attributes, isOpen) => {
    const page = await stage.show({ attributes });
    await bubbleOf(page).waitFor();
    expect(await page.evaluate("ServiceChat.isOpen()")).toBe(isOpen);
  });

  test("sendMessage and prefill on a closed chat create the frame without revealing it", async () => {
    const page = await stage.show();
    await page.evaluate("ServiceChat.sendMessage('hello'); ServiceChat.prefill('draft')");
    const frame = await chatFrame(page);
    await untilTrue(frame, "heard.length === 2");

    expect(await frame.evaluate("heard")).toEqual([
      { type: "send", text: "hello" },
      { type: "prefill", text: "draft" },
    ]);
    expect(await frame.evaluate("welcomed[0].open")).toBe(false);
    expect(await page.locator("service-chat iframe").isVisible()).toBe(false);
    expect(await page.evaluate("ServiceChat.isOpen()")).toBe(false);
  });

  test("newChat, setContext, setUser, setTheme and setLocale on an unopened chat wait without creating the frame", async () => {
    const page = await stage.show();
    await page.evaluate(`
      ServiceChat.newChat(); ServiceChat.setContext({ cart: 2 }); ServiceChat.setUser({ id: "u", token: "t", more: 1 });
      ServiceChat.setTheme("light"); ServiceChat.setLocale("fr")`);
    await bubbleOf(page).waitFor();
    expect(await page.locator("service-chat iframe").count()).toBe(0);

    await page.evaluate("ServiceChat.toggle()");
    const frame = await chatFrame(page);
    await untilTrue(frame, "heard.at(-1)?.type === 'open'");
    expect(await frame.evaluate("heard.filter(({ type }) => /new-chat|context|user/.test(type))")).toEqual([
      { type: "new-chat" },
      { type: "context", context: { cart: 2 } },
      { type: "user", user: { id: "u", token: "t" } },
    ]);
    expect(await frame.evaluate("[welcomed[0].theme, welcomed[0].lang]")).toEqual(["light", "fr,,en"]);
  });

  test("events reach the page, a late `ready` listener is called at once, `on` returns the function that unsubscribes", async () => {
    const page = await stage.show();
    await page.evaluate(`
      window.events = [];
      window.ends = ["ready", "open", "close", "unread", "message:sent", "action"].map((name) =>
        ServiceChat.on(name, (detail) => events.push([name, detail])));`);
    await bubbleOf(page).waitFor();
    // Opening an open chat, and closing a closed one, are not reported.
    await page.evaluate(
      "ServiceChat.close(); ServiceChat.sendMessage('a secret wish'); ServiceChat.open(); ServiceChat.open()",
    );
    const frame = await chatFrame(page);
    await frame.evaluate(`
      port.postMessage({ type: "event", name: "message:sent", detail: { id: "msg_1" } });
      port.postMessage({ type: "a type from the future" });
      port.postMessage({ type: "close" });
      port.postMessage({ type: "unread", count: 2 });`);
    await untilTrue(page, "events.at(-1)[0] === 'unread'");

    await untilTrue(frame, "heard.at(-1).type === 'close'");
    expect(await frame.evaluate("heard.map(({ type }) => type)")).toEqual(["send", "open", "open", "close"]);
    const events = await page.evaluate("events");
    expect(events).toEqual([
      ["ready", {}],
      ["open", {}],
      ["message:sent", { id: "msg_1" }],
      ["close", {}],
      ["unread", { count: 2 }],
    ]);
    expect(await page.evaluate("let late = 0; ServiceChat.on('ready', () => late++); late")).toBe(1);
    await page.evaluate("for (const end of ends) end(); ServiceChat.open()");
    expect(await page.evaluate("events.length")).toBe(5);
    expect(JSON.stringify(events)).not.toContain("secret");
  });

  test("a listener that throws is the page's own error and breaks nothing", async () => {
    stage.trouble.expect(/page error: mine/);
    const page = await stage.show();
    await bubbleOf(page).waitFor();
    const reported = page.waitForEvent("pageerror");
    await page.evaluate(`
      window.heardAfter = 0;
      ServiceChat.on("open", () => { throw new Error("mine"); });
      ServiceChat.on("open", () => heardAfter++);
      ServiceChat.open();`);

    expect((await reported).message).toBe("mine");
    expect(await page.evaluate("heardAfter")).toBe(1);
    expect(await page.evaluate("ServiceChat.isOpen()")).toBe(true);
  });

  test("sendMessage accepts what the service accepts, and for anything longer its author is told the limit", async () => {
    const page = await stage.show();
    await page.evaluate(
      `for (const more of [1, 0]) ServiceChat.sendMessage("x".repeat(${maxTextLength} + more))`,
    );
    const frame = await chatFrame(page);
    await untilTrue(frame, "heard.length > 0");
    expect(await frame.evaluate("heard.map(({ text }) => text.length)")).toEqual([maxTextLength]);
    expect(page.warnings).toEqual([expect.stringContaining(maxTextLength.toLocaleString("en"))]);
  });

  test("no call throws into the page, whatever its arguments", async () => {
    const page = await stage.show();
    await page.evaluate("ServiceChat.open()");
    const frame = await chatFrame(page);

    await page.evaluate(`for (const name of Object.keys(ServiceChat).filter((name) => name !== "destroy"))
      for (const given of [undefined, null, 1, " ", "\\u200B", "x".repeat(8001), Symbol("s"), { a() {} }, [], Object.create(null), document]) {
        const end = ServiceChat[name](given, given);
        if (name === "on") end();
      }
      ServiceChat.open(); ServiceChat.prefill("still here")`);

    await untilTrue(frame, "heard.some(({ text }) => text === 'still here')");
    // Its author is told; an uncaught error would have been trouble.
    expect(page.warnings).toContainEqual(expect.stringContaining("A text was expected."));
    expect(await frame.evaluate("heard.filter(({ type }) => type === 'send')")).toEqual([
      { type: "send", text: "1" },
    ]);
  });

  test("refresh-ticket is answered with a ticket newer than the browser's cache", async () => {
    let given = 0;
    const page = await stage.show({ answer: { ticket: () => `ticket-${++given}` }, attributes: "data-open" });
    const frame = await chatFrame(page);
    await frame.evaluate("port.postMessage({ type: 'refresh-ticket' })");
    await untilTrue(frame, "heard.at(-1).type === 'ticket'");
    expect(await frame.evaluate("[welcomed[0].ticket, heard.at(-1).ticket]")).toEqual([
      "ticket-1",
      "ticket-2",
    ]);

    await frame.evaluate("parent.postMessage({ type: 'servicechat:hello' }, '*')");
    await untilTrue(frame, "welcomed[1]?.ticket === 'ticket-2'");

    stage.trouble.expect(/403/);
    stage.service.answer(page.key, { status: 403 });
    await frame.evaluate("port.postMessage({ type: 'refresh-ticket' })");
    await untilTrue(frame, "heard.at(-1).ticket === ''");
    expect(page.warnings).toEqual([]);
    expect(await bubbleOf(page).count()).toBe(1);
  });

  test("the base address is the script's own folder", async () => {
    const page = await stage.show({ source: "https://chat.example/deeper/launcher.js?v=3" });
    stage.trouble.expect(/./);
    await expect.poll(() => page.warnings.length).toBe(1);
    expect(stage.service.requests.slice(-2).map(({ url }) => url)).toEqual([
      "/deeper/chat-bot/config",
      expect.stringMatching(/^\/deeper\/launcher\/later-/),
    ]);
  });

  test("hideLauncher hides the bubble and showLauncher brings it back; the focus moves accordingly", async () => {
    const page = await stage.show({ body: `<button id="own" onclick="ServiceChat.open()">Ask us</button>` });
    await bubbleOf(page).waitFor();
    await page.evaluate("ServiceChat.hideLauncher()");
    expect(await bubbleOf(page).count()).toBe(0);

    await page.click("#own");
    const frame = await chatFrame(page);
    await frame.evaluate("port.postMessage({ type: 'close' })");
    await untilTrue(page, "document.activeElement.id === 'own'");

    await page.evaluate("ServiceChat.showLauncher()");
    await bubbleOf(page).click();
    await frame.evaluate("port.postMessage({ type: 'close' })");
    await untilTrue(page, "document.activeElement.shadowRoot?.activeElement?.localName === 'button'");
  });
});
