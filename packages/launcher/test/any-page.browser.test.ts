import { describe, expect, test } from "vitest";
import { noChromium } from "../../../test/support/chromium.ts";
import { untilTrue } from "../../../test/support/until-true.ts";
import { bubbleOf, chatFrame, setStage } from "./support/stage.ts";
import { boxOf, keep, open } from "./support/on-screen.ts";

describe.skipIf(noChromium)(`on any page${noChromium ? ` (${noChromium})` : ""}`, () => {
  const stage = setStage();

  test("a nonce on the tag is enough for all scripts of the launcher", async () => {
    const service = "https://chat.example";
    const page = await stage.show({
      attributes: `nonce="n0nce"`,
      headers: {
        "Content-Security-Policy": `default-src 'none'; script-src 'nonce-n0nce'; connect-src ${service}; frame-src ${service}; require-trusted-types-for 'script'`,
      },
    });
    await bubbleOf(page).click();
    await chatFrame(page);
    expect(page.warnings).toEqual([]);
  });

  test("replaced bodies, with the tag in the head or in each of them, leave the open chat as it is; a body without a tag ends it", async () => {
    for (const place of ["head", "body"]) {
      const page = await stage.show({ attributes: "data-open" });
      await page.evaluate(`document.${place}.append(document.getElementById("tag"))`);
      const frame = await chatFrame(page);
      await frame.evaluate("window.mark = 1");
      // As Turbo does it: the new body is inserted, and then its scripts are recreated, so that they run.
      const swap = `for (let visit = 0; visit < 12; visit++) {
        const tag = document.body.querySelector("#tag");
        const body = document.createElement("body");
        body.innerHTML = "<h1>Next</h1>" + (tag?.outerHTML ?? "");
        document.body.replaceWith(body);
        const inert = body.querySelector("#tag");
        if (inert) {
          const copy = document.createElement("script");
          for (const { name, value } of inert.attributes) copy.setAttribute(name, value);
          inert.replaceWith(copy);
        }
        await new Promise((done) => setTimeout(done, 5));
      }`;
      await page.evaluate(`(async () => { ${swap} })()`);
      expect(await frame.evaluate("mark")).toBe(1);
      expect(await page.locator("service-chat").count()).toBe(1);
      expect(await page.evaluate("ServiceChat.isOpen()")).toBe(true);

      await page.evaluate("document.getElementById('tag').remove()");
      await untilTrue(page, "!('ServiceChat' in window)");
      expect(await page.locator("service-chat").count()).toBe(0);
    }
  });

  test.each([0.5, 2])(
    "a page that magnifies itself %d times has bubble and chat on its screen",
    async (zoom) => {
      const page = await stage.show({ head: `<style>html { zoom: ${zoom} }</style>` });
      const boxes = async () => {
        const bubble = await bubbleOf(page).boundingBox();
        const chat = await page.locator("service-chat iframe").boundingBox();
        return {
          bubble: bubble && bubble.y + bubble.height,
          top: chat?.y,
          bottom: chat && chat.y + chat.height,
        };
      };
      await bubbleOf(page).click();
      await chatFrame(page);
      const margin = 20 * zoom;
      const below = 88 * zoom;
      const top = Math.max(margin, 800 - below - 640 * zoom);
      expect(await boxes()).toEqual({ bubble: 800 - margin, top, bottom: 800 - below });
      await page.setViewportSize({ width: 1280, height: 700 });
      await expect.poll(boxes).toMatchObject({ bubble: 700 - margin, bottom: 700 - below });
    },
  );

  test.each([
    "transform: translateZ(0)",
    "perspective: 500px",
    "will-change: transform",
    "contain: paint",
    "contain: strict; height: 200px",
    "content-visibility: auto",
    "transform: translateZ(0); height: 100%",
  ])(
    "on a page whose root element has `%s`, short or long, bubble and chat stay on the screen",
    async (root) => {
      for (const height of [0, 300, 3000]) {
        const page = await stage.show({
          head: `<style>html { ${root} } body { margin: 0 }</style>`,
          body: `<div style="height: ${height}px"></div>`,
        });
        const corner = { x: 1204, y: 724, width: 56, height: 56 };
        await expect.poll(() => boxOf(page, "button")).toEqual(corner);
        await page.evaluate("scrollTo(0, 1000)");
        await expect.poll(() => boxOf(page, "button")).toEqual(corner);
        await open(page);
        expect(await boxOf(page, "iframe")).toEqual({ x: 860, y: 72, width: 400, height: 640 });
        await keep(page, `root-${root.split(":")[0]}-${height}`);
        await bubbleOf(page).click();
        expect(await page.locator("service-chat iframe").isVisible()).toBe(false);
      }
    },
  );

  test("on any other page the widget stays out of the top layer, and so below the page's own dialogs", async () => {
    const page = await stage.show({
      body: `<dialog id="own">Cookies?</dialog><script>own.showModal()</script><div style="height: 3000px"></div>`,
    });
    await bubbleOf(page).waitFor();
    await page.evaluate(
      "scrollTo(0, 1000); new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))",
    );
    expect(
      await page.evaluate(
        "document.querySelector('service-chat').shadowRoot.querySelectorAll('[popover], :popover-open').length",
      ),
    ).toBe(0);
  });

  test("a page that extends prototypes, wraps browser functions, and has an element of the same name has a normal chat", async () => {
    const page = await stage.show({
      head: `<script>
        for (const { prototype } of [Object, Array, Function, String]) prototype.extra = () => { throw new Error("mine"); };
        Object.prototype.type = "ready";
        Array.prototype.toJSON = () => "a text, as Prototype.js has it";
        for (const [owner, name] of [[EventTarget.prototype, "addEventListener"], [window, "fetch"], [Element.prototype, "append"]]) {
          const own = owner[name];
          owner[name] = function (...given) { return own.apply(this, given); };
        }
        window.Promise = class extends Promise {};
        window.MutationObserver = class extends MutationObserver {};
        delete Array.prototype.at;
        const own = document.createElement("a");
        own.id = "ServiceChat"; // which a browser finds under the same name
        document.head.append(own);
      </script>`,
    });
    await bubbleOf(page).click();
    const frame = await chatFrame(page);
    await page.evaluate("ServiceChat.setContext({ cart: 1 }); ServiceChat.sendMessage('hello')");
    await untilTrue(frame, "heard.length === 3");
    expect(await frame.evaluate("heard")).toEqual([
      { type: "open" },
      { type: "context", context: { cart: 1 } },
      { type: "send", text: "hello" },
    ]);
    expect(page.warnings).toEqual([]);
  });

  test.each([
    ["an element", `<div id="ServiceChat"></div>`],
    ["a form with a field of a launcher's name", `<form id="ServiceChat"><input name="destroy"></form>`],
    ["two elements", `<a id="ServiceChat"></a><a id="ServiceChat" name="destroy"></a>`],
  ])("%s that a browser finds under the name of the widget is not a widget", async (_, body) => {
    const page = await stage.show({ body });
    await page.waitForLoadState();
    await page.evaluate(`{
      const tag = document.getElementById("tag");
      const copy = document.createElement("script");
      for (const { name, value } of tag.attributes) copy.setAttribute(name, value);
      tag.remove();
      setTimeout(() => document.body.append(copy));
    }`);
    await bubbleOf(page).click();
    await chatFrame(page);
    expect(page.warnings).toEqual([]);
    await page.evaluate("ServiceChat.destroy()");
    expect(await page.evaluate("Object.hasOwn(window, 'ServiceChat')")).toBe(false);
  });

  test("a page with a script loader such as Cloudflare's Rocket Loader finds its tag", async () => {
    const nothing = "{ get: () => null }";
    const another = `{ get: () => document.querySelector("[data-other]") }`;
    for (const running of [nothing, another]) {
      const page = await stage.show({
        head: `<script>Object.defineProperty(Document.prototype, "currentScript", ${running});</script><script data-other></script>`,
      });
      await bubbleOf(page).click();
      await chatFrame(page);
      expect(page.warnings).toEqual([]);
    }
  });

  test("a launcher without a tag, as from a bundler, says what is missing", async () => {
    const page = await stage.show();
    await bubbleOf(page).waitFor();
    await page.evaluate("document.getElementById('tag').remove()");
    await untilTrue(page, "!('ServiceChat' in window)");
    await page.evaluate(`
      Object.defineProperty(Document.prototype, "currentScript", { value: null });
      document.head.append(Object.assign(document.createElement("script"), { src: "https://chat.example/launcher.js" }))`);
    await expect
      .poll(() => page.warnings)
      .toEqual([expect.stringContaining("data-agent-key is not an agent key.")]);
    expect(await page.evaluate("'ServiceChat' in window")).toBe(false);
  });

  test("nothing of it is printed", async () => {
    const page = await stage.show();
    await bubbleOf(page).click();
    await chatFrame(page);
    await page.emulateMedia({ media: "print" });
    expect(await page.locator("service-chat iframe").isVisible()).toBe(false);
    expect(await bubbleOf(page).count()).toBe(0);
  });
});
