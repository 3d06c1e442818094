import {
  cannedAnswerSchema,
  cannedAnswersSchema,
  listQuery,
  pageSizes,
  patchCannedSchema,
  postCannedSchema,
} from "@servicechat/contract/admin-schemas";
import type { CannedAnswer } from "@servicechat/contract/admin";
import type { CannedAnswer as StoredAnswer } from "@servicechat/storage";
import { z } from "zod";
import { resultOrThrow } from "./result-or-throw.ts";
import { answer, nothing, roleRoute } from "./route.ts";
import { timeOf } from "./times.ts";

/** GET canned */
export const listCanned = roleRoute("responder", {
  summary: "Canned answers, by name",
  query: z.strictObject(listQuery),
  answer: cannedAnswersSchema,
  handle: async ({ admin, admission: { actor }, query: { limit = pageSizes.usual, after } }) => {
    const { items, next } = resultOrThrow(await admin.operations.cannedAnswers.list(actor, { limit, after }));
    return answer({ items: items.map(cannedAnswer), next });
  },
});

/** POST canned */
export const createCanned = roleRoute("responder", {
  summary: "Add a canned answer; without `agents` it is for all agents that the caller may see",
  body: postCannedSchema,
  answer: cannedAnswerSchema,
  status: 201,
  fails: ["name_taken", "canned_full", "agent_not_found"],
  handle: async ({ admin, admission: { actor }, body }) =>
    shown(resultOrThrow(await admin.operations.cannedAnswers.create(actor, body)), 201),
});

/** PATCH canned/{id} */
export const changeCanned = roleRoute("responder", {
  summary: "Change a canned answer",
  body: patchCannedSchema,
  answer: cannedAnswerSchema,
  needsRevision: true,
  fails: ["name_taken", "agent_not_found"],
  handle: async ({ admin, admission: { actor }, params, body, seen }) =>
    shown(
      resultOrThrow(
        await admin.operations.cannedAnswers.change(actor, { ...body, id: params["id"] ?? "", seen }),
      ),
    ),
});

/** DELETE canned/{id} */
export const removeCanned = roleRoute("responder", {
  summary: "Remove a canned answer",
  handle: async ({ admin, admission: { actor }, params }) => {
    resultOrThrow(await admin.operations.cannedAnswers.remove(actor, { id: params["id"] ?? "" }));
    return nothing;
  },
});

function shown(stored: StoredAnswer, status: 200 | 201 = 200) {
  const item = cannedAnswer(stored);
  return answer(item, { status, revision: item.revision });
}

function cannedAnswer({ agents, createdAt, revision, ...answer }: StoredAnswer): CannedAnswer {
  return {
    ...answer,
    agents: agents && [...agents],
    createdAt: timeOf(createdAt),
    revision: String(revision),
  };
}
