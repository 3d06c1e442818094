import { approvedAnswerSchema, approvedAnswersSchema } from "@servicechat/contract/admin-schemas";
import type { ApprovedAnswer } from "@servicechat/storage";
import type { z } from "zod";
import type { CommandOperations } from "../command-operations.ts";
import { readPages, segment } from "./admin-api.ts";
import type { AdminApi } from "./admin-api.ts";
import { agentRefusals } from "./remote-agents.ts";
import { orRefused } from "./remote-problem.ts";
import { msOf } from "./times.ts";

/** Approved answers of a remote service. */
export function remoteApprovedAnswers(api: AdminApi): CommandOperations["approvedAnswers"] {
  return {
    list: async (_, { agent, due, ...request }) => {
      const filter = { agent, ...(due !== undefined && { due: String(due) }) };
      const { items, next } = await readPages(request, (page) =>
        api.ask("GET", "answers", { query: { ...page, ...filter }, answer: approvedAnswersSchema }),
      );
      return { items: items.map(answerOf), next };
    },
    create: (_, body) =>
      orRefused(
        async () => answerOf(await api.ask("POST", "answers", { body, answer: approvedAnswerSchema })),
        agentRefusals(api, body.agent),
      ),
    change: (_, { id, seen = "*", ...body }) =>
      orRefused(
        async () =>
          answerOf(
            await api.ask("PATCH", `answers/${segment(id)}`, {
              body,
              headers: { "If-Match": seen === "*" ? "*" : `"${seen}"` },
              answer: approvedAnswerSchema,
            }),
          ),
        { answer_not_found: () => ({ kind: "answer_not_found" as const, id }) },
      ),
  };
}

function answerOf({
  agent,
  lastHitAt,
  createdAt,
  changedAt,
  revision,
  ...answer
}: z.output<typeof approvedAnswerSchema>): ApprovedAnswer {
  return {
    ...answer,
    agentId: agent,
    lastHitAt: lastHitAt === null ? null : msOf(lastHitAt),
    createdAt: msOf(createdAt),
    changedAt: msOf(changedAt),
    revision: Number(revision),
  };
}
