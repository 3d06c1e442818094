import type { MailAlerts } from "@servicechat/storage";
import { auditLine } from "../access/audit-line.ts";
import { ofPerson } from "../access/operation.ts";

/** How people hear that visitors wait: each says so for themselves, and sees nobody else's address. */
export const notificationOperations = {
  read: ofPerson(async ({ storage, webhooks }, _input: object, { id }) => {
    const mail = (await storage.alerts.mailOf(id)) ?? { address: null, enabled: false };
    return { mail: { available: webhooks.canMail, ...mail } };
  }),

  /** Says where somebody wants mail, and whether. */
  setMail: ofPerson(async (parts, { address, enabled }: MailAlerts, person) => {
    const { id } = person;
    const audit = auditLine(parts, person, "notifications.change", { kind: "operator", id });
    const isThere = await parts.storage.alerts.setMail({ operatorId: id, address, enabled, audit });
    return isThere ? { address, enabled } : { kind: "operator_not_found" as const, id };
  }),

  /** Sends a test to where somebody wants mail. */
  testMail: ofPerson(async (parts, _input: object, person) => {
    const found = await parts.storage.alerts.mailOf(person.id);
    await parts.storage.audit.append(auditLine(parts, person, "mail.test", null));
    if (!found || found.address === null) return { error: "no address is known" };
    return parts.mail.test(found.address);
  }),
};
