import { positions } from "@servicechat/contract";
import { describe, expect, test } from "vitest";
import { noChromium } from "../../../test/support/chromium.ts";
import { bubbleOf, chatFrame, setStage } from "./support/stage.ts";
import { boxOf, keep, open, type Box } from "./support/on-screen.ts";
import { untilTrue } from "../../../test/support/until-true.ts";

const desktop = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };

/** Which ninth of the screen contains the centre of a box. */
function placeOf({ x, y, width, height }: Box, screen: typeof desktop): string {
  const third = (at: number, of: number) => Math.min(2, Math.floor((at * 3) / of));
  const row = ["top", "middle", "bottom"][third(y + height / 2, screen.height)];
  const column = ["left", "center", "right"][third(x + width / 2, screen.width)];
  return `${row}-${column}`;
}

function overlap(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}

function isInside({ x, y, width, height }: Box, screen: typeof desktop): boolean {
  return x >= 0 && y >= 0 && x + width <= screen.width && y + height <= screen.height;
}

describe.skipIf(noChromium)(`the widget on the page${noChromium ? ` (${noChromium})` : ""}`, () => {
  const stage = setStage();

  test.each(positions)(
    "%s: the bubble is there, a windowed panel is beside it, a floating one covers it",
    async (position) => {
      for (const dir of ["ltr", "rtl"]) {
        const page = await stage.show({
          branding: { position },
          body: `<script>document.dir = "${dir}"</script>Shop`,
        });
        await bubbleOf(page).waitFor();
        expect(placeOf(await boxOf(page, "button"), desktop)).toBe(position);
        await open(page);
        const [bubble, panel] = [await boxOf(page, "button"), await boxOf(page, "iframe")];
        expect(await bubbleOf(page).isVisible()).toBe(true);
        expect(overlap(bubble, panel)).toBe(false);
        expect(isInside(bubble, desktop) && isInside(panel, desktop)).toBe(true);
        expect([panel.width, panel.height]).toEqual([400, 640]);
        await keep(page, `windowed-${position}-${dir}`);
      }

      const page = await stage.show({ branding: { position, style: "floating" } });
      const bubble = await boxOf(page, "button");
      await open(page);
      const panel = await boxOf(page, "iframe");
      expect(overlap(bubble, panel)).toBe(true);
      expect(isInside(panel, desktop)).toBe(true);
      expect(await page.getByRole("button").count()).toBe(0);
      await keep(page, `floating-${position}`);
    },
  );

  test.each(["windowed", "floating"])(
    "%s: on a phone the chat fills the screen, and the bubble is hidden until it closes",
    async (style) => {
      for (const screen of [phone, { width: 844, height: 390 }]) {
        const page = await stage.show({ branding: { style, position: "middle-center" }, viewport: screen });
        await bubbleOf(page).waitFor();
        await open(page);
        expect(await boxOf(page, "iframe")).toEqual({ x: 0, y: 0, ...screen });
        expect(await page.getByRole("button").count()).toBe(0);
        await keep(page, `phone-${style}-${screen.width}`);
        await page.evaluate("ServiceChat.close()");
        await bubbleOf(page).click();
        await untilTrue(page, "ServiceChat.isOpen()");
      }
    },
  );

  test.each(["windowed", "floating"])("%s: in a small window the panel stays inside", async (style) => {
    for (const position of positions) {
      const screen = { width: 660, height: 460 };
      const page = await stage.show({ branding: { style, position }, viewport: screen });
      await bubbleOf(page).waitFor();
      await open(page);
      const panel = await boxOf(page, "iframe");
      expect(isInside(panel, screen), position).toBe(true);
      if (style === "windowed") expect(overlap(panel, await boxOf(page, "button")), position).toBe(false);
    }
  });

  test("while the frame is loading there is a control to close it, on a phone too", async () => {
    const page = await stage.show({ viewport: phone, branding: { style: "floating" } });
    await bubbleOf(page).waitFor();
    await page.route("**/chat/**", () => {});
    await bubbleOf(page).click();
    await keep(page, "phone-loading");
    await bubbleOf(page).click();
    expect(await page.locator("service-chat iframe").isVisible()).toBe(false);

    // Even while it loads again.
    await page.unroute("**/chat/**");
    await bubbleOf(page).click();
    await bubbleOf(page).waitFor({ state: "hidden" });
    await page.route("**/chat/**", () => {});
    await page.evaluate("document.querySelector('service-chat').remove()");
    await bubbleOf(page).waitFor();
  });

  test("the bubble is a button with a name and an expanded state, and works from the keyboard", async () => {
    const page = await stage.show();
    await page.getByRole("button", { name: "Chat: Acme Support", exact: true, expanded: false }).waitFor();
    await page.keyboard.press("Tab");
    await keep(page, "focus");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Chat: Acme Support", exact: true, expanded: true }).waitFor();
    await untilTrue(
      page,
      "document.querySelector('service-chat').shadowRoot.activeElement?.localName === 'iframe'",
    );
  });

  test("the bubble treats a double click as one click: the chat stays open", async () => {
    const page = await stage.show();
    const bubble = page.getByRole("button", { name: "Chat: Acme Support" });
    await bubble.dblclick();
    await chatFrame(page);
    expect(await page.evaluate("ServiceChat.isOpen()")).toBe(true);
    await bubble.dblclick();
    expect(await page.evaluate("ServiceChat.isOpen()")).toBe(false);
  });

  test("the chat is told whether the bubble is beside it to close it: not on a phone, under a card, or after the page hid it", async () => {
    const told = "(heard.findLast(({ type }) => type === 'bubble')?.seen ?? welcomed.at(-1).bubble)";
    const page = await stage.show();
    await open(page);
    const frame = await chatFrame(page);
    expect(await frame.evaluate("welcomed[0].bubble")).toBe(true);
    await untilTrue(frame, `${told} === true`);
    await page.setViewportSize(phone);
    await untilTrue(frame, `${told} === false`);
    await page.setViewportSize(desktop);
    await untilTrue(frame, `${told} === true`);
    await page.evaluate("ServiceChat.hideLauncher()");
    await untilTrue(frame, `${told} === false`);
    await page.evaluate("ServiceChat.showLauncher()");
    await untilTrue(frame, `${told} === true`);
    // If it is hidden while the chat is closed, it is not there when the chat opens again.
    await page.evaluate("ServiceChat.close(), ServiceChat.hideLauncher()");
    await open(page);
    await untilTrue(frame, `${told} === false`);

    const card = await stage.show({ branding: { style: "floating" } });
    await open(card);
    await untilTrue(await chatFrame(card), `${told} === false`);
  });

  test("unread messages are counted on the bubble and in its name until the chat is open", async () => {
    const page = await stage.show();
    await page.evaluate("ServiceChat.prefill('')");
    const frame = await chatFrame(page);
    await frame.evaluate("port.postMessage({ type: 'unread', count: 3 })");
    await page.getByRole("button", { name: "Chat: Acme Support, 3" }).waitFor();
    await keep(page, "unread");
    await page.getByRole("button").click();
    await frame.evaluate("port.postMessage({ type: 'unread', count: 4 })");
    await frame.evaluate("port.postMessage({ type: 'close' })");
    await page.getByRole("button", { name: "Chat: Acme Support", exact: true, expanded: false }).waitFor();
    await frame.evaluate("port.postMessage({ type: 'unread', count: 2 })");
    await frame.evaluate("port.postMessage({ type: 'name', name: 'محادثة: Acme Support', lang: 'ar' })");
    await page.getByRole("button", { name: "محادثة: Acme Support, 2" }).waitFor();
    expect(await page.locator("service-chat iframe").getAttribute("title")).toBe("محادثة: Acme Support");
  });

  test("the style sheet of the page does not affect the widget", async () => {
    const hostile = `<style>
      * { all: unset !important; display: none !important; font-size: 90px !important; background: red !important; }
      html, head + body, h1 { display: block !important; }
      body { transform: scale(.5) !important; filter: blur(1px) !important; contain: strict !important; overflow: hidden !important; opacity: .1 !important; }
      service-chat { display: none !important; visibility: hidden !important; opacity: 0 !important; transform: scale(9) !important; }
      button, iframe, div { width: 3px !important; transform: rotate(9deg) !important; position: static !important; }
      html { font-size: 2px !important; direction: rtl !important; pointer-events: none; cursor: wait; visibility: hidden; }
      @media all { :root { color-scheme: dark } }
    </style>`;
    const page = await stage.show({ head: hostile });
    await bubbleOf(page).waitFor();
    expect(await boxOf(page, "button")).toEqual({ x: 1204, y: 724, width: 56, height: 56 });
    await open(page);
    expect(await boxOf(page, "iframe")).toEqual({ x: 860, y: 72, width: 400, height: 640 });
    await keep(page, "hostile");
    await bubbleOf(page).click();
    expect(await page.locator("service-chat iframe").isVisible()).toBe(false);
  });

  test("the page's own controls can be reached around an open chat", async () => {
    const page = await stage.show({
      body: `<button onclick="document.title = 'pressed'" style="position:fixed;left:600px;top:400px">Buy</button>`,
    });
    await bubbleOf(page).waitFor();
    await open(page);
    await page.getByRole("button", { name: "Buy" }).click();
    expect(await page.title()).toBe("pressed");
  });

  test("the widget's root is closed to the page", async () => {
    const page = await stage.show({ rootStaysClosed: true });
    await page.waitForSelector("service-chat", { state: "attached" });
    expect(await page.evaluate("document.querySelector('service-chat').shadowRoot")).toBeNull();
  });
});

describe.skipIf(noChromium)(`a strict host page${noChromium ? ` (${noChromium})` : ""}`, () => {
  const stage = setStage();

  test("three sources for the service are enough under a strict policy, Trusted Types, no-referrer and COEP", async () => {
    const service = "https://chat.example";
    const page = await stage.show({
      headers: {
        "Content-Security-Policy": `default-src 'none'; script-src ${service}; connect-src ${service}; frame-src ${service}; style-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'`,
        "Referrer-Policy": "no-referrer",
        "Cross-Origin-Embedder-Policy": "require-corp",
      },
    });
    await bubbleOf(page).click();
    const frame = await chatFrame(page);
    await untilTrue(frame, "heard.length > 0");
    expect(await page.locator("service-chat iframe").boundingBox()).toMatchObject({
      width: 400,
      height: 640,
    });
    expect(page.warnings).toEqual([]);
    await keep(page, "strict");
  });

  test("reduced motion moves nothing, and forced colours show an outline", async () => {
    const page = await stage.show();
    await page.emulateMedia({ reducedMotion: "reduce", forcedColors: "active" });
    await bubbleOf(page).waitFor();
    await page.evaluate("ServiceChat.open()");
    await chatFrame(page);
    const styles =
      "[...document.querySelector('service-chat').shadowRoot.querySelectorAll('button, iframe')].map((part) => getComputedStyle(part))";
    expect(await page.evaluate(`${styles}.map(({ transitionDuration }) => transitionDuration)`)).toEqual([
      "0s",
      "0s",
    ]);
    const outlines = await page.evaluate<string[]>(`${styles}.map(({ outlineColor }) => outlineColor)`);
    for (const outline of outlines) expect(outline).not.toMatch(/rgba\(.*, 0\)/);
    await keep(page, "forced-colours");
    await page.emulateMedia({ reducedMotion: "no-preference" });
    expect(
      await page.evaluate(
        `${styles}.every(({ transitionDuration }) => transitionDuration.includes("0.15s"))`,
      ),
    ).toBe(true);
  });
});
