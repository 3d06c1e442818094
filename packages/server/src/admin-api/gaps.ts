import {
  emptyBodySchema,
  gapSchema,
  gapsQuerySchema,
  gapsSchema,
  gapWithVariantsSchema,
  pageSizes,
} from "@servicechat/contract/admin-schemas";
import type { Gap, GapVariant } from "@servicechat/contract/admin";
import type { GapVariant as ReadVariant, GapView } from "@servicechat/operations";
import { resultOrThrow } from "./result-or-throw.ts";
import { answer, roleRoute } from "./route.ts";
import { timeOf } from "./times.ts";

const idIn = (params: Readonly<Record<string, string>>) => ({ id: params["id"] ?? "" });

/** GET gaps */
export const listGaps = roleRoute("viewer", {
  summary: "Questions that were not answered well, those from the most chats first",
  query: gapsQuerySchema,
  answer: gapsSchema,
  handle: async ({ admin, admission: { actor }, query }) => {
    const { limit = pageSizes.usual, after, agent, state, from, to } = query;
    const page = await admin.operations.gaps.list(actor, {
      limit,
      after,
      ...(agent !== undefined && { agent }),
      ...(state !== undefined && { states: state }),
      ...(from !== undefined && { from }),
      ...(to !== undefined && { to }),
    });
    const { items, next } = resultOrThrow(page);
    return answer({ items: items.map(gapView), next });
  },
});

/** GET gaps/{id} */
export const readGap = roleRoute("viewer", {
  summary: "A gap with the wordings of its questions, the passage nearest to each, and where it was asked",
  answer: gapWithVariantsSchema,
  handle: async ({ admin, admission: { actor }, params }) => {
    const { gap, variants } = resultOrThrow(await admin.operations.gaps.read(actor, idIn(params)));
    return answer({ ...gapView(gap), variants: variants.map(variantView) }, { revision: gap.revision });
  },
});

/** POST gaps/{id}/dismiss */
export const dismissGap = roleRoute("responder", {
  summary: "Dismiss a gap that needs no answer; it stays dismissed if it is asked again",
  body: emptyBodySchema,
  mayLackBody: true,
  answer: gapSchema,
  handle: async ({ admin, admission: { actor }, params }) => {
    const gap = resultOrThrow(await admin.operations.gaps.dismiss(actor, idIn(params)));
    return answer(gapView(gap), { revision: gap.revision });
  },
});

/** POST gaps/{id}/reopen */
export const reopenGap = roleRoute("responder", {
  summary: "Reopen a gap that was dismissed, answered or closed",
  body: emptyBodySchema,
  mayLackBody: true,
  answer: gapSchema,
  handle: async ({ admin, admission: { actor }, params }) => {
    const gap = resultOrThrow(await admin.operations.gaps.reopen(actor, idIn(params)));
    return answer(gapView(gap), { revision: gap.revision });
  },
});

function gapView(gap: GapView): Gap {
  const { id, agentId, state, question, questions, chats, marks, nearest } = gap;
  return {
    id,
    agent: agentId,
    state,
    question,
    questions,
    chats,
    firstAt: timeOf(gap.firstAt),
    lastAt: timeOf(gap.lastAt),
    marks: [...marks],
    nearest: nearest && { ...nearest },
    openedAt: timeOf(gap.openedAt),
    changedAt: timeOf(gap.changedAt),
    closedBy: gap.closedBy,
    changedBy: gap.changedBy,
    revision: gap.revision,
  };
}

function variantView({ question, times, lastAt, marks, nearest, asked }: ReadVariant): GapVariant {
  return {
    question,
    times,
    lastAt: timeOf(lastAt),
    marks: [...marks],
    nearest: nearest && { ...nearest },
    asked: asked.map(({ chatId, messageId, at }) => ({ chat: chatId, message: messageId, at: timeOf(at) })),
  };
}
