import { meSchema, signInByLinkSchema, signInByPasswordSchema } from "@servicechat/contract/admin-schemas";
import { isRefused } from "@servicechat/operations";
import { maxSessionSeconds, sessionEnd } from "@servicechat/operations/sign-in";
import type { SignedIn, SignInOrigin, SignInRejected } from "@servicechat/operations/sign-in";
import type { RefusedAs } from "@servicechat/operations";
import { AdminError } from "../response/admin-error.ts";
import { answered } from "./answered.ts";
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
    begin(request, await request.admin.signIn.byLink(request.body.token, originOf(request)), "link_rejected"),
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
      await request.admin.signIn.byPassword(request.body, originOf(request)),
      "sign_in_rejected",
    ),
});

function originOf({ address, context }: AdminRequest<unknown, unknown>): SignInOrigin {
  return { address, browser: browserOf(context.request.headers["user-agent"]) };
}

/** Answers who has signed in, with the cookie of the session. */
async function begin(
  { admin, address }: AdminRequest<unknown, unknown>,
  result: SignedIn | SignInRejected | RefusedAs<"too_many_attempts">,
  rejected: "link_rejected" | "sign_in_rejected",
): Promise<AdminAnswer> {
  if ("kind" in result) {
    if (result.kind === "sign_in_rejected") throw new AdminError(rejected);
    if (isRefused(result)) return answered<never>(result as never);
  }
  const { token, session, operator } = result as SignedIn;
  const { id, name, role, agents } = operator;
  const asker = { kind: "operator", id, name, role, agents, session: session.id, address } as const;
  const me = await meView(admin, { asker, expiresAt: sessionEnd(session) });
  return answer(me, { cookie: admin.cookie.write(token, maxSessionSeconds) });
}
