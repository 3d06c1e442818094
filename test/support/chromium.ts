import { rmSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Browser, type BrowserContext } from "playwright-core";
import { chromiumFlags } from "./chromium-flags.ts";
import { endBrowsersWithProcess } from "./end-browsers.ts";
import { findChromium } from "./find-chromium.ts";

/** Why browser tests are skipped; `undefined` when they can run. For `test.skipIf(noChromium)` and its title. */
export const noChromium =
  findChromium() === undefined ? "no Chromium found; install it or set CHROMIUM_PATH" : undefined;

/** How to start one. */
export interface ChromiumOptions {
  /** Where every `*.example` host is: a port on loopback. No other name resolves. */
  readonly port: number;
  /** The one self-signed public key to accept: SHA-256, base64. */
  readonly publicKeyHash: string;
  /** Whether a frame of another site may store, or only in a partitioned cookie. */
  readonly thirdPartyStorage: "allowed" | "blocked";
  readonly flags?: readonly string[];
  /** Whether pages that were left are kept for the way back, as visitors' browsers keep them. */
  readonly keepsPages?: boolean;
}

/** A Chromium with a new profile, which is removed when it closes or this process ends. */
export interface Chromium extends AsyncDisposable {
  readonly browser: Browser;
  /** The context that the profile is for. */
  readonly context: BrowserContext;
}

/**
 * Starts one.
 *
 * @throws when there is none; ask `noChromium` before
 */
export async function startChromium(options: ChromiumOptions): Promise<Chromium> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error(noChromium);
  const profile = await mkdtemp(join(tmpdir(), "servicechat-chromium-"));
  await mkdir(join(profile, "Default"));
  const preferences = { profile: { cookie_controls_mode: options.thirdPartyStorage === "blocked" ? 1 : 0 } };
  await writeFile(join(profile, "Default/Preferences"), JSON.stringify(preferences));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    handleSIGTERM: false,
    ignoreDefaultArgs: options.keepsPages ? ["--disable-back-forward-cache"] : [],
    args: [
      ...chromiumFlags,
      `--host-resolver-rules=MAP *.example 127.0.0.1:${options.port}, MAP * ~NOTFOUND`,
      `--ignore-certificate-errors-spki-list=${options.publicKeyHash}`,
      ...(options.flags ?? []),
    ],
  });
  const browser = context.browser();
  if (!browser) throw new Error("A Chromium that was started has a browser.");
  const removal = { recursive: true, force: true, maxRetries: 5 };
  const removeNow = () => rmSync(profile, removal);
  endBrowsersWithProcess();
  process.once("exit", removeNow);
  return {
    browser,
    context,
    async [Symbol.asyncDispose]() {
      await context.close();
      process.off("exit", removeNow);
      await rm(profile, removal);
    },
  };
}
