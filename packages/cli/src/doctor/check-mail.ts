import { isThere } from "../settings/database-setting.ts";
import type { Check } from "./examination.ts";
import { ok, warning } from "./finding.ts";

/** Whether mail is configured, and whether sending worked recently, on all nodes. */
export const checkMail: Check = {
  name: "mail",
  run: async ({ settings: { database }, withServices }) => {
    if (!isThere(database)) return [];
    const { server, lastSentAt, lastFailed } = await withServices(({ notifications }) =>
      notifications.mail.state(),
    );
    if (server === null) return [ok("mail", "not used: SERVICECHAT_SMTP_URL is not set")];
    if (lastFailed !== null && lastFailed.at > (lastSentAt ?? 0))
      return [
        warning(
          "mail",
          `${server} did not accept the last email, at ${timeOf(lastFailed.at)}: ${lastFailed.reason}`,
          "check the mail server and SERVICECHAT_SMTP_URL, then send a test in the console: Settings > Email",
        ),
      ];
    const sent = lastSentAt === null ? "nothing has been sent yet" : `last sent at ${timeOf(lastSentAt)}`;
    const failed =
      lastFailed === null ? "" : `; last failed at ${timeOf(lastFailed.at)}: ${lastFailed.reason}`;
    return [ok("mail", `${server}: ${sent}${failed}`)];
  },
};

const timeOf = (at: number): string => new Date(at).toISOString();
