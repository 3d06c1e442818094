import type { GapQuestion, GapState, ListedGap, NearestPassage, ReplyMark } from "@servicechat/storage";
import { gapStates } from "@servicechat/contract/admin";
import { messageIdOfReply } from "@servicechat/contract";
import type { Actor } from "../access/actor.ts";
import { auditLine } from "../access/audit.ts";
import { byRole } from "../access/operation.ts";
import type { WithId } from "../access/operation.ts";
import type { RefusedAs } from "../access/refused.ts";
import { refuseInvalidCursor } from "../paging.ts";
import type { PageRequest } from "../paging.ts";
import { revisionOf } from "../revision.ts";
import type { OperationContext } from "../operation-context.ts";
import { placeSoon } from "./place-questions.ts";

/** A gap with its revision. */
export interface GapView extends ListedGap {
  readonly revision: string;
}

/** One wording of a gap's question. */
export interface GapVariant {
  readonly question: string;
  /** How often it was asked in these words, among the questions that are read. */
  readonly times: number;
  readonly lastAt: number;
  readonly marks: readonly ReplyMark[];
  readonly nearest: NearestPassage | null;
  /** Where it was asked, the newest first. */
  readonly asked: readonly { readonly chatId: string; readonly messageId: string; readonly at: number }[];
}

/** Which gaps are listed: those that fit everything that is given. */
interface GapFilter {
  readonly agent?: string;
  readonly states?: readonly GapState[];
  readonly from?: number;
  readonly to?: number;
}

/** The newest questions of a gap that are read, and the chats of one wording that are named. */
const [maxQuestions, maxAsked] = [200, 20];

const scopeOf = ({ agents }: Actor) => ({ agents });

const viewOf = (gap: ListedGap): GapView => ({ ...gap, revision: revisionOf(gap) });

async function find(
  { storage }: Pick<OperationContext, "storage">,
  { id }: WithId,
  actor: Actor,
): Promise<GapView | RefusedAs<"gap_not_found">> {
  const gap = await storage.gaps.find({ scope: scopeOf(actor), id });
  return gap ? viewOf(gap) : { kind: "gap_not_found", id };
}

function changing(action: "dismiss" | "reopen", from: readonly GapState[], to: "dismissed" | "reopened") {
  return byRole("responder", async (context, { id }: WithId, actor) => {
    const gap = await find(context, { id }, actor);
    if ("kind" in gap || !from.includes(gap.state)) return gap;
    await context.storage.gaps.change({
      id,
      from,
      to,
      ...(actor.name !== undefined && { by: actor.name }),
      at: context.now(),
      audit: auditLine(context, actor, `gap.${action}`, { kind: "gap", id }),
    });
    return find(context, { id }, actor);
  });
}

/** Operations on gaps. */
export const gapOperations = {
  /** Gaps in the scope, those of most chats first. Every question that was asked before is in one. */
  list: byRole(
    "viewer",
    async (context, { agent, after, limit, ...filter }: GapFilter & PageRequest, actor) => {
      await placeSoon(context, actor);
      const page = await refuseInvalidCursor(() =>
        context.storage.gaps.list({
          scope: scopeOf(actor),
          ...filter,
          ...(agent !== undefined && { agentId: agent }),
          ...(after !== undefined && { after }),
          limit: Math.min(limit, 100_000),
        }),
      );
      return "kind" in page ? page : { items: page.items.map(viewOf), next: page.next };
    },
  ),

  /** One gap with the wordings of its questions, those asked most often first. */
  read: byRole("viewer", async (context, { id }: WithId, actor) => {
    await placeSoon(context, actor);
    const gap = await find(context, { id }, actor);
    if ("kind" in gap) return gap;
    const questions = await context.storage.gaps.questions({ id, limit: maxQuestions });
    return { gap, variants: variantsOf(questions) };
  }),

  /** Dismisses a gap that needs no answer: it stays dismissed even if it is asked again. */
  dismiss: changing(
    "dismiss",
    gapStates.filter((state) => state !== "dismissed"),
    "dismissed",
  ),

  /** Reopens a gap that needs an answer after all. */
  reopen: changing("reopen", ["answered", "closed", "dismissed"], "reopened"),
};

function variantsOf(questions: readonly GapQuestion[]): readonly GapVariant[] {
  const wordings = [...Map.groupBy(questions, ({ question }) => question)];
  const variants = wordings.map(([question, asked]): GapVariant => {
    const nearest = asked.map((each) => each.nearest).find((passage) => passage !== null);
    return {
      question,
      times: asked.length,
      lastAt: asked[0]?.at ?? 0,
      marks: [...new Set(asked.flatMap(({ marks }) => marks))],
      nearest: nearest ?? null,
      asked: asked
        .slice(0, maxAsked)
        .map(({ chatId, replyId, at }) => ({ chatId, messageId: messageIdOfReply(replyId), at })),
    };
  });
  return variants.toSorted((one, other) => other.times - one.times || other.lastAt - one.lastAt);
}
