import {
  mailStateSchema,
  notificationsSchema,
  postMailTestSchema,
  postPushSchema,
  pushDeviceSchema,
  putMailAlertsSchema,
  testedSchema,
} from "@servicechat/contract/admin-schemas";
import type { PushDevice } from "@servicechat/contract/admin";
import { ServiceError } from "@servicechat/contract";
import type { Coordination } from "@servicechat/coordination";
import { z } from "zod";
import { requireConfirmation } from "../request/require-confirmation.ts";
import { secondsUntilReset } from "../seconds-until-reset.ts";
import { resultOrThrow } from "./result-or-throw.ts";
import { browserOf } from "./browser-of.ts";
import { answer, nothing, roleRoute } from "./route.ts";
import type { AdmittedRequest } from "./route.ts";
import { timeOf } from "./times.ts";

/** GET me/notifications */
export const getNotifications = roleRoute("viewer", {
  summary: "How the person is notified of waiting visitors",
  answer: notificationsSchema,
  only: "people",
  handle: async ({ admin, admission: { actor } }) => {
    const { mail, push } = resultOrThrow(await admin.operations.notifications.read(actor, {}));
    return answer({ mail, push: { ...push, devices: push.devices.map(deviceAnswer) } });
  },
});

/** PUT me/notifications/mail */
export const putMailAlerts = roleRoute("viewer", {
  summary:
    "Set whether, and where, the person gets email when visitors are waiting and nobody has the console open",
  body: putMailAlertsSchema,
  only: "people",
  needsConfirmation: "for_new_addresses",
  handle: async (request) => {
    const { admin, admission, body } = request;
    const { mail } = resultOrThrow(await admin.operations.notifications.read(admission.actor, {}));
    if (body.address !== null && body.address !== mail.address) {
      requireConfirmation(admission, admin.server.nowMs());
      await countInHour(request, { what: "new addresses", most: newAddressesPerHour });
    }
    resultOrThrow(await admin.operations.notifications.setMail(admission.actor, body));
    return nothing;
  },
});

/** POST me/notifications/mail/test */
export const testMailAlerts = roleRoute("viewer", {
  summary: "Send the person a test email, and show the mail server's response",
  body: z.object({}),
  mayLackBody: true,
  answer: testedSchema,
  only: "people",
  handle: async (request) => {
    await countTest(request);
    await countInHour(request, { what: "test emails", most: mailTestsPerHour });
    const { admin, admission } = request;
    return answer(resultOrThrow(await admin.operations.notifications.testMail(admission.actor, {})));
  },
});

/** POST me/push */
export const addPush = roleRoute("viewer", {
  summary: "Push notifications to this browser, until the session is ended or the browser turns them off",
  body: postPushSchema,
  answer: pushDeviceSchema,
  status: 201,
  only: "people",
  handle: async ({ context, admin, admission: { actor }, body }) => {
    const browser = browserOf(context.request.headers["user-agent"]);
    const added = await admin.operations.notifications.addPush(actor, { ...body, browser });
    return answer(deviceAnswer(resultOrThrow(added)), { status: 201 });
  },
});

/** DELETE me/push/{id} */
export const removePush = roleRoute("viewer", {
  summary: "Stop pushing notifications to a browser of the person",
  only: "people",
  handle: async ({ admin, admission: { actor }, params }) => {
    resultOrThrow(await admin.operations.notifications.removePush(actor, { id: params["id"] ?? "" }));
    return nothing;
  },
});

/** POST me/push/{id}/test */
export const testPush = roleRoute("viewer", {
  summary: "Push a test to a browser of the person, and show the push service's response",
  body: z.object({}),
  mayLackBody: true,
  answer: testedSchema,
  only: "people",
  handle: async (request) => {
    await countTest(request);
    const { admin, admission, params } = request;
    const id = params["id"] ?? "";
    return answer(resultOrThrow(await admin.operations.notifications.testPush(admission.actor, { id })));
  },
});

/** Addresses that somebody may enter, and tests that they may send there: mail to a stranger is not ours to send. */
const newAddressesPerHour = 3;
const mailTestsPerHour = 6;

/** Tests that somebody may send in 60 seconds. */
const testsPerMinute = 10;

/**
 * Counts a test: its sender chooses the destination, and neither the mail server nor this one must be abused against
 * others.
 *
 * @throws ServiceError `rate_limited`
 */
function countTest(request: AdmittedRequest<unknown, unknown>): Promise<void> {
  const { counter } = request.admin.live.server.coordination;
  const detail = "You have sent too many tests. Please wait, then try again.";
  return countOf(request, { counter, what: "tests", most: testsPerMinute, detail });
}

/** @throws ServiceError `rate_limited` */
function countInHour(
  request: AdmittedRequest<unknown, unknown>,
  { what, most }: { readonly what: string; readonly most: number },
): Promise<void> {
  const { hourCounter: counter } = request.admin.live.server.coordination;
  const detail = `At most ${most} ${what} an hour. Please wait, then try again.`;
  return countOf(request, { counter, what, most, detail });
}

/** Something that each person may do a number of times. */
interface Limit {
  readonly counter: Coordination["counter"];
  readonly what: string;
  readonly most: number;
  /** What the refusal says. */
  readonly detail: string;
}

async function countOf(
  { admission }: AdmittedRequest<unknown, unknown>,
  { counter, what, most, detail }: Limit,
): Promise<void> {
  const count = await counter.count(`${what} of operator ${admission.actor.id}`, most);
  if (!count.accepted)
    throw new ServiceError("rate_limited", { detail, retryAfter: secondsUntilReset(count) });
}

interface Device {
  readonly id: string;
  readonly browser: string;
  readonly createdAt: number;
  readonly lastAt: number | null;
}

function deviceAnswer({ id, browser, createdAt, lastAt }: Device): PushDevice {
  return { id, browser, createdAt: timeOf(createdAt), lastAt: timeOf(lastAt) };
}

/** GET mail */
export const getMail = roleRoute("owner", {
  summary: "The state of the mail server",
  answer: mailStateSchema,
  handle: async ({ admin, admission: { actor } }) => {
    const { lastSentAt, lastFailed, ...settings } = resultOrThrow(
      await admin.operations.mail.read(actor, {}),
    );
    return answer({
      ...settings,
      lastSentAt: timeOf(lastSentAt),
      lastFailed: lastFailed && { ...lastFailed, at: timeOf(lastFailed.at) },
    });
  },
});

/** POST mail/test */
export const testMail = roleRoute("owner", {
  summary: "Send a test email, and show the mail server's response",
  body: postMailTestSchema,
  answer: testedSchema,
  handle: async (request) => {
    await countTest(request);
    const { admin, admission, body } = request;
    return answer(resultOrThrow(await admin.operations.mail.test(admission.actor, body)));
  },
});
