import {
  mailStateSchema,
  notificationsSchema,
  postMailTestSchema,
  putMailAlertsSchema,
  testedSchema,
} from "@servicechat/contract/admin-schemas";
import { z } from "zod";
import { answered } from "./answered.ts";
import { answer, nothing, roleRoute } from "./route.ts";
import { timeOf } from "./times.ts";

/** GET me/notifications */
export const getNotifications = roleRoute("viewer", {
  summary: "How the person hears that visitors wait",
  answer: notificationsSchema,
  only: "people",
  handle: async ({ admin, admission: { asker } }) =>
    answer(answered(await admin.operations.notifications.read(asker, {}))),
});

/** PUT me/notifications/mail */
export const putMailAlerts = roleRoute("viewer", {
  summary: "Say whether, and where, the person wants mail when visitors wait and nobody has the console open",
  body: putMailAlertsSchema,
  only: "people",
  handle: async ({ admin, admission: { asker }, body }) => {
    answered(await admin.operations.notifications.setMail(asker, body));
    return nothing;
  },
});

/** POST me/notifications/mail/test */
export const testMailAlerts = roleRoute("viewer", {
  summary: "Send the person a test by mail, and show what the mail server says",
  body: z.object({}),
  mayLackBody: true,
  answer: testedSchema,
  only: "people",
  handle: async ({ admin, admission: { asker } }) =>
    answer(answered(await admin.operations.notifications.testMail(asker, {}))),
});

/** GET mail */
export const getMail = roleRoute("owner", {
  summary: "How sending mail goes",
  answer: mailStateSchema,
  handle: async ({ admin, admission: { asker } }) => {
    const { lastSentAt, lastFailed, ...settings } = answered(await admin.operations.mail.read(asker, {}));
    return answer({
      ...settings,
      lastSentAt: timeOf(lastSentAt),
      lastFailed: lastFailed && { ...lastFailed, at: timeOf(lastFailed.at) },
    });
  },
});

/** POST mail/test */
export const testMail = roleRoute("owner", {
  summary: "Send a test by mail, and show what the mail server says",
  body: postMailTestSchema,
  answer: testedSchema,
  handle: async ({ admin, admission: { asker }, body }) =>
    answer(answered(await admin.operations.mail.test(asker, body))),
});
