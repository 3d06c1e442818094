import { passkeyOptionsSchema, postConfirmationSchema } from "@servicechat/contract/admin-schemas";
import { maxSessionSeconds } from "@servicechat/operations/sign-in";
import type { Confirmation } from "@servicechat/operations/sign-in";
import { z } from "zod";
import { resultOrThrow } from "./result-or-throw.ts";
import { personIn } from "./person-in.ts";
import { answer, nothing, roleRoute } from "./route.ts";

/** POST me/confirm/options */
export const askConfirmation = roleRoute("viewer", {
  summary: "Get the options for confirming the identity of the signed-in person with a passkey",
  only: "people",
  fails: ["passkeys_unavailable"],
  body: z.object({}),
  mayLackBody: true,
  answer: passkeyOptionsSchema,
  handle: async ({ admin, admission: { actor }, context }) => {
    const asked = await admin.live.signIn.passkeys.askConfirmation(
      personIn(actor),
      admin.live.originOf(context),
    );
    return answer(resultOrThrow(asked));
  },
});

/** POST me/confirm */
export const confirmPerson = roleRoute("viewer", {
  summary:
    "Confirm the identity of the signed-in person with a passkey or password, for ten minutes; the session gets a new cookie",
  only: "people",
  fails: ["confirmation_rejected", "too_many_attempts"],
  body: postConfirmationSchema,
  handle: async ({ admin, admission: { actor }, context, body }) => {
    const given = { ...body, origin: admin.live.originOf(context) } as Confirmation;
    const { token } = resultOrThrow(await admin.live.signIn.confirm(personIn(actor), given));
    return { ...nothing, cookies: [admin.live.cookie.write(token, maxSessionSeconds)] };
  },
});
