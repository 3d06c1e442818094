import { chromium, type Browser } from "playwright-core";
import { chromiumFlags } from "./chromium-flags.ts";
import { endBrowsersWithProcess } from "./end-browsers.ts";
import { findChromium } from "./find-chromium.ts";

/**
 * Starts a Chromium for pages on loopback, without a name of their own. For names, TLS and profiles there is
 * `startChromium`.
 *
 * @throws when there is none; ask `noChromium` before
 */
export async function launchChromium(): Promise<Browser> {
  endBrowsersWithProcess();
  return chromium.launch({
    executablePath: findChromium() ?? "",
    handleSIGTERM: false,
    args: ["--headless", ...chromiumFlags],
  });
}
