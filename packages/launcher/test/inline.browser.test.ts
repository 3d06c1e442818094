import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { noChromium } from "../../../test/support/chromium.ts";
import { untilTrue } from "../../../test/support/until-true.ts";
import { chatFrame, setStage } from "./support/stage.ts";

const attributes = `data-target="#chat"`;

describe.skipIf(noChromium)(
  `the chat in an element of the page${noChromium ? ` (${noChromium})` : ""}`,
  () => {
    const stage = setStage();
    const boxOf = (page: Page) => page.locator("service-chat iframe").boundingBox();

    test("data-target puts the chat into that element, at its size, open and without a bubble, and does not take the focus", async () => {
      const page = await stage.show({
        attributes,
        branding: { style: "floating" },
        body: `<style>* { all: unset; } #chat { display: block; height: 400px; width: 300px; margin: 50px; }</style>
        <input id="own"><script>document.getElementById("own").focus()</script><div id="chat"></div>`,
      });
      const frame = await chatFrame(page);
      expect(await boxOf(page)).toMatchObject({ width: 300, height: 400 });
      expect(await page.evaluate("document.querySelector('service-chat').parentNode.id")).toBe("chat");
      expect(await page.getByRole("button").count()).toBe(0);
      expect(
        await frame.evaluate("[welcomed[0].inline, welcomed[0].open, welcomed[0].config.branding.style]"),
      ).toEqual([true, true, "windowed"]);
      expect(await page.evaluate("[document.activeElement.id, ServiceChat.isOpen()]")).toEqual(["own", true]);

      await page.evaluate(
        "window.events = []; for (const name of ['open', 'close']) ServiceChat.on(name, () => events.push(name))",
      );
      await page.evaluate("ServiceChat.close()");
      expect(await page.locator("service-chat iframe").isVisible()).toBe(false);
      await page.evaluate("ServiceChat.toggle()");
      expect(await page.locator("service-chat iframe").isVisible()).toBe(true);
      expect(await page.evaluate("events")).toEqual(["close", "open"]);
      await untilTrue(page, "document.activeElement.localName === 'service-chat'");
      await page.evaluate("ServiceChat.destroy()");
      expect(await page.evaluate("document.getElementById('chat').childNodes.length")).toBe(0);
      expect(page.warnings).toEqual([]);
    });

    test("an element that appears later gets the chat; removing it removes the chat, and the next one has it again, with all settings", async () => {
      const page = await stage.show({ attributes });
      await page.evaluate("ServiceChat.setContext({ cart: 1 })");
      expect(await page.locator("service-chat").count()).toBe(0);
      const add = `{
      const main = document.createElement("main");
      main.id = "chat";
      document.body.replaceChildren(main);
    }`;
      await page.evaluate(add);
      await chatFrame(page);
      // Without a height of its own, the element gets the chat's.
      expect((await boxOf(page))?.height).toBe(560);

      for (let visit = 0; visit < 12; visit++) {
        await page.evaluate("document.body.replaceChildren()");
        await page.evaluate(add);
      }
      const frame = await chatFrame(page);
      await untilTrue(frame, "heard.length > 0");
      expect(await frame.evaluate("heard")).toEqual([{ type: "context", context: { cart: 1 } }]);
      expect(await page.locator("service-chat").count()).toBe(1);

      // If a page keeps emptying the same element, the chat stays removed.
      const empty =
        "new Promise((done) => { document.getElementById('chat')?.replaceChildren(); setTimeout(done); })";
      for (const _element of ["one", "another"]) {
        for (let time = 0; time < 6; time++) await page.evaluate(empty);
        expect(await page.locator("service-chat").count()).toBe(1);
        await page.evaluate(add);
      }
      for (let time = 0; time < 11; time++) await page.evaluate(empty);
      await untilTrue(page, "!('ServiceChat' in window)");
      expect(await page.locator("service-chat").count()).toBe(0);
    });

    test("a chat far below is not loaded until it comes near, or has something to do", async () => {
      const far = `<div style="height:9000px"></div><div id="chat" style="height:500px"></div>`;
      const page = await stage.show({ attributes, body: far });
      await page.waitForSelector("service-chat iframe", { state: "attached" });
      const asked = () =>
        stage.service.requests.filter(({ url }) => url.startsWith(`/chat/?key=${page.key.split("_")[1]}&`));
      expect(asked()).toHaveLength(0);
      await page.evaluate("ServiceChat.prefill('hello')");
      const frame = await chatFrame(page);
      await untilTrue(frame, "heard.length > 0");
      expect(await page.evaluate("scrollY")).toBe(0);
    });

    test("a chat whose panel fails to load at first appears automatically once it can, unless it was ended before", async () => {
      stage.trouble.expect(/ERR_FAILED/);
      const page = await stage.show({ attributes, body: `<div id="chat"></div>` });
      const asked: string[] = [];
      await page.route(/\/launcher\/later-/, (route) => {
        asked.push(route.request().url());
        return asked.length === 2 ? route.continue() : route.abort();
      });
      const failed = () => page.waitForEvent("console", (message) => message.type() === "warning");
      await Promise.all([failed(), page.reload()]);
      await chatFrame(page);
      expect(await page.evaluate("ServiceChat.isOpen()")).toBe(true);
      expect(page.warnings).toEqual([expect.stringContaining("later")]);
      // Browsers may remember that a URL failed.
      expect(new Set(asked).size).toBe(2);

      await page.clock.install();
      await Promise.all([failed(), page.reload()]);
      await page.evaluate("ServiceChat.destroy()");
      await page.clock.runFor(60_000); // much longer than until the next attempt
      expect(asked).toHaveLength(3);
    });

    test("an invalid selector puts nothing on the page, and one warning says so", async () => {
      const page = await stage.show({ attributes: `data-target="##"` });
      await untilTrue(page, "!('ServiceChat' in window)");
      expect(page.warnings).toEqual([expect.stringContaining("## is not a selector")]);
      expect(await page.locator("service-chat").count()).toBe(0);
    });
  },
);
