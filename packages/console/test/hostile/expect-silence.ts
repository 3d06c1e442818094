import type { Page } from "playwright-core";
import { expect } from "vitest";
import { launchChromium } from "../../../../test/support/launch-chromium.ts";
import { strangeNodes } from "../../../../test/support/strange-nodes.ts";
import type { ConsoleState } from "../../gallery/console-state.ts";
import { consoleStates, sceneFor } from "../../gallery/states.ts";
import { viewStates, type StateViewer } from "../../gallery/view-states.ts";
import { watchConsole } from "../watch-console.ts";
import { hostileScene } from "./hostile-scene.ts";

/** The document and its shadow trees, such as the editor's. */
const roots = `[document.body, ...[...document.querySelectorAll("*")].flatMap(({ shadowRoot }) => shadowRoot ?? [])]`;

/** Elements and attributes that the console itself creates. */
const ownNodes = `[/^popover(?:target)?$/, /^href \\/console\\//, /^href #main$/, /^iframe$/,
  /^src http:\\/\\/[\\w.:-]+\\/chat\\/preview\\?/]`;

/** Anything else there that is suspicious: markup from hostile texts, links that run code or reveal the referrer. */
const strange = `[
  ...${roots}.flatMap((root) => ${strangeNodes.replace("document.body", "root")})
    .filter((each) => !${ownNodes}.some((own) => own.test(each))),
  ...[...document.links].filter(({ origin, protocol, rel }) => /^http/.test(protocol) && origin !== location.origin &&
    !/noreferrer/.test(rel)).map(({ href }) => "tells the referrer: " + href),
  ...("__xss" in window ? ["a script has run"] : []),
]`;

/**
 * How often a payload occurs on a page, including in fields. The name of the person who is signed in does not count,
 * since it is on every page.
 */
const written = `${roots}.flatMap((root) => [...root.querySelectorAll("main, dialog, .cm-content, input, textarea")])
  .map((each) => each.value ?? each.textContent).join().split("__xss").length - 1`;

/**
 * Opens the gallery's states with matching names, with hostile text in every field, expands whatever is collapsed, and
 * expects that nothing runs, that nothing is requested or blocked by the policy, and that the texts are only text.
 *
 * @param without states that contain no foreign text
 */
export async function expectSilence(which: RegExp, without: readonly string[] = []): Promise<void> {
  // Lists are as long here as they may be, so that no tool can be added, and no tag is left to offer; and people are
  // not found by hostile ids, so that they have no pictures.
  const elsewhere = /-(?:empty|loading|checking|well|face)$|^agent-settings-curl$|^inbox-tag$/;
  const states = consoleStates.filter(({ name }) => which.test(name) && !elsewhere.test(name));
  expect(states.length).toBeGreaterThan(5);
  const scenes = new Map(states.map(({ name }) => [name, hostileScene(sceneFor(name))]));
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({ reducedMotion: "reduce", locale: "en-GB", timezoneId: "UTC" });
    page.setDefaultTimeout(60_000);
    const watched = await watchConsole(page);
    using viewer = await viewStates(page, (name) => scenes.get(name) ?? {});
    const found: Record<string, readonly unknown[]> = {};
    for (const state of states) {
      const faults = await visit(page, viewer, {
        state,
        isHostile: !without.includes(state.name),
      });
      const all = [...(await watched.found()), ...faults];
      if (all.length > 0) found[state.name] = all;
    }
    expect(found).toEqual({});
    expect(without.filter((name) => !scenes.has(name))).toEqual([]);
    expect(browser.contexts().flatMap((context) => context.pages())).toHaveLength(1);
  } finally {
    await browser.close();
  }
}

async function visit(
  page: Page,
  viewer: StateViewer,
  { state, isHostile }: { readonly state: ConsoleState; readonly isHostile: boolean },
): Promise<readonly string[]> {
  await viewer.visit(state);
  // Each of these sends one more request, and looks like the open one.
  const opened = `details:not(.version, .cards details)`;
  await page.evaluate(`for (const each of document.querySelectorAll("${opened}")) each.open = true`);
  const isThere = () => page.evaluate(`${written} > 0`);
  // A page may show its texts later than the element by which it is recognised.
  if (isHostile) await expect.poll(isThere, { message: `hostile text in ${state.name}` }).toBe(true);
  const faults = await page.evaluate<string[]>(strange);
  if (new URL(page.url()).origin !== viewer.origin) faults.push(`went to ${page.url()}`);
  if (!isHostile && (await isThere())) faults.push("shows text of others, and is said to show none");
  return faults;
}
