import {
  answersQuerySchema,
  approvedAnswerSchema,
  approvedAnswersSchema,
  pageSizes,
  patchAnswerSchema,
  postAnswerSchema,
  triedAnswerSchema,
  tryAnswerSchema,
} from "@servicechat/contract/admin-schemas";
import type { ApprovedAnswer } from "@servicechat/contract/admin";
import type { ApprovedAnswer as StoredAnswer } from "@servicechat/storage";
import { ServiceError } from "@servicechat/contract";
import { untilClosed } from "../response/until-closed.ts";
import { resultOrThrow } from "./result-or-throw.ts";
import { answer, nothing, roleRoute } from "./route.ts";
import { timeOf } from "./times.ts";

const idIn = (params: Readonly<Record<string, string>>) => ({ id: params["id"] ?? "" });

/** GET answers */
export const listAnswers = roleRoute("viewer", {
  summary: "Approved answers, last changed first",
  query: answersQuerySchema,
  answer: approvedAnswersSchema,
  handle: async ({ admin, admission: { actor }, query: { limit = pageSizes.usual, ...query } }) => {
    const { items, next } = resultOrThrow(
      await admin.operations.approvedAnswers.list(actor, { limit, ...query }),
    );
    return answer({ items: items.map(answerView), next });
  },
});

/** GET answers/{id} */
export const readAnswer = roleRoute("viewer", {
  summary: "An approved answer",
  answer: approvedAnswerSchema,
  handle: async ({ admin, admission: { actor }, params }) =>
    shown(resultOrThrow(await admin.operations.approvedAnswers.read(actor, idIn(params)))),
});

/** POST answers */
export const createAnswer = roleRoute("responder", {
  summary: "Approve an answer; its gap closes once its questions, asked again, get the answer",
  body: postAnswerSchema,
  answer: approvedAnswerSchema,
  status: 201,
  fails: ["agent_not_found", "gap_not_found", "answers_full"],
  handle: async ({ admin, admission: { actor }, body }) =>
    shown(resultOrThrow(await admin.operations.approvedAnswers.create(actor, body)), 201),
});

/** PATCH answers/{id} */
export const changeAnswer = roleRoute("responder", {
  summary: "Change an approved answer",
  body: patchAnswerSchema,
  answer: approvedAnswerSchema,
  needsRevision: true,
  fails: ["gap_not_found"],
  handle: async ({ admin, admission: { actor }, params, body, seen }) =>
    shown(
      resultOrThrow(await admin.operations.approvedAnswers.change(actor, { ...body, ...idIn(params), seen })),
    ),
});

/** DELETE answers/{id} */
export const removeAnswer = roleRoute("responder", {
  summary: "Remove an approved answer",
  handle: async ({ admin, admission: { actor }, params }) => {
    resultOrThrow(await admin.operations.approvedAnswers.remove(actor, idIn(params)));
    return nothing;
  },
});

/** The sessions and tokens that are trying an answer: each attempt asks up to a hundred questions. */
const trying = new Set<string>();

/** POST answers/try */
export const tryAnswer = roleRoute("responder", {
  summary: "What an answer would do for its questions and the wordings of a gap, before it is saved",
  body: tryAnswerSchema,
  answer: triedAnswerSchema,
  fails: ["agent_not_found", "gap_not_found", "rate_limited"],
  handle: async ({ context, admin, admission: { actor }, body }) => {
    const who = actor.session ?? actor.id ?? "";
    if (trying.has(who))
      throw new ServiceError("rate_limited", { detail: "You are already trying an answer.", retryAfter: 5 });
    trying.add(who);
    try {
      const tried = resultOrThrow(
        await admin.operations.approvedAnswers.try(actor, { ...body, signal: untilClosed(context) }),
      );
      return answer({ items: tried.tried.map((each) => ({ ...each })) });
    } finally {
      trying.delete(who);
    }
  },
});

function shown(stored: StoredAnswer, status: 200 | 201 = 200) {
  const item = answerView(stored);
  return answer(item, { status, revision: item.revision });
}

function answerView(stored: StoredAnswer): ApprovedAnswer {
  const { id, agentId, text, questions, verbatim, owner, reviewOn, hits, lastHitAt, changedBy } = stored;
  return {
    id,
    agent: agentId,
    text,
    questions: [...questions],
    verbatim,
    owner,
    reviewOn,
    hits,
    lastHitAt: lastHitAt === null ? null : timeOf(lastHitAt),
    createdAt: timeOf(stored.createdAt),
    changedAt: timeOf(stored.changedAt),
    changedBy,
    revision: String(stored.revision),
  };
}
