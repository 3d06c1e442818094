import { passkeyOptionsSchema, postConfirmationSchema } from "@servicechat/contract/admin-schemas";
import { maxSessionSeconds } from "@servicechat/operations/sign-in";
import type { Confirmation } from "@servicechat/operations/sign-in";
import { z } from "zod";
import { answered } from "./answered.ts";
import { personIn } from "./person-in.ts";
import { answer, nothing, roleRoute } from "./route.ts";

/** POST me/confirm/options */
export const askConfirmation = roleRoute("viewer", {
  summary: "Get the options for confirming with a passkey that it is the person who is signed in",
  only: "people",
  fails: ["passkeys_unavailable"],
  body: z.object({}),
  mayLackBody: true,
  answer: passkeyOptionsSchema,
  handle: async ({ admin, admission: { asker }, context }) => {
    const asked = await admin.signIn.passkeys.askConfirmation(personIn(asker), admin.originOf(context));
    return answer(answered(asked));
  },
});

/** POST me/confirm */
export const confirmPerson = roleRoute("viewer", {
  summary:
    "Confirm with a passkey or password who is signed in, for ten minutes; the session gets a new cookie",
  only: "people",
  fails: ["confirmation_rejected", "too_many_attempts"],
  body: postConfirmationSchema,
  handle: async ({ admin, admission: { asker }, context, body }) => {
    const given = { ...body, origin: admin.originOf(context) } as Confirmation;
    const { token } = answered(await admin.signIn.confirm(personIn(asker), given));
    return { ...nothing, cookie: admin.cookie.write(token, maxSessionSeconds) };
  },
});
