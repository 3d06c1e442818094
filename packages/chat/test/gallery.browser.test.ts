import type axe from "axe-core";
import type { Frame } from "playwright-core";
import { describe, expect, test } from "vitest";
import { axeSource } from "../../../test/support/axe-source.ts";
import { noChromium } from "../../../test/support/chromium.ts";
import { sizeOf } from "../gallery/page/look.ts";
import { galleryGroups, galleryStates } from "../gallery/states.ts";
import { visitState } from "../gallery/visit-state.ts";
import { setGallery } from "./set-gallery.ts";

/** WCAG 2.2 up to AA, and axe's best practices. */
const rules: axe.RunOptions = {
  resultTypes: ["violations"],
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  rules: { "target-size": { enabled: true } },
};

/** The rules that depend on colours and direction; names, roles and structure do not change. */
const rulesOfLook: axe.RunOptions = {
  resultTypes: ["violations"],
  runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block", "target-size"] },
};

/** The violations that axe finds: rule, element and why. */
async function violations(frame: Frame, run: axe.RunOptions): Promise<readonly string[]> {
  const { violations: found } = await frame.evaluate<axe.AxeResults>(
    `axe.run(document, ${JSON.stringify(run)})`,
  );
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, any, all, none }) =>
      [id, html.slice(0, 120), ...[...any, ...all, ...none].map(({ message }) => message)].join(" | "),
    ),
  );
}

/** Links out of the chat that do not open a new tab, or reveal the chat to that tab. */
const careless = `Array.from(
  document.querySelectorAll("a[href]:not([href^='#'], [download], [target=_blank][rel~=noopener][rel~=noreferrer])"),
  (link) => "link | " + link.outerHTML)`;

/** Dark, and from right to left: rendered once two frames have passed. */
const turnedAround = `
  document.documentElement.dataset.theme = "dark";
  document.documentElement.dir = "rtl";
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 20))))`;

describe.skipIf(noChromium)(`every state of the chat${noChromium ? ` (${noChromium})` : ""}`, () => {
  const gallery = setGallery();

  test.each(galleryGroups)(
    "$title: axe finds no violations, light and dark, from left to right and from right to left; links reveal nothing about the chat",
    async ({ states }) => {
      const found: string[] = [];
      for (const state of states) {
        const [width, height] = sizeOf(state, { size: "panel" });
        await gallery.page.setViewportSize({ width, height });
        const frame = await visitState(gallery.page, { origin: gallery.origin, state });
        await frame.evaluate(axeSource);
        const light = [...(await violations(frame, rules)), ...(await frame.evaluate<string[]>(careless))];
        await frame.evaluate(turnedAround);
        const dark = await violations(frame, rulesOfLook);
        found.push(...light.map((each) => `${state.name}: ${each}`));
        found.push(
          ...dark.filter((each) => !light.includes(each)).map((each) => `${state.name}, dark: ${each}`),
        );
      }
      expect(found).toEqual([]);
    },
    300_000,
  );

  test("has a unique name, by which it can be found", () => {
    const names = galleryStates.map(({ name }) => name);
    expect(new Set(names.map((name) => name.replaceAll("-", ""))).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z]+(?:-[a-z]+)*$/);
  });
});
