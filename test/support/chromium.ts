import { chromium, type Browser, type BrowserContext } from "playwright-core";
import { createChromiumProfile, type ChromiumKind } from "./chromium-profile.ts";
import { endBrowsersWithProcess } from "./end-browsers.ts";
import { findChromium } from "./find-chromium.ts";

/** Why browser tests are skipped; `undefined` if they can run. For `test.skipIf(noChromium)` and its title. */
export const noChromium =
  findChromium() === undefined ? "no Chromium found; install it or set CHROMIUM_PATH" : undefined;

/** How to start one. */
export interface ChromiumOptions extends ChromiumKind {
  readonly flags?: readonly string[];
  /** Whether the browser keeps pages in its back/forward cache, as visitors' browsers do. */
  readonly keepsPages?: boolean;
}

/** A Chromium with a new profile, which is removed when it closes or this process ends. */
export interface Chromium extends AsyncDisposable {
  readonly browser: Browser;
  /** The profile's context. */
  readonly context: BrowserContext;
}

/**
 * Starts one.
 *
 * @throws if there is none; check `noChromium` first
 */
export async function startChromium(options: ChromiumOptions): Promise<Chromium> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error(noChromium);
  const profile = await createChromiumProfile(options);
  const context = await chromium.launchPersistentContext(profile.folder, {
    executablePath,
    handleSIGTERM: false,
    ignoreDefaultArgs: options.keepsPages ? ["--disable-back-forward-cache"] : [],
    args: [...profile.flags, ...(options.flags ?? [])],
  });
  const browser = context.browser();
  if (!browser) throw new Error("A Chromium that was started has a browser.");
  endBrowsersWithProcess();
  return {
    browser,
    context,
    async [Symbol.asyncDispose]() {
      await context.close();
      await profile[Symbol.asyncDispose]();
    },
  };
}
