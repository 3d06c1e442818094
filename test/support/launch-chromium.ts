import { chromium, type Browser } from "playwright-core";
import { findChromium } from "./find-chromium.ts";

/**
 * Starts a Chromium for pages on loopback, without a name of their own. For names, TLS and profiles there is
 * `startChromium`.
 *
 * @throws when there is none; ask `noChromium` before
 */
export async function launchChromium(flags: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: findChromium() ?? "",
    args: [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--no-first-run",
      "--disable-background-networking",
      ...flags,
    ],
  });
}
