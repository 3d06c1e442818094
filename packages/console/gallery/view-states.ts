import type { Page } from "playwright-core";
import { galleryNow } from "./chats-data.ts";
import type { ConsoleState } from "./console-state.ts";
import type { Scene } from "./scene.ts";
import { startFakeConsole } from "./start-fake-console.ts";

/** A page that shows one state of the console after the other. */
export interface StateViewer extends Disposable {
  readonly origin: string;
  /** Opens a state, with the clock set to the gallery's time. @throws if the state is not reached */
  visit(state: ConsoleState): Promise<void>;
}

/**
 * Serves all states from one host, and leaves each for an empty page of that host: with another host, or `about:blank`
 * in between, Chromium would start a process for each state, and compile the console and all that a test runs anew in it.
 *
 * @param sceneFor the responses of a state, by its name
 */
export async function viewStates(page: Page, sceneFor: (name: string) => Scene): Promise<StateViewer> {
  let shown = "";
  const fake = await startFakeConsole(() => sceneFor(shown));
  await page.addInitScript(`if (location.protocol === "http:") localStorage.clear(), sessionStorage.clear()`);
  // A page that asks before it is left is left.
  page.on("dialog", (dialog) => {
    if (dialog.type() === "beforeunload") void dialog.accept();
  });
  // Each call adds a script to every document that is loaded from then on.
  await page.clock.setFixedTime(galleryNow);
  const origin = fake.originOf("gallery");
  return {
    origin,
    async visit(state) {
      // Ends the requests of the state before, and loads the whole address, even if only its fragment differs.
      await page.goto(`${origin}${fake.emptyPath}`);
      shown = state.name;
      await reach(page, origin, state);
    },
    [Symbol.dispose]: () => fake[Symbol.dispose](),
  };
}

async function reach(page: Page, origin: string, state: ConsoleState): Promise<void> {
  await page.goto(`${origin}/console/${state.path}`);
  for (const selector of state.press ?? []) await page.locator(selector).first().click();
  if (state.keys) {
    await page.locator("#main h1").first().waitFor();
    for (const key of state.keys) await page.keyboard.press(key);
  }
  if (state.choose) {
    const [field, files] = state.choose;
    const chosen = files.map(([name, mimeType, content]) => ({
      name,
      mimeType,
      buffer: Buffer.from(content),
    }));
    await page.locator(field).first().setInputFiles(chosen);
  }
  if (state.fill) {
    await page.locator(state.fill[0]).click();
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Delete");
    await page.keyboard.type(state.fill[1]);
  }
  if (state.write) {
    await page.locator(state.write[0]).fill(state.write[1]);
    await page.keyboard.press("Enter");
  }
  await page.locator(state.shows).first().waitFor();
}
