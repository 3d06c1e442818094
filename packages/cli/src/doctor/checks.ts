import { reasonOf } from "@servicechat/contract";
import { checkCaching } from "./check-caching.ts";
import { checkClock } from "./check-clock.ts";
import { checkConsole } from "./check-console.ts";
import { checkDataDirectory } from "./check-data-directory.ts";
import { checkDatabase } from "./check-database.ts";
import { checkDemo } from "./check-demo.ts";
import { checkIdentities } from "./check-identities.ts";
import { checkKeys } from "./check-keys.ts";
import { checkMail } from "./check-mail.ts";
import { checkMeaning } from "./check-meaning.ts";
import { checkModels } from "./check-models.ts";
import { checkNotices } from "./check-notices.ts";
import { checkPublicAddress } from "./check-public-address.ts";
import { checkRedis } from "./check-redis.ts";
import { checkSettings } from "./check-settings.ts";
import { checkSite } from "./check-site.ts";
import { checkStreaming } from "./check-streaming.ts";
import { checkTls } from "./check-tls.ts";
import { checkTools } from "./check-tools.ts";
import type { Check, Examination } from "./examination.ts";
import { problem } from "./finding.ts";
import type { Finding } from "./finding.ts";

/** Checks that need only this machine. */
export const checksAtHome: readonly Check[] = [
  checkSettings,
  checkConsole,
  checkSite,
  checkDataDirectory,
  checkDatabase,
  checkRedis,
  checkMail,
  checkKeys,
  checkDemo,
  checkIdentities,
  checkNotices,
  checkMeaning,
];

/** Checks that contact others: the public address and the providers of models and tools. */
export const checksOutside: readonly Check[] = [
  checkClock,
  checkTls,
  checkPublicAddress,
  checkCaching,
  checkStreaming,
  checkModels,
  checkTools,
];

/** The checks that a running service performs for its console: all but those that need a chat. */
export const checksOfConsole: readonly Check[] = [...checksAtHome, ...checksOutside].filter(
  (check) => check !== checkStreaming,
);

/** Checks one part of the installation. Anything thrown is a problem. */
export async function runCheck(check: Check, examination: Examination): Promise<readonly Finding[]> {
  try {
    return await check.run(examination);
  } catch (error) {
    return [problem(check.name, `could not be checked: ${reasonOf(error)}`, "fix the problems above first")];
  }
}
