import { describe, expect, test } from "vitest";
import { noChromium } from "../../../test/support/chromium.ts";
import { formActions } from "../gallery/form-actions.ts";
import { plainScene } from "../gallery/scene.ts";
import { openFakeChat } from "./open-fake-chat.ts";

const starters = [
  "Where is my order?",
  "How do returns work?",
  "Can I change the delivery address of an order that was sent?",
];
const usual = { starters, actions: formActions.slice(0, 3) };

/** Parts of the welcome that are not in view, or have to be scrolled to. */
const cut = `(() => {
  const scroller = document.querySelector(".scroller");
  const { top, bottom } = scroller.getBoundingClientRect();
  return [...document.querySelectorAll(".welcome > *, .welcome li")]
    .filter((each) => each.offsetHeight > 0)
    .filter((each) => each.getBoundingClientRect().top < top || each.getBoundingClientRect().bottom > bottom)
    .map((each) => each.textContent)
    .concat(scroller.scrollHeight > scroller.clientHeight ? "scrolls by " + (scroller.scrollHeight - scroller.clientHeight) : []);
})()`;

/** The side of the column on which the first line of each text begins, and that of the mark. */
const sides = `(() => {
  const { left, right } = document.querySelector(".welcome").getBoundingClientRect();
  const sideOf = (each) => {
    const box = each.getBoundingClientRect();
    return box.left - left < right - box.right ? "left" : "right";
  };
  const texts = [...document.querySelectorAll(".title-bar .mark, h1, .welcome bdi")];
  return texts.map((each) => {
    if (each.matches(".mark")) return sideOf(each);
    const range = document.createRange();
    range.selectNodeContents(each);
    return sideOf(range);
  });
})()`;

describe.skipIf(noChromium)(`the welcome${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("shows three questions and three actions without scrolling, in a panel and on a phone, in every language", async () => {
    // A greeting of four lines, like the demo's.
    const welcomeMessage = "Hi! I know the documentation of ServiceChat. What would you like to know?";
    const config = { ...plainScene.config, agent: { name: "Acme Support", welcomeMessage } };
    await using chat = await openFakeChat({ ...usual, config });
    const { frame, page } = chat;
    await frame.locator(".deeds").waitFor();
    for (const lang of ["en", "de", "fr", "es", "pt", "it", "nl", "pl", "tr", "ja", "zh", "ar"]) {
      await page.evaluate(`port.postMessage({ type: "locale", lang: "${lang}" })`);
      await expect.poll(() => frame.evaluate("document.documentElement.lang.slice(0, 2)")).toBe(lang);
      // The panel has this size on a screen of 1280 by 800.
      for (const [width, height] of [
        [400, 640],
        [390, 844],
      ] as const) {
        await page.setViewportSize({ width, height });
        expect(await frame.evaluate(cut), `${lang}, ${width}`).toEqual([]);
      }
    }
  });

  test("distinguishes questions from actions, visually and for screen readers, and sends or executes them", async () => {
    await using chat = await openFakeChat(usual);
    const { frame, posted } = chat;
    const questions = frame.getByRole("list", { name: "Suggested questions" });
    const actions = frame.getByRole("list", { name: "Available actions" });
    await actions.waitFor();
    expect(await questions.getByRole("button").allInnerTexts()).toEqual(starters);
    expect(await actions.getByRole("button").allInnerTexts()).toEqual(
      usual.actions.map(({ label }) => label),
    );
    expect(await frame.locator(".welcome").getByRole("heading").count()).toBe(1);
    // The description of an action can be read.
    expect(await actions.getByRole("button", { name: "Return an order" }).getAttribute("title")).toBe(
      "We need a few details",
    );
    await actions.getByRole("button", { name: "Return an order" }).click();
    await frame.getByLabel("Order number").waitFor();
    await frame.locator("form.filling .button.quiet").click();
    await questions.getByRole("button", { name: "Where is my order?" }).click();
    await expect.poll(() => posted.length).toBe(1);
    expect(posted[0]?.messages).toEqual([{ type: "text", block: { value: "Where is my order?" } }]);
  });

  test("begins below the title bar and is written in its own font, or in the system's if the agent says so", async () => {
    await using chat = await openFakeChat({ ...usual });
    const { frame } = chat;
    await frame.locator(".deeds").waitFor();
    const gap = `document.querySelector(".welcome").getBoundingClientRect().top
      - document.querySelector(".title-bar").getBoundingClientRect().bottom`;
    expect(await frame.evaluate(gap)).toBeLessThan(90);
    const isLoaded = `[...document.fonts].some(({ family, status }) => family === "Figtree" && status === "loaded")`;
    await expect.poll(() => frame.evaluate(isLoaded)).toBe(true);
    const font = `getComputedStyle(document.querySelector("h2")).fontFamily`;
    expect(await frame.evaluate(font)).toMatch(/^Figtree,/);
    await frame.evaluate(`document.documentElement.dataset.font = "system"`);
    expect(await frame.evaluate(font)).toMatch(/^ui-sans-serif,/);
  });

  test("is aligned to one side, that of the chat's language, whatever language its texts are in", async () => {
    const arabic = "مرحبًا! كيف يمكننا مساعدتك؟";
    const scene = {
      ...usual,
      starters: [...starters.slice(0, 2), "أين طلبي؟"],
      config: { ...plainScene.config, agent: { name: "Acme Support", welcomeMessage: arabic } },
    };
    await using chat = await openFakeChat(scene);
    const { frame, page } = chat;
    await frame.locator(".deeds").waitFor();
    const count = Number(await frame.evaluate(`${sides}.length`));
    expect(count).toBeGreaterThan(6);
    // The first two actions are in one line: only the line's start is checked.
    const begins = async () => {
      const found = await frame.evaluate<string[]>(sides);
      return new Set([...found.slice(0, -3), ...found.slice(-3, -2)]);
    };
    expect(await begins()).toEqual(new Set(["left"]));
    await page.evaluate(`port.postMessage({ type: "locale", lang: "ar" })`);
    await expect.poll(() => frame.evaluate("document.documentElement.dir")).toBe("rtl");
    expect(await begins()).toEqual(new Set(["right"]));
  });

  test("draws the icon of an action that it knows, and the default one for any other", async () => {
    const action = { name: "n", description: "", kind: "prompt", confirm: false } as const;
    const actions = [
      { ...action, id: "a", label: "Cart", icon: "cart" },
      { ...action, id: "b", label: "Rocket", icon: "rocket" },
      { ...action, id: "c", label: "Chevron", icon: "chevron" },
      { ...action, id: "d", label: "Shop", kind: "link", url: "https://shop.example/" },
      { ...action, id: "e", label: "Write", icon: "mail", kind: "link", url: "https://shop.example/" },
    ] as const;
    await using chat = await openFakeChat({ actions });
    const { frame } = chat;
    await frame.locator(".deeds").waitFor();
    const drawn = await frame.evaluate(
      `[...document.querySelectorAll(".deed svg")].map((each) => each.className.baseVal)`,
    );
    expect(drawn).toEqual([
      "icon icon-cart",
      "icon icon-actions",
      "icon icon-actions",
      "icon icon-out",
      "icon icon-mail",
    ]);
  });
});
