import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { noChromium } from "../../../test/support/chromium.ts";
import { bubbleOf, chatFrame, setStage } from "./support/stage.ts";
import { untilTrue } from "../../../test/support/until-true.ts";

/** Counts what the launcher registers at window, document and observers; the test driver has listeners too. */
const bookkeeping = `<script>
  window.held = new Set();
  const byLauncher = () => new Error().stack.includes("launcher.js");
  const add = EventTarget.prototype.addEventListener, remove = EventTarget.prototype.removeEventListener;
  EventTarget.prototype.addEventListener = function (name, listener, options) {
    if ((this === window || this === document) && byLauncher()) {
      const mark = { name, listener };
      held.add(mark);
      options?.signal && add.call(options.signal, "abort", () => held.delete(mark));
    }
    return add.call(this, name, listener, options);
  };
  EventTarget.prototype.removeEventListener = function (name, listener) {
    for (const mark of held) if (mark.name === name && mark.listener === listener) held.delete(mark);
    return remove.call(this, name, listener);
  };
  const observe = MutationObserver.prototype.observe, disconnect = MutationObserver.prototype.disconnect;
  MutationObserver.prototype.observe = function (...given) { if (byLauncher()) held.add(this); return observe.apply(this, given); };
  MutationObserver.prototype.disconnect = function () { held.delete(this); return disconnect.call(this); };
  const close = MessagePort.prototype.close;
  window.closedPorts = 0;
  MessagePort.prototype.close = function () { closedPorts++; return close.call(this); };
  window.globals = new Set(["globals", "tag", ...Object.getOwnPropertyNames(window)]);
</script>`;

async function expectNothingLeft(page: Page) {
  await untilTrue(page, "!('ServiceChat' in window)");
  expect(await page.locator("service-chat, iframe").count()).toBe(0);
  expect(await page.evaluate("held.size")).toBe(0);
  expect(
    await page.evaluate("Object.getOwnPropertyNames(window).filter((name) => !globals.has(name))"),
  ).toEqual([]);
}

describe.skipIf(noChromium)(`teardown${noChromium ? ` (${noChromium})` : ""}`, () => {
  const stage = setStage();

  test("the launcher adds one global", async () => {
    const page = await stage.show({ head: bookkeeping });
    await bubbleOf(page).waitFor();
    expect(await page.evaluate("held.size")).toBe(1); // the observer: proves that the count below counts something
    expect(
      await page.evaluate("Object.getOwnPropertyNames(window).filter((name) => !globals.has(name))"),
    ).toEqual(["ServiceChat"]);
  });

  test("destroy() removes bubble, frame, listeners, observers and window.ServiceChat, and says so once", async () => {
    const page = await stage.show({ head: bookkeeping, attributes: "data-open" });
    await chatFrame(page);
    await page.evaluate(`
      globals.add("kept"); globals.add("said");
      window.said = []; window.kept = ServiceChat;
      kept.on("destroyed", () => { said.push("destroyed"); kept.destroy(); });
      kept.on("open", () => said.push("open"));
      ServiceChat.destroy()`);
    await expectNothingLeft(page);
    expect(await page.evaluate("closedPorts")).toBe(1);

    await page.evaluate(
      "kept.open(); kept.toggle(); kept.close(); kept.sendMessage('x'); kept.showLauncher(); kept.destroy()",
    );
    expect(await page.evaluate("kept.isOpen()")).toBe(false);
    await expectNothingLeft(page);
    expect(await page.evaluate("said")).toEqual(["destroyed"]);
    expect(page.warnings).toEqual([]);
  });

  test("destroy() while the panel is loading, or has just loaded, leaves nothing", async () => {
    const page = await stage.show({ head: bookkeeping });
    await bubbleOf(page).waitFor();
    await page.evaluate("ServiceChat.open(); ServiceChat.destroy()");
    await expectNothingLeft(page);
    const panels =
      "performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.includes('launcher/later'))";
    await untilTrue(page, `${panels}.length > 0`);
    await page.evaluate(`import(${panels}[0]).then(() => {})`);
    await expectNothingLeft(page);
    expect(page.warnings).toEqual([]);
  });

  test("removing the script element tears down", async () => {
    const page = await stage.show({ head: bookkeeping });
    await bubbleOf(page).waitFor();
    await page.evaluate("document.getElementById('tag').remove()");
    await expectNothingLeft(page);
  });

  test("a stub that the next page creates as the tag is removed keeps its calls", async () => {
    const page = await stage.show();
    await bubbleOf(page).waitFor();
    await page.evaluate("document.querySelector('#tag').remove(); window.ServiceChat = { q: [['open']] }");
    await untilTrue(page, "!document.querySelector('service-chat')");
    expect(await page.evaluate("window.ServiceChat")).toEqual({ q: [["open"]] });
  });

  test("removing the parent of the script element, while the configuration is loading, tears down", async () => {
    const page = await stage.show({ head: bookkeeping, answer: { silent: true } });
    await page.evaluate("document.head.remove()");
    await expectNothingLeft(page);
    expect(page.warnings).toEqual([]);
  });

  test("a failed configuration leaves nothing behind", async () => {
    stage.trouble.expect(/403/);
    const page = await stage.show({ head: bookkeeping, answer: { status: 403 } });
    await expectNothingLeft(page);
  });

  test("moving the script element is not removing it", async () => {
    const page = await stage.show();
    await bubbleOf(page).waitFor();
    await page.evaluate("document.body.append(document.getElementById('tag'))");
    await page.evaluate("new Promise(requestAnimationFrame)");
    expect(await bubbleOf(page).count()).toBe(1);
  });

  test("a page that removes the launcher's element gets it back, with all settings of the chat", async () => {
    const page = await stage.show({ attributes: "data-open" });
    await page.evaluate("ServiceChat.setContext({ cart: 1 })");
    await untilTrue(await chatFrame(page), "heard.length > 0");
    await page.evaluate("document.querySelector('service-chat').remove()");
    await page.waitForSelector("service-chat", { state: "attached" });
    const frame = await chatFrame(page);
    await untilTrue(frame, "heard.length > 0");

    expect(await frame.evaluate("heard")).toEqual([{ type: "context", context: { cart: 1 } }]);
    expect(await frame.evaluate("welcomed.length && welcomed[0].open")).toBe(true);
    await page.evaluate("ServiceChat.prefill('on the new port')");
    await untilTrue(frame, "heard.at(-1).text === 'on the new port'");
  });

  test("a page that removes the launcher's element an eleventh time is rid of it", async () => {
    const page = await stage.show({ head: bookkeeping });
    await bubbleOf(page).waitFor();
    const remove =
      "new Promise((done) => { document.querySelector('service-chat').remove(); setTimeout(done); })";
    for (let time = 0; time < 10; time++) await page.evaluate(remove);
    expect(await page.locator("service-chat").count()).toBe(1);
    await page.evaluate(remove);
    await expectNothingLeft(page);
    expect(page.warnings).toEqual([]);
  });

  test("a second tag with another key is named, and so is the one whose chat is shown", async () => {
    const page = await stage.show();
    await bubbleOf(page).waitFor();
    await page.evaluate(`{
      const second = document.createElement("script");
      second.src = document.getElementById("tag").src;
      second.dataset.agentKey = "ak_other_secret";
      new Promise((done) => { second.onload = done; document.body.append(second); }) }`);
    expect(await page.locator("service-chat").count()).toBe(1);
    const shown = page.key.split("_")[1];
    expect(page.warnings).toEqual([
      expect.stringContaining(`This page shows the chat of ${shown}: the tag with other adds none.`),
    ]);
  });

  for (const [name, head] of [
    ["a second tag makes no second widget, and a tag after a teardown makes a new one", ""],
    [
      "so it is where the page declared its stub as a variable, which nobody can delete",
      "<script>var ServiceChat = { q: [] }</script>",
    ],
  ] as const) {
    test(name, async () => {
      const again = `
        const copy = document.createElement("script");
        copy.src = document.getElementById("tag").src;
        copy.dataset.agentKey = document.getElementById("tag").dataset.agentKey;
        new Promise((done) => { copy.onload = done; document.body.append(copy); })`;
      const page = await stage.show({ head });
      await bubbleOf(page).waitFor();
      await page.evaluate(`{${again}}`);
      expect(await page.locator("service-chat").count()).toBe(1);
      expect(page.warnings).toEqual([]);

      await page.evaluate("ServiceChat.destroy()");
      expect(await page.evaluate("typeof ServiceChat")).toBe("undefined");
      await page.evaluate(`{${again}}`);
      await bubbleOf(page).waitFor();
      expect(await page.locator("service-chat").count()).toBe(1);
    });
  }
});
