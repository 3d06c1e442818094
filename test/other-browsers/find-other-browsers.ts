import { globSync } from "node:fs";
import { findProgram } from "../support/find-program.ts";

/** Firefox: `FIREFOX_PATH`, or the first on the path. `undefined` if there is none. */
export function findFirefox(): string | undefined {
  return process.env["FIREFOX_PATH"] || findProgram(["firefox-esr", "firefox"]);
}

/** What driving WebKitGTK needs: its driver, its browser, and a virtual screen. */
interface WebKitPrograms {
  readonly driver: string;
  readonly browser: string;
  readonly screen: string;
}

/** `undefined` if something is missing. */
export function findWebKit(): WebKitPrograms | undefined {
  const driver = findProgram(["WebKitWebDriver"]);
  const [browser] = globSync("/usr/lib{,64,exec}{,/*-linux-gnu}/webkit{2gtk-4.1,gtk-6.0}/MiniBrowser");
  const screen = findProgram(["Xvfb"]);
  return driver && browser && screen ? { driver, browser, screen } : undefined;
}
