import { pathToFileURL } from "node:url";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { noChromium } from "../../../test/support/chromium.ts";
import { chatOf, startWidget, type Widget } from "../../../test/support/start-widget.ts";
import { untilTrue } from "../../../test/support/until-true.ts";
import { bundlePages, type BundledPages } from "./bundle-pages.ts";

let pages: BundledPages;
beforeAll(async () => {
  pages = await bundlePages();
});
afterAll(() => pages?.[Symbol.asyncDispose]());

/** What a chat could leave on a page. */
const left = `({
  widgets: document.querySelectorAll("service-chat").length,
  tags: document.querySelectorAll("script[data-agent-key]").length,
  frames: frames.length,
  api: "ServiceChat" in window,
})`;
const nothing = { widgets: 0, tags: 0, frames: 0, api: false };
const one = { widgets: 1, tags: 1, frames: 0, api: true };

/** Without its types: those of React declare elements of a page for all of our tests, which have none. */
const load = (name: string) => import(name);

describe("the package", () => {
  test("touches no page where there is none: imported and rendered on a server, it does nothing", async () => {
    const ours = (name: string) => load(pathToFileURL(join(pages.folder, name)).href);
    const props = { src: "https://chat.example/launcher.js", agentKey: "ak_1" };
    const react = await load("react");
    const vue = await load("vue");
    const inReact = react.createElement((await ours("react.js")).ServiceChat, props);
    const inVue = vue.createSSRApp((await ours("vue.js")).ServiceChat, props);

    expect((await load("react-dom/server")).renderToString(inReact)).toBe("");
    expect(await (await load("vue/server-renderer")).renderToString(inVue)).toBe("<!---->");
    const loader = await ours("index.js");
    await expect(loader.loadServiceChat(props)).rejects.toThrow("there is no document here");
  });

  test("types what a page author writes, with nothing else of ours installed", () => {
    expect(pages.compile("author.tsx")).toBe("");
  });
});

describe.skipIf(noChromium)(`on pages${noChromium ? ` (${noChromium})` : ""}`, () => {
  let widget: Widget;
  let asked: string[];
  let warnings: string[];

  beforeAll(async () => {
    const site = pages.serve(() => widget.service.key);
    widget = await startWidget(
      { rateLimit: 10_000 },
      { sites: { "shop.example": site, "other.example": site } },
    );
    widget.context.on("request", (request) => asked.push(request.url()));
    widget.context.on("console", (message) => message.type() === "warning" && warnings.push(message.text()));
  });
  afterAll(() => widget?.[Symbol.asyncDispose]());

  async function visit(address: string): Promise<Page> {
    asked = [];
    warnings = [];
    return widget.browser.visit(address);
  }
  const launchersAsked = () => asked.filter((url) => url.endsWith("/launcher.js")).length;

  test.each(["react", "vue"])(
    "the %s example has one chat while its component is mounted, hears its events, and nothing is left when it leaves",
    async (name) => {
      const page = await visit(`https://shop.example/${name}/index.html`);
      const state = page.locator("#state");
      await expect.poll(() => state.textContent()).toBe("ready");
      expect(await page.evaluate(left)).toEqual(one);

      await page.getByRole("button", { name: "Ask us" }).click();
      const chat = await chatOf(page);
      await expect.poll(() => state.textContent()).toBe("open");
      await page.getByRole("button", { name: "Change the theme" }).click();
      await expect.poll(() => chat.evaluate("document.documentElement.dataset.theme")).toBe("dark");
      await page.evaluate("ServiceChat.close(); ServiceChat.sendMessage('Hello')");
      await expect.poll(() => page.locator("#unread").textContent()).toBe("1");
      expect(await state.textContent()).toBe("closed");
      expect(launchersAsked()).toBe(1);

      await page.getByRole("button", { name: "Leave" }).click();
      await expect.poll(() => page.evaluate(left)).toEqual(nothing);
      await page.getByRole("button", { name: "Come back" }).click();
      await expect.poll(() => state.textContent()).toBe("ready");
      expect(await page.evaluate(left)).toEqual(one);
      expect(warnings).toEqual([]);
      await page.close();
    },
  );

  test("a page has one chat, however often it is loaded and whatever asks for it", async () => {
    const page = await visit("https://shop.example/pages/loader.html");
    const options = { src: "https://chat.example/launcher.js", agentKey: widget.service.key };

    expect(
      await page.evaluate(`(async (options) => {
        const component = mount(options);
        const chats = await Promise.all([load(options), load(options), load({ ...options, theme: "dark" })]);
        component.unmount();
        await new Promise((resolve) => setTimeout(resolve));
        return chats.every((chat) => chat === window.ServiceChat);
      })(${JSON.stringify(options)})`),
    ).toBe(true);
    expect(await page.evaluate(left)).toEqual(one);
    expect(launchersAsked()).toBe(1);

    await page.evaluate("ServiceChat.destroy()");
    expect(await page.evaluate(left)).toEqual(nothing);
    await page.evaluate(`load(${JSON.stringify(options)})`);
    expect(await page.evaluate(left)).toEqual(one);
    await page.close();
  });

  test("a component that leaves before the script has run leaves nothing, and one that comes back has a chat", async () => {
    const page = await visit("https://shop.example/pages/loader.html");
    const options = JSON.stringify({ src: "https://chat.example/launcher.js", agentKey: widget.service.key });

    await page.evaluate(`mount(${options}).unmount()`);
    await page.evaluate(`(async () => {
      const component = mount(${options});
      await Promise.resolve();
      component.unmount();
      await Promise.resolve();
      window.readied = 0;
      window.again = mount({ ...${options}, onReady: () => readied++ });
    })()`);
    await untilTrue(page, "window.readied > 0");
    expect(await page.evaluate(left)).toEqual(one);

    await page.evaluate("again.unmount()");
    await expect.poll(() => page.evaluate(left)).toEqual(nothing);
    expect(await page.evaluate("readied")).toBe(1);
    await page.close();
  });

  test("another key is another chat", async () => {
    const page = await visit("https://shop.example/pages/loader.html");
    const second = await widget.service.createKey();
    const options = (key: string) =>
      JSON.stringify({ src: "https://chat.example/launcher.js", agentKey: key });

    await page.evaluate(`new Promise((resolve) => {
      window.component = mount({ ...${options(widget.service.key)}, onReady: resolve });
    }).then(() => {})`);
    await page.evaluate(`new Promise((resolve) => {
      component.render({ ...${options(second.key)}, onReady: resolve });
    }).then(() => {})`);
    expect(await page.evaluate(left)).toEqual(one);
    await page.evaluate(`{
      const place = document.createElement("div");
      place.id = "place";
      document.body.append(place);
      component.render({ ...${options(second.key)}, target: "#place", greeting: "Hi", greetingAfter: 9, sound: true });
    }`);
    await untilTrue(page, `document.querySelector("script[data-agent-key]")?.dataset.target === "#place"`);
    expect(await page.evaluate("({ ...document.querySelector('script[data-agent-key]').dataset })")).toEqual({
      agentKey: second.key,
      target: "#place",
      greeting: "Hi",
      greetingAfter: "9",
      sound: "",
    });
    await page.close();
  });

  test("two components that are given another key together have another chat", async () => {
    const page = await visit("https://shop.example/pages/loader.html");
    const second = await widget.service.createKey();
    const src = "https://chat.example/launcher.js";
    const optionsOf = (agentKey: string) => `{ src: "${src}", agentKey: "${agentKey}" }`;
    await page.evaluate(`{
      window.readied = { a: [], b: [] };
      const noting = (name, options) =>
        ({ ...options, onReady: () => readied[name].push(document.querySelector("script[data-agent-key]").dataset.agentKey) });
      window.a = mount(noting("a", ${optionsOf(widget.service.key)}));
      window.b = mount(noting("b", ${optionsOf(widget.service.key)}));
      window.change = (name) => window[name].render(noting(name, ${optionsOf(second.key)}));
    }`);
    await untilTrue(page, "readied.a.length > 0 && readied.b.length > 0");
    // One alone waits for the other: the page has one chat.
    await page.evaluate("change('a')");
    await untilTrue(page, "readied.a.length > 1");
    expect(await page.evaluate("readied.a.at(-1)")).toBe(widget.service.key);
    await page.evaluate("change('b')");
    await untilTrue(page, "readied.a.length > 2 && readied.b.length > 1");
    expect(await page.evaluate("[readied.a.at(-1), readied.b.at(-1)]")).toEqual([second.key, second.key]);
    expect(await page.evaluate(left)).toEqual(one);
    await page.evaluate("a.unmount(), b.unmount(), 0");
    await expect.poll(() => page.evaluate(left)).toEqual(nothing);
    await page.close();
  });

  test("the chat of the page's own tag stays when a component leaves, whichever of both came first", async () => {
    const src = "https://chat.example/launcher.js";
    const tag = `{
      const script = document.createElement("script");
      Object.assign(script, { src: "${src}" }).dataset.agentKey = "${widget.service.key}";
      script.onload = () => (window.tagLoaded = true);
      document.head.append(script);
    }`;
    const options = JSON.stringify({ src: `${src}?ours`, agentKey: widget.service.key });

    // The component's script is on its way when the page's own runs.
    const first = await visit("https://shop.example/pages/loader.html");
    const { promise: free, resolve: release } = Promise.withResolvers<void>();
    await first.route("**/launcher.js?ours", (route) => void free.then(() => route.continue()));
    await first.evaluate(
      `window.component = mount({ ...${options}, onReady: () => (window.isReady = true) }); 0`,
    );
    await untilTrue(first, `document.querySelector("script[data-agent-key]") !== null`);
    await first.evaluate(tag);
    await untilTrue(first, "window.tagLoaded");
    release();
    await untilTrue(first, "window.isReady");
    await first.evaluate("component.unmount()");
    await untilTrue(first, `document.querySelectorAll("script[data-agent-key]").length === 1`);
    expect(await first.evaluate(left)).toEqual(one);
    await first.close();

    const second = await visit("https://shop.example/pages/loader.html");
    await second.evaluate(
      `window.component = mount({ ...${options}, onReady: () => (window.isReady = true) }); 0`,
    );
    await untilTrue(second, "window.isReady");
    await second.evaluate(tag);
    await untilTrue(second, "window.tagLoaded");
    await second.evaluate("component.unmount()");
    await untilTrue(second, `document.querySelectorAll("script[data-agent-key]").length === 1`);
    expect(await second.evaluate(left)).toEqual(one);
    await second.close();
  });

  test("an element of the page that a browser finds under the chat's name is not a chat", async () => {
    const page = await visit("https://shop.example/pages/loader.html");
    await page.evaluate("document.body.id = 'ServiceChat'");
    const options = { src: "https://chat.example/launcher.js", agentKey: widget.service.key };
    await page.evaluate(`load(${JSON.stringify(options)}).then((chat) => chat.open())`);
    await chatOf(page);
    await page.close();
  });

  test("once it no longer has its own language, the chat has the page's", async () => {
    const page = await visit("https://shop.example/pages/loader.html");
    const options = { src: "https://chat.example/launcher.js", agentKey: widget.service.key };
    await page.evaluate(`{
      document.documentElement.lang = "fr";
      window.component = mount(${JSON.stringify({ ...options, lang: "de", open: true })});
    }`);
    const chat = await chatOf(page);
    await expect.poll(() => chat.evaluate("document.documentElement.lang")).toBe("de");
    await page.evaluate(`component.render(${JSON.stringify({ ...options, open: true })})`);
    await expect.poll(() => chat.evaluate("document.documentElement.lang")).toBe("fr");
    await page.close();
  });

  test("a chat that cannot appear says why, leaves nothing, and can be tried again", async () => {
    const page = await visit("https://other.example/pages/loader.html");
    const src = "https://chat.example/launcher.js";
    const agentKey = widget.service.key;
    widget.browser.trouble.expect(/console error: Failed to load resource/);
    const reasonOf = (options: object) =>
      page.evaluate(`load(${JSON.stringify(options)}).then(() => "loaded", (reason) => reason.message)`);

    expect(await reasonOf({ src: "https://chat.example/nothing.js", agentKey })).toMatch(
      /^https:\/\/chat\.example\/nothing\.js could not be loaded/,
    );
    expect(await reasonOf({ src, agentKey: "ak_" })).toContain("Is the agent key complete?");
    expect(await reasonOf({ src, agentKey })).toContain(
      "https://other.example is not one of the key's allowed domains",
    );
    expect(
      await page.evaluate(
        `new Promise((resolve) => mount({ ...${JSON.stringify({ src, agentKey })}, onFailed: (reason) => resolve(reason.message) }))`,
      ),
    ).toContain("is not one of the key's allowed domains");
    expect(await page.evaluate(left)).toEqual(nothing);

    const allowed = ["https://shop.example", "https://other.example"];
    await widget.service.storage.keys.change(widget.service.keyId, { allowed });
    expect(await reasonOf({ src, agentKey })).toBe("loaded");
    await page.close();
  });
});
