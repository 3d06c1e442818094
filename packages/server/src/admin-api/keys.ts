import {
  checkedPageSchema,
  checkPageSchema,
  keySchema,
  keyTagSchema,
  keySitesSchema,
  keysQuerySchema,
  keysSchema,
  listQuery,
  newKeySchema,
  pageSizes,
  patchKeySchema,
  postKeySchema,
  rotatedKeySchema,
  rotateKeySchema,
} from "@servicechat/contract/admin-schemas";
import type { Key } from "@servicechat/contract/admin";
import { embedTag } from "@servicechat/operations";
import type { CreatedKey, KeyView } from "@servicechat/operations";
import { z } from "zod";
import { resultOrThrow } from "./result-or-throw.ts";
import { answer, roleRoute } from "./route.ts";
import type { AdmittedRequest } from "./route.ts";
import { timeOf } from "./times.ts";

/** GET keys */
export const listKeys = roleRoute("viewer", {
  summary: "Keys, oldest first, including revoked ones",
  query: keysQuerySchema,
  answer: keysSchema,
  handle: async ({ admin, admission: { actor }, query: { limit = pageSizes.usual, after, agent } }) => {
    const { items, next } = resultOrThrow(await admin.operations.keys.list(actor, { limit, after, agent }));
    const now = admin.server.nowMs();
    return answer({
      items: items.map(({ outputTokensToday, ...key }) => ({ ...keyView(key, now), outputTokensToday })),
      next,
    });
  },
});

/** GET keys/{id} */
export const findKey = roleRoute("viewer", {
  summary: "A key",
  answer: keySchema,
  handle: async (request) => {
    const { admin, admission, params } = request;
    return shown(request, resultOrThrow(await admin.operations.keys.find(admission.actor, idIn(params))));
  },
});

/** POST keys */
export const createKey = roleRoute("editor", {
  summary: "Issue a key; it is shown only once",
  needsConfirmation: true,
  body: postKeySchema,
  answer: newKeySchema,
  fails: ["agent_not_found"],
  status: 201,
  handle: async (request) => {
    const { admin, admission, body } = request;
    const key = resultOrThrow(
      await admin.operations.keys.create(admission.actor, {
        name: "",
        rateLimit: 60,
        serverSide: false,
        ...body,
      }),
    );
    return answer(withSecret(request, key), { status: 201, revision: key.revision });
  },
});

/** PATCH keys/{id} */
export const changeKey = roleRoute("editor", {
  summary: "Change a key: all of the given fields, or none",
  needsConfirmation: true,
  body: patchKeySchema,
  answer: keySchema,
  needsRevision: true,
  fails: ["key_ended"],
  handle: async (request) => {
    const { admin, admission, params, body, seen } = request;
    const changed = await admin.operations.keys.change(admission.actor, { ...idIn(params), ...body, seen });
    return shown(request, resultOrThrow(changed));
  },
});

/** POST keys/{id}/revoke */
export const revokeKey = roleRoute("editor", {
  summary: "Revoke a key, from its next request",
  body: z.object({}),
  mayLackBody: true,
  answer: keySchema,
  handle: async (request) => {
    const { admin, admission, params } = request;
    return shown(request, resultOrThrow(await admin.operations.keys.revoke(admission.actor, idIn(params))));
  },
});

/** POST keys/{id}/rotate */
export const rotateKey = roleRoute("editor", {
  summary: "Replace a key; the old one keeps working for a while",
  needsConfirmation: true,
  body: rotateKeySchema,
  mayLackBody: true,
  answer: rotatedKeySchema,
  fails: ["key_ended"],
  status: 201,
  handle: async (request) => {
    const { admin, admission, params, body } = request;
    const key = resultOrThrow(
      await admin.operations.keys.rotate(admission.actor, { ...idIn(params), ...body }),
    );
    const view = { ...withSecret(request, key), replaces: key.replaces };
    return answer(view, { status: 201, revision: key.revision });
  },
});

/** GET keys/{id}/tag */
export const readTag = roleRoute("editor", {
  summary: "The whole key and its tag again, of a key for pages",
  answer: keyTagSchema,
  fails: ["tag_not_kept"],
  handle: async ({ admin, admission: { actor }, params }) => {
    const { key } = resultOrThrow(await admin.operations.keys.open(actor, idIn(params)));
    return answer({ key, tag: embedTag(admin.server.options.publicUrl, key) });
  },
});

/** POST keys/{id}/check */
export const checkPage = roleRoute("editor", {
  summary: "Fetch a page and find what keeps the chat from working on it",
  body: checkPageSchema,
  answer: checkedPageSchema,
  fails: ["rate_limited"],
  handle: async ({ admin, admission: { actor }, params, body: { url } }) => {
    const { publicUrl } = admin.server.options;
    const input = { ...idIn(params), url, publicUrl };
    const checked = resultOrThrow(await admin.operations.keys.check(actor, input));
    return answer({ ...checked, lastSeenAt: timeOf(checked.lastSeenAt) });
  },
});

/** GET keys/{id}/sites */
export const listKeySites = roleRoute("editor", {
  summary: "Sites whose pages used a key, or tried to",
  query: z.strictObject(listQuery),
  answer: keySitesSchema,
  handle: async ({ admin, admission: { actor }, params, query: { limit = pageSizes.usual, after } }) => {
    const page = await admin.operations.keys.sites(actor, { ...idIn(params), limit, after });
    const { items, next } = resultOrThrow(page);
    const sites = items.map(({ origin, admitted, refused, lastAt }) => ({
      origin,
      admitted,
      refused,
      lastAt: timeOf(lastAt),
    }));
    return answer({ items: sites, next });
  },
});

const idIn = (params: Readonly<Record<string, string>>) => ({ id: params["id"] ?? "" });

function shown({ admin }: AdmittedRequest<unknown, unknown>, key: KeyView) {
  return answer(keyView(key, admin.server.nowMs()), { revision: key.revision });
}

function withSecret({ admin: { server } }: AdmittedRequest<unknown, unknown>, key: CreatedKey) {
  const tag = embedTag(server.options.publicUrl, key.key);
  return { ...keyView(key, server.nowMs()), key: key.key, tag };
}

function keyView(key: KeyView, now: number): Key {
  const { revokedAt } = key;
  const isEnding = revokedAt !== null && revokedAt > now;
  return {
    id: key.id,
    agent: key.agentId,
    name: key.name === "" ? null : key.name,
    lastFour: key.lastFour,
    allowed: [...key.allowed],
    rateLimit: key.rateLimit,
    serverSide: key.serverSide,
    createdAt: timeOf(key.createdAt),
    revokedAt: isEnding ? null : timeOf(revokedAt),
    endsAt: isEnding ? timeOf(revokedAt) : null,
    revision: key.revision,
  };
}
