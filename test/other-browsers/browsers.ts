import type { DrivenBrowser, DriveOptions } from "./driven-browser.ts";
import { noFirefox, startFirefox } from "./start-firefox.ts";
import { noWebKit, startWebKit } from "./start-webkit.ts";

/** Starting them takes too long for `npm test`: `npm run check` and `npm run other-browsers` include them. */
const notAsked =
  process.env["OTHER_BROWSERS"] === "1" ? undefined : "OTHER_BROWSERS=1 tests in other browsers";

/** A browser for tests. */
export interface OtherBrowser {
  /** Its name in test titles, with the reason if it is skipped. */
  readonly title: string;
  readonly isMissing: boolean;
  readonly start: (options: DriveOptions) => Promise<DrivenBrowser>;
}

const browser = (name: string, missing: string | undefined, start: OtherBrowser["start"]): OtherBrowser => {
  const reason = notAsked ?? missing;
  return {
    title: reason === undefined ? name : `${name} (${reason})`,
    isMissing: reason !== undefined,
    start,
  };
};

/** The browsers with other engines than Chromium's. */
export const otherBrowsers: readonly OtherBrowser[] = [
  browser("Firefox", noFirefox, startFirefox),
  browser("WebKit", noWebKit, startWebKit),
];
