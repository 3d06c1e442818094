import { describe, expect, test } from "vitest";
import { noChromium } from "../../../test/support/chromium.ts";
import { untilTrue } from "../../../test/support/until-true.ts";
import { bubbleOf, chatFrame, setStage } from "./support/stage.ts";

const attributes = `data-lang="de" data-greeting="Hallo! Fragen?" data-greeting-after="0.05"`;
/** Much longer than a greeting waits; the page's clock is moved forward. */
const aMinute = 60_000;
const root = "document.querySelector('service-chat').shadowRoot";

describe.skipIf(noChromium)(`greeting and sound${noChromium ? ` (${noChromium})` : ""}`, () => {
  const stage = setStage();

  test("after its time the greeting is beside the bubble, is announced, and opens the chat; a reload does not greet again", async () => {
    const page = await stage.show({ attributes });
    const card = page.getByRole("status");
    const greeting = page.getByRole("button", { name: "Hallo! Fragen?" });
    await greeting.waitFor();
    expect(await card.count()).toBe(1);
    const [box, bubble] = [await card.boundingBox(), await bubbleOf(page).boundingBox()];
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(bubble?.y ?? 0);
    expect(await page.locator("service-chat iframe").count()).toBe(0);
    expect(await page.evaluate("document.activeElement.localName")).toBe("body");
    if (process.env["SCREENSHOTS"])
      await page.screenshot({ path: `${process.env["SCREENSHOTS"]}/greeting.png` });

    await greeting.click();
    await chatFrame(page);
    expect(await card.count()).toBe(0);
    await page.clock.install();
    await Promise.all([page.waitForRequest(/launcher\/later/), page.reload()]);
    await bubbleOf(page).waitFor();
    await page.clock.runFor(aMinute);
    expect(await page.getByRole("status").count()).toBe(0);
  });

  test("a hidden page greets once it is visible", async () => {
    const head = `<script>
      let isHidden = true;
      Object.defineProperty(Document.prototype, "hidden", { get: () => isHidden });
      const show = () => { isHidden = false; document.dispatchEvent(new Event("visibilitychange")); };
      const wait = setTimeout;
      window.waited = 0;
      window.setTimeout = (run, after, ...given) => wait(() => { run(...given); if (after === 50) waited++; }, after);
    </script>`;
    const page = await stage.show({ attributes, head });
    await untilTrue(page, "waited === 1");
    expect(await page.evaluate(`${root}.querySelector("p")`)).toBeNull();
    await page.evaluate("show()");
    await page.getByRole("button", { name: "Hallo! Fragen?" }).waitFor();
  });

  test("it can be closed, in the visitor's language, and neither phones nor those who opened the chat are greeted", async () => {
    const page = await stage.show({ attributes });
    await page.getByRole("button", { name: "Schließen" }).click();
    expect(await page.getByRole("status").count()).toBe(0);
    expect(await page.evaluate("ServiceChat.isOpen()")).toBe(false);

    const head = `<script>
      document.documentElement.lang = "";
      Object.defineProperty(navigator, "language", { value: "fr-CH" });
      sessionStorage.clear();
    </script>`;
    const french = await stage.show({ attributes: attributes.replace(/data-lang="\w+"/, ""), head });
    await french.getByRole("button", { name: "Fermer" }).click();

    for (const other of [
      { viewport: { width: 390, height: 844 } },
      { attributes: `${attributes} data-open` },
      { attributes, body: "<script>addEventListener('load', () => ServiceChat.hideLauncher())</script>" },
    ]) {
      const page = await stage.show({ attributes, ...other });
      await page.evaluate("sessionStorage.clear()");
      await page.clock.install();
      await page.reload();
      await page.waitForSelector("service-chat", { state: "attached" });
      await page.clock.runFor(aMinute);
      expect(await page.getByRole("status").count()).toBe(0);
    }
  });

  test("a chat that was left open is open again, neither greets nor takes the focus, and greets later once it was closed", async () => {
    const page = await stage.show({ attributes });
    await page.evaluate("ServiceChat.open()");
    await chatFrame(page);
    await page.evaluate("sessionStorage.removeItem('servicechat:greeted')");
    await page.clock.install();
    await page.reload();
    await chatFrame(page);
    await page.clock.runFor(aMinute);
    expect(await page.getByRole("status").count()).toBe(0);
    expect(
      await page.evaluate("[document.activeElement.localName, ServiceChat.isOpen(), sessionStorage.length]"),
    ).toEqual(["body", true, 1]);
    await page.evaluate("ServiceChat.close()");
    await page.reload();
    await page.getByRole("button", { name: "Hallo! Fragen?" }).waitFor();
    expect(await page.evaluate("ServiceChat.isOpen()")).toBe(false);
  });

  test("a sound only if the tag asks for it, once the visitor has interacted with the page, for each unread answer", async () => {
    const head = `<script>
      window.played = 0;
      window.AudioContext = class extends AudioContext { constructor() { super(); played++; } };
    </script>`;
    const pretend = (object: string, values: string) =>
      `${head}<script>Object.defineProperties(${object}, ${values})</script>`;
    const untouched = pretend("navigator", "{ userActivation: { value: { hasBeenActive: false } } }");
    const hidden = pretend("document", "{ hidden: { get: () => true } }");
    for (const [name, more, start, expected] of [
      ["not asked for", "", head, 0],
      ["untouched", "data-sound", untouched, 0],
      ["hidden", "data-sound", hidden, 0],
      ["switched off", `data-sound="false"`, head, 0],
      ["switched off in capitals", `data-sound="FALSE"`, head, 0],
      ["asked for", "data-sound", head, 2],
    ] as const) {
      const page = await stage.show({ attributes: more, head: start });
      await bubbleOf(page).waitFor();
      await page.evaluate(
        "window.counts = []; ServiceChat.on('unread', ({ count }) => counts.push(count)); ServiceChat.prefill('')",
      );
      const frame = await chatFrame(page);
      for (const count of [1, 2, 0])
        await frame.evaluate(`port.postMessage({ type: "unread", count: ${count} })`);
      await untilTrue(page, "counts.length === 3");
      expect([name, await page.evaluate("played")]).toEqual([name, expected]);
      expect(await page.evaluate(`${root}.querySelector("span").textContent`)).toBe("");
    }
  });
});
