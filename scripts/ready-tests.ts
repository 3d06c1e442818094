import { installMissing } from "../test/servers/install-missing.ts";
import { hasChoice } from "../test/servers/choose-server.ts";
import { postgresChoices } from "../test/servers/postgres.ts";
import { redisChoices } from "../test/servers/redis.ts";
import { findChromium } from "../test/support/find-chromium.ts";

// Installs what tests need besides npm's packages, where that is possible. It runs before `npm test`.

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
]);
