import {
  listQuery,
  pageSizes,
  passkeyOptionsSchema,
  passkeySchema,
  passkeysSchema,
  patchPasskeySchema,
  postPasskeySchema,
} from "@servicechat/contract/admin-schemas";
import type { Passkey } from "@servicechat/contract/admin";
import { passkeyView } from "@servicechat/operations";
import type { PasskeyView } from "@servicechat/operations";
import { z } from "zod";
import { answered } from "./answered.ts";
import { browserOf } from "./browser-of.ts";
import { personIn } from "./person-in.ts";
import { answer, nothing, roleRoute } from "./route.ts";
import { timeOf } from "./times.ts";

/** GET me/passkeys */
export const listPasskeys = roleRoute("viewer", {
  summary: "Passkeys of the person, oldest first",
  only: "people",
  query: z.strictObject(listQuery),
  answer: passkeysSchema,
  handle: async ({ admin, admission: { asker }, query: { limit = pageSizes.usual, after } }) => {
    const { items, next } = answered(await admin.operations.me.listPasskeys(asker, { limit, after }));
    return answer({ items: items.map(passkeyAnswer), next });
  },
});

/** POST me/passkeys/options */
export const askNewPasskey = roleRoute("viewer", {
  summary: "Get the options with which a browser creates a passkey for the person",
  only: "people",
  needsConfirmation: true,
  fails: ["passkeys_unavailable"],
  body: z.object({}),
  mayLackBody: true,
  answer: passkeyOptionsSchema,
  handle: async ({ admin, admission: { asker }, context }) =>
    answer(answered(await admin.signIn.passkeys.askNew(personIn(asker), admin.originOf(context)))),
});

/** POST me/passkeys */
export const addPasskey = roleRoute("viewer", {
  summary: "Add a passkey that the browser has created; its challenge is valid for one attempt",
  only: "people",
  needsConfirmation: true,
  fails: ["passkeys_unavailable", "passkey_taken"],
  body: postPasskeySchema,
  answer: passkeySchema,
  status: 201,
  handle: async ({ admin, admission: { asker }, context, body }) => {
    const browser = browserOf(context.request.headers["user-agent"]);
    const given = {
      ...body,
      name: body.name ?? (browser === "" ? "Passkey" : browser),
      origin: admin.originOf(context),
    };
    const added = answered(await admin.signIn.passkeys.add(personIn(asker), given));
    return shown(passkeyView(added), 201);
  },
});

/** PATCH me/passkeys/{id} */
export const renamePasskey = roleRoute("viewer", {
  summary: "Rename a passkey of the person",
  only: "people",
  body: patchPasskeySchema,
  answer: passkeySchema,
  needsRevision: true,
  handle: async ({ admin, admission: { asker }, params, body, seen }) => {
    const change = { id: params["id"] ?? "", ...body, seen };
    return shown(answered(await admin.operations.me.renamePasskey(asker, change)));
  },
});

/** DELETE me/passkeys/{id} */
export const removePasskey = roleRoute("viewer", {
  summary: "Remove a passkey of the person",
  only: "people",
  needsConfirmation: true,
  handle: async ({ admin, admission: { asker }, params }) => {
    answered(await admin.operations.me.removePasskey(asker, { id: params["id"] ?? "" }));
    return nothing;
  },
});

function shown(passkey: PasskeyView, status: 200 | 201 = 200) {
  return answer(passkeyAnswer(passkey), { status, revision: passkey.revision });
}

function passkeyAnswer({ id, name, createdAt, lastUsedAt, revision }: PasskeyView): Passkey {
  return { id, name, createdAt: timeOf(createdAt), lastUsedAt: timeOf(lastUsedAt), revision };
}
