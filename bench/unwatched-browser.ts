import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { createChromiumProfile, type ChromiumKind } from "../test/support/chromium-profile.ts";
import { findChromium } from "../test/support/find-chromium.ts";
import { connectDevTools, type DevTools } from "./devtools.ts";

/** A Chromium like visitors' own: nothing is attached to its pages. */
interface UnwatchedBrowser extends AsyncDisposable {
  readonly devTools: DevTools;
}

/**
 * Starts one. Playwright attaches to each page and frame, makes it report its requests, scripts and errors, and runs
 * its own script in each: that doubled the wall-clock time of a launcher's work.
 *
 * @throws if it does not start
 */
export async function startUnwatchedBrowser(kind: ChromiumKind): Promise<UnwatchedBrowser> {
  const profile = await createChromiumProfile(kind);
  const browser = spawn(
    findChromium() ?? "",
    [
      "--headless=new",
      "--remote-debugging-port=0",
      `--user-data-dir=${profile.folder}`,
      "--window-size=1280,800",
      ...profile.flags,
    ],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  const ended = once(browser, "exit");
  const endNow = () => browser.kill();
  process.once("exit", endNow);
  const devTools = await connectDevTools(await addressIn(browser.stderr));
  return {
    devTools,
    async [Symbol.asyncDispose]() {
      await devTools.send("Browser.close");
      await ended;
      process.off("exit", endNow);
      await profile[Symbol.asyncDispose]();
    },
  };
}

async function addressIn(output: Readable): Promise<string> {
  const said: string[] = [];
  for await (const line of createInterface({ input: output })) {
    const [, address] = /^DevTools listening on (\S+)/.exec(line) ?? [];
    if (address !== undefined) {
      output.resume();
      return address;
    }
    said.push(line);
  }
  throw new Error(`Chromium did not start: ${said.join("\n")}`);
}
