import {
  consoleSessionsSchema,
  deletePasswordSchema,
  listQuery,
  meSchema,
  pageSizes,
  putAvailabilitySchema,
  putDisplayNameSchema,
  putPasswordSchema,
} from "@servicechat/contract/admin-schemas";
import { maxSessionSeconds, sessionEnd } from "@servicechat/operations/sign-in";
import { z } from "zod";
import { requireConfirmation } from "../request/require-confirmation.ts";
import { resultOrThrow } from "./result-or-throw.ts";
import { meView } from "./me-view.ts";
import { personIn } from "./person-in.ts";
import { answer, nothing, roleRoute } from "./route.ts";
import type { AdminAnswer, AdmittedRequest } from "./route.ts";
import { timeOf } from "./times.ts";

/** GET me */
export const getMe = roleRoute("viewer", {
  summary: "Who the caller is",
  answer: meSchema,
  handle: async ({ admin, admission }) => answer(await meView(admin, admission)),
});

/** POST sign-out */
export const signOut = roleRoute("viewer", {
  summary: "End the session",
  only: "people",
  mayLackBody: true,
  body: z.object({}),
  handle: async ({ admin, admission: { actor } }) => {
    resultOrThrow(await admin.operations.me.endSession(actor, { id: actor.session ?? "" }));
    return { ...nothing, cookies: [admin.live.cookie.clear()] };
  },
});

/** GET me/sessions */
export const listSessions = roleRoute("viewer", {
  summary: "Where the person is signed in",
  query: z.strictObject(listQuery),
  answer: consoleSessionsSchema,
  only: "people",
  handle: async ({ admin, admission: { actor }, query: { limit = pageSizes.usual, after } }) => {
    const { items, next } = resultOrThrow(await admin.operations.me.listSessions(actor, { limit, after }));
    const sessions = items.map((session) => ({
      id: session.id,
      current: session.isCurrent,
      createdAt: timeOf(session.createdAt),
      lastSeenAt: timeOf(session.lastSeenAt),
      expiresAt: timeOf(sessionEnd(session)),
      browser: session.browser,
    }));
    return answer({ items: sessions, next });
  },
});

/** DELETE me/sessions/{id} */
export const endSession = roleRoute("viewer", {
  summary: "End a session of the person",
  only: "people",
  handle: async ({ admin, admission: { actor }, params }) => {
    const { id } = resultOrThrow(await admin.operations.me.endSession(actor, { id: params["id"] ?? "" }));
    return id === actor.session ? { ...nothing, cookies: [admin.live.cookie.clear()] } : nothing;
  },
});

/** PUT me/availability */
export const putAvailability = roleRoute("viewer", {
  summary: "Say whether the person is taking chats at the moment",
  body: putAvailabilitySchema,
  only: "people",
  handle: async ({ admin, admission: { actor }, body }) => {
    resultOrThrow(await admin.operations.me.setAvailable(actor, body));
    return nothing;
  },
});

/** PUT me/display-name */
export const putDisplayName = roleRoute("viewer", {
  summary: "Set the name that visitors see",
  body: putDisplayNameSchema,
  only: "people",
  handle: async ({ admin, admission: { actor }, body }) => {
    resultOrThrow(await admin.operations.me.setDisplayName(actor, body));
    return nothing;
  },
});

/** PUT me/password */
export const putPassword = roleRoute("viewer", {
  summary: "Set the person's password, which ends all of their other sessions",
  body: putPasswordSchema,
  only: "people",
  fails: ["confirmation_needed", "password_rejected", "too_many_attempts"],
  handle: (request) => {
    const { admin, admission, body } = request;
    // The password that is set proves as much.
    if (body.current === undefined) requireConfirmation(admission, admin.server.nowMs());
    return changePassword(request, body);
  },
});

/** DELETE me/password */
export const deletePassword = roleRoute("viewer", {
  summary: "Remove the person's password, which ends all of their other sessions",
  body: deletePasswordSchema,
  only: "people",
  fails: ["password_rejected", "too_many_attempts"],
  handle: (request) => changePassword(request, { ...request.body, password: null }),
});

async function changePassword(
  { admin, admission: { actor } }: AdmittedRequest<unknown, unknown>,
  change: { readonly password: string | null; readonly current?: string },
): Promise<AdminAnswer> {
  const { token } = resultOrThrow(await admin.live.signIn.changePassword(personIn(actor), change));
  return { ...nothing, cookies: [admin.live.cookie.write(token, maxSessionSeconds)] };
}
