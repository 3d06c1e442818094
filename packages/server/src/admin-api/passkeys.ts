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
import { resultOrThrow } from "./result-or-throw.ts";
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
  handle: async ({ admin, admission: { actor }, query: { limit = pageSizes.usual, after } }) => {
    const { items, next } = resultOrThrow(await admin.operations.me.listPasskeys(actor, { limit, after }));
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
  handle: async ({ admin, admission: { actor }, context }) =>
    answer(
      resultOrThrow(await admin.live.signIn.passkeys.askNew(personIn(actor), admin.live.originOf(context))),
    ),
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
  handle: async ({ admin, admission: { actor }, context, body }) => {
    const browser = browserOf(context.request.headers["user-agent"]);
    const given = {
      ...body,
      name: body.name ?? (browser === "" ? "Passkey" : browser),
      origin: admin.live.originOf(context),
    };
    const added = resultOrThrow(await admin.live.signIn.passkeys.add(personIn(actor), given));
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
  handle: async ({ admin, admission: { actor }, params, body, seen }) => {
    const change = { id: params["id"] ?? "", ...body, seen };
    return shown(resultOrThrow(await admin.operations.me.renamePasskey(actor, change)));
  },
});

/** DELETE me/passkeys/{id} */
export const removePasskey = roleRoute("viewer", {
  summary: "Remove a passkey of the person",
  only: "people",
  needsConfirmation: true,
  handle: async ({ admin, admission: { actor }, params }) => {
    resultOrThrow(await admin.operations.me.removePasskey(actor, { id: params["id"] ?? "" }));
    return nothing;
  },
});

function shown(passkey: PasskeyView, status: 200 | 201 = 200) {
  return answer(passkeyAnswer(passkey), { status, revision: passkey.revision });
}

function passkeyAnswer({ id, name, createdAt, lastUsedAt, revision }: PasskeyView): Passkey {
  return { id, name, createdAt: timeOf(createdAt), lastUsedAt: timeOf(lastUsedAt), revision };
}
