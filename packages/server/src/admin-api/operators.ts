import {
  listQuery,
  newOperatorSchema,
  operatorSchema,
  operatorsSchema,
  pageSizes,
  patchOperatorSchema,
  postOperatorSchema,
  signInLinkSchema,
} from "@servicechat/contract/admin-schemas";
import type { Operator, SignInLink } from "@servicechat/contract/admin";
import { signInLinkUrl } from "@servicechat/operations";
import type { OperatorView, SignInLink as MadeLink } from "@servicechat/operations";
import { z } from "zod";
import type { AdminContext } from "../admin-context.ts";
import { resultOrThrow } from "./result-or-throw.ts";
import { answer, nothing, roleRoute } from "./route.ts";
import { timeOf } from "./times.ts";

/** GET operators */
export const listOperators = roleRoute("owner", {
  summary: "People who work with the console, oldest first",
  query: z.strictObject(listQuery),
  answer: operatorsSchema,
  handle: async ({ admin, admission: { actor }, query: { limit = pageSizes.usual, after } }) => {
    const { items, next } = resultOrThrow(await admin.operations.operators.list(actor, { limit, after }));
    return answer({ items: items.map(operatorAnswer), next });
  },
});

/** GET operators/{id} */
export const findOperator = roleRoute("owner", {
  summary: "A person",
  answer: operatorSchema,
  handle: async ({ admin, admission: { actor }, params }) =>
    shown(resultOrThrow(await admin.operations.operators.find(actor, idIn(params)))),
});

/** POST operators */
export const inviteOperator = roleRoute("owner", {
  summary: "Invite somebody; the link is shown only once and valid for a week",
  needsConfirmation: true,
  body: postOperatorSchema,
  answer: newOperatorSchema,
  fails: ["name_taken"],
  status: 201,
  handle: async ({ admin, admission: { actor }, body }) => {
    const { link, ...operator } = resultOrThrow(await admin.operations.operators.invite(actor, body));
    const { revision } = operator;
    return answer({ ...operatorAnswer(operator), link: linkAnswer(admin, link) }, { status: 201, revision });
  },
});

/** PATCH operators/{id} */
export const changeOperator = roleRoute("owner", {
  summary: "Change a person: all of the given fields, or none; a new role ends all of their sessions",
  needsConfirmation: true,
  body: patchOperatorSchema,
  answer: operatorSchema,
  needsRevision: true,
  fails: ["name_taken", "last_owner"],
  handle: async ({ admin, admission: { actor }, params, body, seen }) => {
    const changed = await admin.operations.operators.change(actor, { ...idIn(params), ...body, seen });
    return shown(resultOrThrow(changed));
  },
});

/** DELETE operators/{id} */
export const removeOperator = roleRoute("owner", {
  summary: "Remove a person, who is signed out everywhere at once",
  needsConfirmation: true,
  fails: ["last_owner"],
  handle: async ({ admin, admission: { actor }, params }) => {
    const { id } = resultOrThrow(await admin.operations.operators.remove(actor, idIn(params)));
    const isSelf = actor.kind === "operator" && actor.id === id;
    return isSelf ? { ...nothing, cookies: [admin.live.cookie.clear()] } : nothing;
  },
});

/** POST operators/{id}/link */
export const inviteAgain = roleRoute("owner", {
  summary: "Another link that signs a person in, valid for a week",
  needsConfirmation: true,
  body: z.object({}),
  mayLackBody: true,
  answer: signInLinkSchema,
  status: 201,
  handle: async ({ admin, admission: { actor }, params }) => {
    const link = resultOrThrow(await admin.operations.operators.inviteAgain(actor, idIn(params)));
    return answer(linkAnswer(admin, link), { status: 201 });
  },
});

const idIn = (params: Readonly<Record<string, string>>) => ({ id: params["id"] ?? "" });

function shown(operator: OperatorView) {
  return answer(operatorAnswer(operator), { revision: operator.revision });
}

function linkAnswer({ live: { console } }: AdminContext, { token, expiresAt }: MadeLink): SignInLink {
  return { url: signInLinkUrl(console.url, token), expiresAt: timeOf(expiresAt) };
}

function operatorAnswer(operator: OperatorView): Operator {
  const { id, name, displayName, role, agents, state, createdAt, lastSeenAt, available, revision } = operator;
  return {
    id,
    name,
    displayName,
    role,
    agents: agents && [...agents],
    state,
    createdAt: timeOf(createdAt),
    lastSeenAt: timeOf(lastSeenAt),
    available,
    revision,
  };
}
