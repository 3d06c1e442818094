import { positions } from "@servicechat/contract";
import { describe, expect, test } from "vitest";
import { noChromium } from "../../../test/support/chromium.ts";
import { untilTrue } from "../../../test/support/until-true.ts";
import { boxOf, keep, open } from "./support/on-screen.ts";
import { chatFrame, setStage } from "./support/stage.ts";

const ask = (expanded: boolean) => `port.postMessage({ type: "expand", expanded: ${expanded} })`;
const told = "heard.findLast(({ type }) => type === 'expanded')";
const isWide = "document.querySelector('service-chat').shadowRoot.querySelector('.wide') !== null";

/** Each with the possible widths of the panel: less if the bubble is beside it. */
const screens = [
  [{ width: 1280, height: 800 }, [760]],
  [{ width: 660, height: 460 }, [620, 552]],
] as const;

describe.skipIf(noChromium)(`an expanded panel${noChromium ? ` (${noChromium})` : ""}`, () => {
  const stage = setStage();

  test.each(["windowed", "floating"])(
    "%s: stays on the screen in every position and beside the bubble, in a large window and a small one",
    async (style) => {
      for (const position of positions) {
        const page = await stage.show({ branding: { style, position } });
        await open(page);
        await (await chatFrame(page)).evaluate(ask(true));
        await untilTrue(page, isWide);
        for (const [viewport, widths] of screens) {
          await page.setViewportSize(viewport);
          await open(page); // until the animation has ended
          const panel = await boxOf(page, "iframe");
          const at = `${position}, ${viewport.width}`;
          expect(widths, at).toContain(panel.width);
          expect(panel.x, at).toBeGreaterThanOrEqual(20);
          expect(panel.y, at).toBeGreaterThanOrEqual(20);
          expect(panel.x + panel.width, at).toBeLessThanOrEqual(viewport.width - 20);
          expect(panel.y + panel.height, at).toBeLessThanOrEqual(viewport.height - 20);
          await keep(page, `expanded-${style}-${position}-${viewport.width}`);
          if (style === "floating") continue;
          const bubble = await boxOf(page, "button");
          const isBeside = panel.x >= bubble.x + bubble.width || bubble.x >= panel.x + panel.width;
          const isAbove = panel.y >= bubble.y + bubble.height || bubble.y >= panel.y + panel.height;
          expect(isBeside || isAbove, at).toBe(true);
          expect(bubble.x, at).toBeGreaterThanOrEqual(0);
        }
        await page.evaluate("localStorage.clear()");
        await page.close();
      }
    },
  );

  test("is remembered for the site, in every tab, until the visitor shrinks it", async () => {
    const page = await stage.show();
    await open(page);
    const frame = await chatFrame(page);
    expect(await frame.evaluate("welcomed[0].expanded")).toBe(false);
    await frame.evaluate(ask(true));
    await untilTrue(frame, `${told}?.expanded === true`);

    const other = await stage.show();
    await open(other);
    expect((await boxOf(other, "iframe")).width).toBe(760);
    const wide = await chatFrame(other);
    expect(await wide.evaluate("welcomed[0].expanded")).toBe(true);
    await wide.evaluate(ask(false));
    await untilTrue(wide, `${told}?.expanded === false`);
    expect((await boxOf(other, "iframe")).width).toBe(400);
    expect(await other.evaluate("Object.keys(localStorage)")).toEqual([]);

    await page.reload();
    await open(page);
    expect((await boxOf(page, "iframe")).width).toBe(400);
  });

  test("lasts as long as the page if that has no storage", async () => {
    const head = `<script>
      Object.defineProperty(window, "localStorage", { get() { throw new Error("The browser forbids it."); } });
    </script>`;
    const page = await stage.show({ head });
    await open(page);
    await (await chatFrame(page)).evaluate(ask(true));
    await untilTrue(page, isWide);
    expect((await boxOf(page, "iframe")).width).toBe(760);
    expect(page.warnings).toEqual([]);
  });

  test("does not exist if the panel fills the screen or is inside the page; rotating a tablet changes that at once", async () => {
    const page = await stage.show({ viewport: { width: 390, height: 844 } });
    await open(page);
    const frame = await chatFrame(page);
    expect(await frame.evaluate("welcomed[0].expanded")).toBeUndefined();
    await page.setViewportSize({ width: 844, height: 600 });
    await untilTrue(frame, `${told}?.expanded === false`);
    await frame.evaluate(ask(true));
    await untilTrue(frame, `${told}?.expanded === true`);
    await page.setViewportSize({ width: 600, height: 844 });
    await untilTrue(frame, `${told} && ${told}.expanded === undefined`);
    expect(await boxOf(page, "iframe")).toEqual({ x: 0, y: 0, width: 600, height: 844 });
    await page.setViewportSize({ width: 844, height: 600 });
    await untilTrue(frame, `${told}?.expanded === true`);
    expect((await boxOf(page, "iframe")).width).toBe(760);

    const inline = await stage.show({
      attributes: `data-target="#chat"`,
      body: `<div id="chat" style="width:500px;height:400px"></div>`,
    });
    const inPage = await chatFrame(inline);
    expect(await inPage.evaluate("welcomed[0].expanded")).toBeUndefined();
    expect(await boxOf(inline, "iframe")).toMatchObject({ width: 500, height: 400 });
    // Ignored before the resizes that it would be notified of.
    await inline.setViewportSize({ width: 390, height: 844 });
    await inline.setViewportSize({ width: 1280, height: 800 });
    await inline.evaluate("ServiceChat.setTheme('dark')");
    await untilTrue(inPage, "heard.some(({ type }) => type === 'theme')");
    expect(await inPage.evaluate("heard.map(({ type }) => type)")).not.toContain("expanded");
    await inline.evaluate("localStorage.clear()");
  });
});
