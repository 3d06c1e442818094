import type axe from "axe-core";
import type { CDPSession, Frame } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { axeSource } from "../../../test/support/axe-source.ts";
import { noChromium } from "../../../test/support/chromium.ts";
import { sizeOf } from "../gallery/page/look.ts";
import type { GalleryGroup, GalleryState } from "../gallery/state.ts";
import { galleryGroups, galleryStates } from "../gallery/states.ts";
import { visitState } from "../gallery/visit-state.ts";
import { findTreeFaults } from "./find-tree-faults.ts";
import { readLetters, setFontSize, type Letters } from "./read-letters.ts";
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
  // What was not violated is most of the results.
  const found = await frame.evaluate<axe.AxeResults["violations"]>(
    `axe.run(document, ${JSON.stringify(run)}).then(({ violations }) => violations)`,
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

/** What was found in one state. Each is visited once, because reaching it takes longer than looking at it. */
interface Seen {
  readonly violations: readonly string[];
  readonly treeFaults: readonly string[];
  /** Absent where the chat is on a page, whose letters are not its own. */
  readonly letters?: Letters;
}

describe.skipIf(noChromium)(`every state of the chat${noChromium ? ` (${noChromium})` : ""}`, () => {
  const gallery = setGallery();
  let settings: CDPSession;

  beforeAll(async () => {
    if (!noChromium) settings = await gallery.page.context().newCDPSession(gallery.page);
  });

  /** Reaches a state in a narrow view with large fonts, and looks at it; then at the usual size, light and dark. */
  async function lookAt(state: GalleryState): Promise<Seen> {
    const { page, origin } = gallery;
    const [width, height] = sizeOf(state, { size: "panel" });
    if (!state.page) {
      await page.setViewportSize({ width: 320, height: 640 });
      await setFontSize(settings, 32);
    } else await page.setViewportSize({ width, height });
    const frame = await visitState(page, { origin, state });
    const letters = state.page ? undefined : await readLetters(settings, frame);
    await page.setViewportSize({ width, height });
    const treeFaults = state.page ? [] : await findTreeFaults(page, frame);
    await frame.evaluate(axeSource);
    const light = [...(await violations(frame, rules)), ...(await frame.evaluate<string[]>(careless))];
    await frame.evaluate(turnedAround);
    const dark = (await violations(frame, rulesOfLook)).filter((each) => !light.includes(each));
    return {
      violations: [...light, ...dark.map((each) => `dark: ${each}`)],
      treeFaults,
      ...(letters && { letters }),
    };
  }

  /** Looks at all states of a group when its first test asks. */
  function inTurn({ states }: GalleryGroup): () => Promise<readonly (Seen & { readonly name: string })[]> {
    const look = async () => {
      const seen = [];
      for (const state of states) seen.push({ name: state.name, ...(await lookAt(state)) });
      return seen;
    };
    let looking: ReturnType<typeof look> | undefined;
    return () => (looking ??= look());
  }

  describe.each(galleryGroups)("$title", (group) => {
    const look = inTurn(group);
    const named = async (of: (seen: Seen) => readonly string[]) =>
      (await look()).flatMap((seen) => of(seen).map((each) => `${seen.name}: ${each}`));

    test("axe finds no violations, light and dark, from left to right and from right to left; links reveal nothing about the chat", async () => {
      expect(await named((seen) => seen.violations)).toEqual([]);
    }, 300_000);

    if (group.states.some(({ page }) => page)) return;

    test("controls have names that are unique in one place, no focusable one is hidden, and no live region is in a control", async () => {
      expect(await named((seen) => seen.treeFaults)).toEqual([]);
    }, 300_000);

    test("with fonts of twice the size, all of them grow, and in 320 pixels nothing is out of view", async () => {
      for (const { name, letters } of await look()) expect(letters?.compared, name).toBeGreaterThan(1);
      expect(await named(({ letters }) => letters?.unchanged ?? [])).toEqual([]);
      expect(await named(({ letters }) => letters?.misfits ?? [])).toEqual([]);
    }, 300_000);
  });

  test("has a unique name, by which it can be found", () => {
    const names = galleryStates.map(({ name }) => name);
    expect(new Set(names.map((name) => name.replaceAll("-", ""))).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z]+(?:-[a-z]+)*$/);
  });
});
