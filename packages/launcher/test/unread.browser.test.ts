import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { noChromium } from "../../../test/support/chromium.ts";
import { untilTrue } from "../../../test/support/until-true.ts";
import { bubbleOf, chatFrame, setStage } from "./support/stage.ts";

const body = `<script>
  window.counts = [];
  addEventListener("load", () => ServiceChat.on("unread", ({ count }) => counts.push(count)));
</script>`;

describe.skipIf(noChromium)(`the unread count${noChromium ? ` (${noChromium})` : ""}`, () => {
  const stage = setStage();

  /** The page's frame, hidden, as after a message that was sent for the visitor. */
  async function frameOf(page: Page) {
    await page.evaluate("ServiceChat.prefill('')");
    const frame = await chatFrame(page);
    return { post: (message: object) => frame.evaluate(`port.postMessage(${JSON.stringify(message)})`) };
  }
  const named = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).waitFor();

  test("is kept on the next page of the site, which loads no frame and sends no request; opening resets it", async () => {
    const key = "ak_shared_secret";
    const next = await stage.show({ key, body });
    const page = await stage.show({ key, body });
    const { post } = await frameOf(page);
    await post({ type: "unread", count: 2 });
    await named(page, "Chat: Acme Support, 2");

    // The page moved the frame, which reloads and counts from the beginning.
    await page.evaluate(
      "welcomes = 0; addEventListener('message', () => welcomes++); document.body.append(document.querySelector('service-chat'))",
    );
    await untilTrue(page, "welcomes > 0");
    await (await chatFrame(page)).evaluate('port.postMessage({ type: "unread", count: 1 })');
    await named(page, "Chat: Acme Support, 3");
    expect(await page.evaluate("counts")).toEqual([2, 3]);

    const before = stage.service.requests.length;
    await page.goto(next.url());
    await named(page, "Chat: Acme Support, 3");
    await untilTrue(page, "counts.length === 1");
    expect(await page.evaluate("counts")).toEqual([3]);
    expect(await page.locator("service-chat iframe").count()).toBe(0);
    const asked = stage.service.requests.slice(before).filter(({ method }) => method === "GET");
    expect(
      asked.map(({ url }) => url).filter((url) => !/^\/(?:launcher|chat-bot\/config)/.test(url)),
    ).toEqual([]);

    // New ones are added; another chat of the site has its own.
    await (await frameOf(page)).post({ type: "unread", count: 1 });
    await named(page, "Chat: Acme Support, 4");
    const other = await stage.show({ body });
    await page.goto(other.url());
    await named(page, "Chat: Acme Support");
    await page.goto(next.url());
    await named(page, "Chat: Acme Support, 4");

    await bubbleOf(page).click();
    await chatFrame(page);
    await page.evaluate("ServiceChat.close()");
    expect(await page.evaluate("counts")).toEqual([4, 0]);
    await page.reload();
    await named(page, "Chat: Acme Support");
    expect(await page.evaluate("Object.keys(sessionStorage)")).toEqual([]);
    expect(page.warnings).toEqual([]);
  });

  test("includes the answer that was in progress when the page was left, once", async () => {
    const page = await stage.show({ body });
    await page.evaluate("ServiceChat.open()");
    const frame = await chatFrame(page);
    await frame.evaluate("port.postMessage({ type: 'answering', answering: true })");
    await untilTrue(page, "Object.keys(sessionStorage).length === 2");
    await page.evaluate("ServiceChat.close()");
    expect(await page.evaluate("counts")).toEqual([]);

    await page.reload();
    await named(page, "Chat: Acme Support, 1");
    await page.reload();
    await named(page, "Chat: Acme Support, 1");
    // Followed here to its end: it is the same one.
    const { post } = await frameOf(page);
    await post({ type: "answering", answering: true });
    await post({ type: "answering", answering: false });
    await post({ type: "unread", count: 1 });
    await post({ type: "unread", count: 2 });
    await named(page, "Chat: Acme Support, 2");
    expect(await page.evaluate("counts")).toEqual([1, 2]);

    // An answer that was seen to its end leaves nothing.
    await page.evaluate("ServiceChat.open()");
    await post({ type: "answering", answering: true });
    await post({ type: "answering", answering: false });
    await untilTrue(page, "Object.keys(sessionStorage).every((name) => /open/.test(name))");
    await page.evaluate("ServiceChat.close()");
    await page.reload();
    await named(page, "Chat: Acme Support");
  });

  test("is not shown over a chat that opens automatically, and is forgotten if the page has no storage", async () => {
    const page = await stage.show({ attributes: "data-open", body });
    const keyId = page.key.split("_")[1];
    await page.evaluate(`sessionStorage.setItem("servicechat:unread:${keyId}", "4")`);
    await page.reload();
    await chatFrame(page);
    await untilTrue(page, `!("servicechat:unread:${keyId}" in sessionStorage)`);
    expect(await page.evaluate("counts")).toEqual([]);

    const head = `<script>
      Object.defineProperty(window, "sessionStorage", { get() { throw new DOMException("no", "SecurityError"); } });
    </script>`;
    const bare = await stage.show({ head, body });
    await (await frameOf(bare)).post({ type: "unread", count: 1 });
    await named(bare, "Chat: Acme Support, 1");
    await bare.reload();
    await named(bare, "Chat: Acme Support");
    expect(bare.warnings).toEqual([]);
  });

  test("is not read in the first page of a tab, which would wait for its storage, unless it is reloaded", async () => {
    const head = `<script>
      window.looks = 0;
      const { get } = Object.getOwnPropertyDescriptor(window, "sessionStorage");
      Object.defineProperty(window, "sessionStorage", { get() { looks++; return get.call(window); } });
    </script>`;
    const opener = await stage.show({ head, body });
    const [page] = await Promise.all([
      opener.context().waitForEvent("page"),
      opener.evaluate("open(location.href, '', 'noopener') ?? 0"),
    ]);
    await bubbleOf(page).waitFor();
    expect(await page.evaluate("[history.length, looks]")).toEqual([1, 0]);

    await page.evaluate("ServiceChat.open()");
    const frame = await chatFrame(page);
    await frame.evaluate("port.postMessage({ type: 'answering', answering: true })");
    await untilTrue(page, "Object.keys(sessionStorage).length === 2");
    await page.evaluate("ServiceChat.close()");
    await page.reload();
    await named(page, "Chat: Acme Support, 1");
    expect(await page.evaluate("history.length")).toBe(1);
  });
});
