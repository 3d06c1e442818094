import { findFirefox } from "../test/other-browsers/find-other-browsers.ts";
import { findProgram } from "../test/support/find-program.ts";
import { installMissing, type Program } from "../test/servers/install-missing.ts";
import { hasChoice } from "../test/servers/choose-server.ts";
import { postgresChoices } from "../test/servers/postgres.ts";
import { vectorExtension } from "../test/servers/vector-extension.ts";
import { redisChoices } from "../test/servers/redis.ts";
import { findChromium } from "../test/support/find-chromium.ts";
import { findProxy } from "../test/support/find-proxy.ts";

// Installs what tests need besides npm's packages, if possible. It runs before `npm test`.

const otherBrowsers: readonly Program[] = [
  {
    name: "Firefox",
    neededBy: "the tests in Firefox",
    packageName: "firefox-esr",
    isThere: async () => findFirefox() !== undefined,
  },
  {
    name: "WebKitGTK",
    neededBy: "the tests in WebKit",
    packageName: "webkit2gtk-driver",
    isThere: async () => findProgram(["WebKitWebDriver"]) !== undefined,
  },
  {
    name: "Xvfb",
    neededBy: "the tests in WebKit",
    packageName: "xvfb",
    isThere: async () => findProgram(["Xvfb"]) !== undefined,
  },
];

await installMissing([
  {
    name: "Chromium",
    neededBy: "the browser tests",
    packageName: "chromium",
    isThere: async () => findChromium() !== undefined,
  },
  {
    name: "PostgreSQL",
    neededBy: "the tests on PostgreSQL",
    packageName: "postgresql",
    isThere: () => hasChoice(postgresChoices("unused")),
  },
  {
    name: "Redis",
    neededBy: "the tests on Redis",
    packageName: "redis-server",
    isThere: () => hasChoice(redisChoices("unused")),
  },
  {
    name: "nginx",
    neededBy: "the tests of the example for nginx",
    packageName: "nginx",
    isThere: async () => findProxy("nginx") !== undefined,
  },
  {
    name: "Caddy",
    neededBy: "the tests of the examples for Caddy",
    packageName: "caddy",
    isThere: async () => findProxy("caddy") !== undefined,
  },
  ...(process.env["OTHER_BROWSERS"] === "1" ? otherBrowsers : []),
]);
// After PostgreSQL, whose version it has to match.
await installMissing(await vectorExtension());
