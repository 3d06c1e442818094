import { chromium, type Browser } from "playwright-core";
import { chromiumFlags } from "./chromium-flags.ts";
import { endBrowsersWithProcess } from "./end-browsers.ts";
import { findChromium } from "./find-chromium.ts";

/**
 * Starts a Chromium for pages on loopback, without host names. For names, TLS and profiles there is `startChromium`.
 *
 * @throws if there is none; check `noChromium` first
 */
export async function launchChromium(): Promise<Browser> {
  endBrowsersWithProcess();
  return chromium.launch({
    executablePath: findChromium() ?? "",
    handleSIGTERM: false,
    args: ["--headless", ...chromiumFlags],
  });
}
