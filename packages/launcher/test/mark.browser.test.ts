import { describe, expect, test } from "vitest";
import { noChromium } from "../../../test/support/chromium.ts";
import { untilTrue } from "../../../test/support/until-true.ts";
import { bubbleStyles } from "../src/bubble-styles.ts";
import { bubbleOf, plainConfig, setStage } from "./support/stage.ts";
import { keep } from "./support/on-screen.ts";

/** Whether the bubble shows its own mark. */
const hasMark =
  "getComputedStyle(document.querySelector('service-chat').shadowRoot.querySelector('button'), ':before').display !== 'none'";

describe.skipIf(noChromium)(`the mark in the bubble${noChromium ? ` (${noChromium})` : ""}`, () => {
  const stage = setStage();

  test.each([
    ["#0f766e", "lab(100 0 0)"],
    ["#fde047", "lab(0 0 0)"],
    ["#fff", "lab(0 0 0)"],
    ["#000", "lab(100 0 0)"],
    ["#3b82f6", "lab(100 0 0)"],
  ])("the mark on %s is %s", async (primaryColor, mark) => {
    const page = await stage.show({ branding: { primaryColor } });
    await bubbleOf(page).waitFor();
    const button = "document.querySelector('service-chat').shadowRoot.querySelector('button')";
    expect(await page.evaluate(`getComputedStyle(${button}).color`)).toBe(mark);
  });

  test("the mark has a contrast of 3 to 1 on any brand colour, and is white wherever white clearly has", async () => {
    const page = await stage.show({ rootStaysClosed: true });
    const steps = ["0", "3", "6", "7", "8", "9", "a", "b", "c", "f"];
    const colours = steps.flatMap((r) => steps.flatMap((g) => steps.map((b) => `#${r}${g}${b}`)));
    const marks = colours.map(
      (primaryColor) =>
        /[^-]color:([^;]+)/.exec(bubbleStyles({ ...plainConfig.branding, primaryColor }))?.[1] ?? "",
    );
    const drawn = await page.evaluate<number[][]>(`(() => {
      const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
      return ${JSON.stringify(marks)}.map((colour) => {
        canvas.fillStyle = "#123456"; // which stays where the colour is none
        canvas.fillStyle = colour;
        canvas.fillRect(0, 0, 1, 1);
        return [...canvas.getImageData(0, 0, 1, 1).data];
      });
    })()`);
    for (const [index, colour] of colours.entries()) {
      const [r = 0, g = 0, b = 0] = [1, 2, 3].map((at) => {
        const part = parseInt(colour.charAt(at), 16) / 15;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      const luminance = 0.2126 * r + 0.7152 * g + 0.0722 * b;
      const [white, black] = [1.05 / (luminance + 0.05), (luminance + 0.05) / 0.05];
      const isWhite = drawn[index]?.[0] === 255;
      expect(drawn[index], colour).toEqual(isWhite ? [255, 255, 255, 255] : [0, 0, 0, 255]);
      expect(isWhite ? white : black, colour).toBeGreaterThanOrEqual(3);
      if (white > 3.3) expect(isWhite, colour).toBe(true);
    }
  });

  test("a configured logo is in the bubble while the chat is closed", async () => {
    const page = await stage.show({ branding: { logo: "https://chat.example/logo.svg" } });
    await bubbleOf(page).waitFor();
    expect(await page.locator("service-chat img").isVisible()).toBe(true);
    expect(await page.evaluate(hasMark)).toBe(false);
    expect(await page.locator("service-chat img").getAttribute("alt")).toBe("");
    await keep(page, "logo");
    await page.evaluate("ServiceChat.open()");
    expect(await page.locator("service-chat img").isVisible()).toBe(false);
    expect(await page.evaluate(hasMark)).toBe(true);
  });

  test("a picture of its own fills the bubble instead of the logo; one that fails to load leaves the mark", async () => {
    const branding = {
      logo: "https://chat.example/no-such-logo",
      bubbleImage: "https://chat.example/logo.svg",
    };
    const page = await stage.show({ branding });
    await bubbleOf(page).waitFor();
    const image = page.locator("service-chat img");
    expect(await image.getAttribute("src")).toBe(branding.bubbleImage);
    expect(await image.boundingBox()).toEqual(await bubbleOf(page).boundingBox());
    expect(await page.evaluate(hasMark)).toBe(false);
    await keep(page, "bubble-image");

    stage.trouble.expect(/404/);
    const lost = await stage.show({ branding: { bubbleImage: "https://chat.example/no-such-image" } });
    await untilTrue(lost, `document.querySelector('service-chat') && ${hasMark}`);
    expect(await lost.locator("service-chat img").count()).toBe(0);
  });

  test.each(["https://chat.example/no-such-logo", "javascript:alert(1)", "not an address", ""])(
    "a logo that fails to load (%j) leaves the default mark",
    async (logo) => {
      stage.trouble.expect(/404|ERR_UNKNOWN_URL_SCHEME/);
      const page = await stage.show({ branding: { logo } });
      await bubbleOf(page).waitFor();
      await untilTrue(page, hasMark);
      expect(await page.locator("service-chat img").count()).toBe(0);
    },
  );
});
