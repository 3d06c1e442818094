import { gapSchema, gapsSchema, gapWithVariantsSchema } from "@servicechat/contract/admin-schemas";
import type { GapView } from "@servicechat/operations";
import type { z } from "zod";
import type { CommandOperations } from "../command-operations.ts";
import { readPages, segment } from "./admin-api.ts";
import type { AdminApi } from "./admin-api.ts";
import { orRefused } from "./remote-problem.ts";
import { momentOf, msOf } from "./times.ts";

/** Gaps of a remote service. */
export function remoteGaps(api: AdminApi): CommandOperations["gaps"] {
  const change =
    (action: "dismiss" | "reopen") =>
    (_: unknown, { id }: { readonly id: string }) =>
      orRefused(
        async () =>
          gapOf(await api.ask("POST", `gaps/${segment(id)}/${action}`, { body: {}, answer: gapSchema })),
        refusalsOf(id),
      );
  return {
    list: async (_, { agent, states, from, to, ...request }) => {
      const filter = { agent, state: states, from: momentOf(from), to: momentOf(to) };
      const { items, next } = await readPages(request, (page) =>
        api.ask("GET", "gaps", { query: { ...page, ...filter }, answer: gapsSchema }),
      );
      return { items: items.map(gapOf), next };
    },
    read: (_, { id }) =>
      orRefused(async () => {
        const { variants, ...gap } = await api.ask("GET", `gaps/${segment(id)}`, {
          answer: gapWithVariantsSchema,
        });
        return {
          gap: gapOf(gap),
          variants: variants.map(({ lastAt, asked, ...variant }) => ({
            ...variant,
            lastAt: msOf(lastAt),
            asked: asked.map(({ chat, message, at }) => ({
              chatId: chat,
              messageId: message,
              at: msOf(at),
            })),
          })),
        };
      }, refusalsOf(id)),
    dismiss: change("dismiss"),
    reopen: change("reopen"),
  };
}

const refusalsOf = (id: string) => ({ gap_not_found: () => ({ kind: "gap_not_found" as const, id }) });

function gapOf({ agent, firstAt, lastAt, openedAt, changedAt, ...gap }: z.output<typeof gapSchema>): GapView {
  return {
    ...gap,
    agentId: agent,
    firstAt: msOf(firstAt),
    lastAt: msOf(lastAt),
    openedAt: msOf(openedAt),
    changedAt: msOf(changedAt),
  };
}
