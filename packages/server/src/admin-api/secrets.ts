import {
  listQuery,
  pageSizes,
  putSecretSchema,
  removeSecretQuery,
  secretNameSchema,
  secretSchema,
  secretsSchema,
} from "@servicechat/contract/admin-schemas";
import type { Secret } from "@servicechat/contract/admin";
import type { SecretView } from "@servicechat/operations";
import { z } from "zod";
import { malformed } from "../request/malformed.ts";
import { resultOrThrow } from "./result-or-throw.ts";
import { answer, nothing, roleRoute } from "./route.ts";
import { timeOf } from "./times.ts";

/** GET secrets */
export const listSecrets = roleRoute("editor", {
  summary: "Keys for models and tools that the caller's agents may use, by name, without their values",
  query: z.strictObject(listQuery),
  answer: secretsSchema,
  handle: async ({ admin, admission: { actor }, query: { limit = pageSizes.usual, after } }) => {
    const { items, next } = resultOrThrow(await admin.operations.secrets.list(actor, { limit, after }));
    return answer({ items: items.map(secretAnswer), next });
  },
});

/** PUT secrets/{name} */
export const putSecret = roleRoute("owner", {
  summary:
    "Store a key for models and tools, in place of the one of that name; its value is never given back",
  needsConfirmation: true,
  body: putSecretSchema,
  answer: secretSchema,
  status: [200, 201],
  handle: async ({ admin, admission: { actor }, params, body }) => {
    const name = nameIn(params);
    const checked = secretNameSchema.safeParse(name);
    if (!checked.success) throw malformed(`name: ${checked.error.issues[0]?.message ?? "is wrong"}`);
    const stored = resultOrThrow(await admin.operations.secrets.set(actor, { name, ...body }));
    return answer(secretAnswer(stored), { status: stored.result === "created" ? 201 : 200 });
  },
});

/** DELETE secrets/{name} */
export const removeSecret = roleRoute("owner", {
  summary: "Remove a secret; one that agents name, only with 'force'",
  needsConfirmation: true,
  query: removeSecretQuery,
  fails: ["secret_in_use"],
  handle: async ({ admin, admission: { actor }, params, query }) => {
    const removal = { name: nameIn(params), force: query.force === "true" };
    resultOrThrow(await admin.operations.secrets.remove(actor, removal));
    return nothing;
  },
});

const nameIn = (params: Readonly<Record<string, string>>) => params["name"] ?? "";

function secretAnswer({ name, lastFour, origins, agents, usedBy, setAt, by, shadowed }: SecretView): Secret {
  return {
    name,
    lastFour,
    origins: [...origins],
    agents: agents && [...agents],
    usedBy: [...usedBy],
    setAt: timeOf(setAt),
    by: { kind: by.kind, name: by.name },
    shadowed,
  };
}
