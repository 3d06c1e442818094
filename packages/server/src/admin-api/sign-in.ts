import {
  meSchema,
  passkeyOptionsSchema,
  signInByLinkSchema,
  signInByPasskeySchema,
  signInByPasswordSchema,
} from "@servicechat/contract/admin-schemas";
import { isRefused } from "@servicechat/operations";
import { maxSessionSeconds, sessionEnd } from "@servicechat/operations/sign-in";
import type { SignedIn, SignInOrigin, SignInResult } from "@servicechat/operations/sign-in";
import { z } from "zod";
import { AdminError } from "../response/admin-error.ts";
import { secondsUntilReset } from "../seconds-until-reset.ts";
import { resultOrThrow } from "./result-or-throw.ts";
import { browserOf } from "./browser-of.ts";
import { meView } from "./me-view.ts";
import { answer, openRoute } from "./route.ts";
import type { AdminAnswer, AdminRequest } from "./route.ts";

/** POST sign-in/link */
export const signInByLink = openRoute({
  summary: "Exchange a sign-in link for a session",
  body: signInByLinkSchema,
  fails: ["link_rejected", "too_many_attempts"],
  answer: meSchema,
  handle: async (request) =>
    begin(
      request,
      await request.admin.live.signIn.byLink(request.body.token, originOf(request)),
      "link_rejected",
    ),
});

/** POST sign-in/password */
export const signInByPassword = openRoute({
  summary: "Sign in with name and password",
  body: signInByPasswordSchema,
  fails: ["sign_in_rejected", "too_many_attempts"],
  answer: meSchema,
  handle: async (request) =>
    begin(
      request,
      await request.admin.live.signIn.byPassword(request.body, originOf(request)),
      "sign_in_rejected",
    ),
});

/** Questions in 60 seconds that an address may ask for: each is kept until its time is over. */
const questionsPerMinute = 60;

/** POST sign-in/passkey/options */
export const askPasskey = openRoute({
  summary: "Get the options with which a browser signs somebody in by passkey",
  fails: ["passkeys_unavailable", "too_many_attempts"],
  body: z.object({}),
  mayLackBody: true,
  answer: passkeyOptionsSchema,
  handle: async ({ admin, context, address }) => {
    const { counter } = admin.live.server.coordination;
    const count = await counter.count(`passkey ${address}`, questionsPerMinute);
    if (!count.accepted) throw new AdminError("too_many_attempts", { retryAfter: secondsUntilReset(count) });
    return answer(resultOrThrow(await admin.live.signIn.passkeys.askSignIn(admin.live.originOf(context))));
  },
});

/** The same whatever was wrong. A question that is older than five minutes is the usual reason. */
const passkeyRejected =
  "The passkey was not accepted. Try again, or ask for a new link: 'servicechat console link' prints one.";

/** POST sign-in/passkey/verify */
export const signInByPasskey = openRoute({
  summary: "Sign in with a passkey; its challenge is valid for one attempt",
  body: signInByPasskeySchema,
  fails: ["sign_in_rejected", "too_many_attempts"],
  answer: meSchema,
  handle: async (request) => {
    const { admin, context, body } = request;
    const given = { ...body, origin: admin.live.originOf(context) };
    const result = await admin.live.signIn.passkeys.signIn(given, originOf(request));
    return begin(request, result, "sign_in_rejected", passkeyRejected);
  },
});

function originOf({ admin, address, context }: AdminRequest<unknown, unknown>): SignInOrigin {
  const { request } = context;
  return {
    address,
    browser: browserOf(request.headers["user-agent"]),
    device: admin.live.deviceCookie.read(request),
  };
}

/** How long a browser is known after somebody has signed in with it: as long as browsers keep a cookie. */
const deviceSeconds = 400 * 86_400;

/** Answers who has signed in, with the cookies of the session and of the browser. */
async function begin(
  { admin, address }: AdminRequest<unknown, unknown>,
  result: SignInResult,
  rejected: "link_rejected" | "sign_in_rejected",
  detail?: string,
): Promise<AdminAnswer> {
  if ("kind" in result) {
    if (result.kind === "sign_in_rejected")
      throw new AdminError(rejected, detail === undefined ? {} : { detail });
    if (isRefused(result)) return resultOrThrow<never>(result as never);
  }
  const { token, session, operator, device } = result as SignedIn;
  const { id, name, role, agents } = operator;
  const actor = { kind: "operator", id, name, role, agents, session: session.id, address } as const;
  const me = await meView(admin, { actor, expiresAt: sessionEnd(session) });
  const { cookie, deviceCookie } = admin.live;
  return answer(me, {
    cookies: [cookie.write(token, maxSessionSeconds), deviceCookie.write(device, deviceSeconds)],
  });
}
