import type { MailAlerts, PushSubscriptionRecord } from "@servicechat/storage";
import { auditLine } from "./access/audit.ts";
import { hasRole } from "./access/actor.ts";
import { ofPerson, byRole } from "./access/operation.ts";
import type { RefusedAs } from "./access/refused.ts";
import type { OperationContext } from "./operation-context.ts";

/** Browsers that one person has pushed to: with more, the oldest go. */
const maxBrowsers = 10;

/** A subscription, as the browser sends it. */
type NewPush = Parameters<OperationContext["push"]["seal"]>[0] & { readonly browser: string };

/** How people are notified of waiting visitors: each person decides for themselves, and does not see the addresses of others. */
export const notificationOperations = {
  read: ofPerson(async ({ storage, webhooks, push }, _input: object, { id }) => {
    const mail = (await storage.alerts.mailOf(id)) ?? { address: null, enabled: false };
    const devices = (await storage.push.list([id])).map(deviceView);
    return { mail: { available: webhooks.canMail, ...mail }, push: { key: await push.publicKey(), devices } };
  }),

  /** Sets whether and where a person receives mail. */
  setMail: ofPerson(async (context, { address, enabled }: MailAlerts, person) => {
    const { id } = person;
    const audit = auditLine(context, person, "notifications.change", { kind: "operator", id });
    const isThere = await context.storage.alerts.setMail({ operatorId: id, address, enabled, audit });
    return isThere ? { address, enabled } : { kind: "operator_not_found" as const, id };
  }),

  /** Sends a test to a person's mail address. */
  testMail: ofPerson(async (context, _input: object, person) => {
    const found = await context.storage.alerts.mailOf(person.id);
    await context.storage.audit.append(auditLine(context, person, "mail.test", null));
    if (!found || found.address === null) return { error: "no email address is set" };
    return context.mail.test(found.address);
  }),

  /** Has a browser of the person pushed to, for as long as the session is not ended. */
  addPush: ofPerson(async (context, { browser, ...subscription }: NewPush, person) => {
    const issue = context.push.endpointIssue(subscription.endpoint);
    if (issue !== undefined) return invalid("endpoint", issue);
    let kept: ReturnType<OperationContext["push"]["seal"]>;
    try {
      kept = context.push.seal(subscription);
    } catch {
      return invalid("keys", "are not keys of a browser's subscription");
    }
    const { id } = kept;
    const before = await context.storage.push.find({ id, operatorId: person.id });
    const { createdAt, lastAt } = before ?? { createdAt: context.now(), lastAt: null };
    const isThere = await context.storage.push.save({
      ...kept,
      operatorId: person.id,
      sessionId: person.session,
      browser,
      createdAt,
      max: maxBrowsers,
      // If a browser registers again, nothing changes.
      ...(!before && { audit: auditLine(context, person, "push.create", { kind: "push", id }) }),
    });
    if (!isThere) return { kind: "operator_not_found" as const, id: person.id };
    return { id, browser, createdAt, lastAt };
  }),

  /** Stops pushing to a browser of the person. */
  removePush: ofPerson(async (context, { id }: { readonly id: string }, person) => {
    const audit = auditLine(context, person, "push.remove", { kind: "push", id });
    return (await context.storage.push.remove({ id, operatorId: person.id, audit })) ? { id } : notFound;
  }),

  /** Pushes a test, and returns the push service's response. */
  testPush: ofPerson(async (context, { id }: { readonly id: string }, person) => {
    const subscription = await context.storage.push.find({ id, operatorId: person.id });
    if (!subscription) return notFound;
    await context.storage.audit.append(auditLine(context, person, "push.test", { kind: "push", id }));
    const told = await context.push.send(subscription, { type: "test" });
    // The browser has named the server: what it says is only for those who configure the service.
    return "error" in told || hasRole(person, "owner") ? told : { ...told, body: "" };
  }),
};

const notFound: RefusedAs<"push_not_found"> = { kind: "push_not_found" };

const invalid = (field: string, reason: string): RefusedAs<"input_invalid"> => ({
  kind: "input_invalid",
  field,
  reason,
});

function deviceView({ id, browser, createdAt, lastAt }: PushSubscriptionRecord) {
  return { id, browser, createdAt, lastAt };
}

/** Operations on the mail server. It is configured where the service runs; its state concerns owners. */
export const mailOperations = {
  /** How sending mail goes. */
  read: byRole("owner", ({ mail }) => mail.state()),

  /** Sends a test, and returns the mail server's reply. */
  test: byRole("owner", async (parts, { to }: { readonly to: string }, actor) => {
    await parts.storage.audit.append(auditLine(parts, actor, "mail.test", null));
    return parts.mail.test(to);
  }),
};
