import { outcomes } from "@servicechat/contract/admin";
import type { Usage, UsagePeriod } from "@servicechat/contract/admin";
import {
  monthSchema,
  repliesQuerySchema,
  repliesSchema,
  serviceSchema,
  usageQuerySchema,
  usageReportSchema,
} from "@servicechat/contract/admin-schemas";
import type { PricedUsage } from "@servicechat/operations";
import { malformed } from "../request/malformed.ts";
import { resultOrThrow } from "./result-or-throw.ts";
import { answer, roleRoute } from "./route.ts";
import { timeOf } from "./times.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** More periods than any chart shows. */
const maxPeriods = 10_000;

const nothingCounted: Omit<PricedUsage, "cost"> = {
  chats: 0,
  messages: { visitor: 0, agent: 0, person: 0 },
  outcomes: {},
  ratings: { up: 0, down: 0 },
  tokens: { in: 0, out: 0, cached: 0 },
  firstText: { p50: null, p95: null },
  refusals: {},
  tools: {},
  languages: {},
  erased: { byPeople: 0, expired: 0 },
  unpriced: 0,
};

/** GET usage */
export const readUsage = roleRoute("viewer", {
  summary: "What was counted, by hour, day or month",
  query: usageQuerySchema,
  answer: usageReportSchema,
  handle: async ({ admin, admission: { actor }, query }) => {
    const { by = "day", to = admin.server.nowMs() + 1, agent, key } = query;
    const from = query.from ?? startOf(to - 1, "day") - 29 * dayMs;
    refuseBackwards(from, to);
    const periods = periodsIn(from, to, by);
    const { items, total, currency, unpricedModels } = resultOrThrow(
      await admin.operations.chats.usage(actor, {
        from,
        to,
        by,
        ...(agent !== undefined && { agentId: agent }),
        ...(key !== undefined && { keyId: key }),
      }),
    );
    const counted = new Map(items.map((item) => [item.at, item]));
    const nothing = { ...nothingCounted, cost: currency === null ? null : 0 };
    return answer({
      from: timeOf(from),
      to: timeOf(to),
      by,
      items: periods.map((at) => ({ at: timeOf(at), ...usageView(counted.get(at) ?? nothing) })),
      total: usageView(total),
      currency,
      unpricedModels: [...unpricedModels],
    });
  },
});

/** GET usage/replies */
export const readReplies = roleRoute("viewer", {
  summary: "Replies, tokens and cost by day, agent, key or model, as reported by the models' providers",
  query: repliesQuerySchema,
  answer: repliesSchema,
  handle: async ({ admin, admission: { actor }, query: { by, from, to, agent } }) => {
    if (from !== undefined) refuseBackwards(from, to ?? admin.server.nowMs() + 1);
    const read = await admin.operations.usage.read(actor, {
      by,
      ...(from !== undefined && { since: from }),
      ...(to !== undefined && { until: to }),
      ...(agent !== undefined && { agent }),
    });
    const { since, until, items, total, currency, unpricedModels } = resultOrThrow(read);
    const rows = items.map(({ of, ...sum }) => ({ of: typeof of === "number" ? timeOf(of) : of, ...sum }));
    return answer({ from: timeOf(since), to: timeOf(until), items: rows, total, currency, unpricedModels });
  },
});

/** GET usage/month */
export const readMonth = roleRoute("viewer", {
  summary: "What the current month has cost so far, and a forecast for its end",
  answer: monthSchema,
  handle: async ({ admin, admission: { actor } }) => {
    const { from, to, ...month } = resultOrThrow(await admin.operations.usage.month(actor, {}));
    return answer({ from: timeOf(from), to: timeOf(to), ...month });
  },
});

/** GET service */
export const readService = roleRoute("viewer", {
  summary: "Where visitors reach the service",
  answer: serviceSchema,
  handle: async ({ admin }) => answer({ publicUrl: admin.server.options.publicUrl }),
});

function refuseBackwards(from: number, to: number): void {
  if (from > to) throw malformed("from: must not be after to, which is now unless it is given");
}

/** The beginnings of all periods, also of those in which nothing happened. */
function periodsIn(from: number, to: number, by: UsagePeriod): readonly number[] {
  const periods: number[] = [];
  for (let at = startOf(from, by); at < to; at = nextOf(at, by)) {
    if (periods.length === maxPeriods)
      throw malformed(`from: there are more than ${maxPeriods} periods after it`);
    periods.push(at);
  }
  return periods;
}

function startOf(at: number, by: UsagePeriod): number {
  if (by === "month") return Date.UTC(new Date(at).getUTCFullYear(), new Date(at).getUTCMonth(), 1);
  const ms = by === "hour" ? hourMs : dayMs;
  return Math.floor(at / ms) * ms;
}

function nextOf(at: number, by: UsagePeriod): number {
  if (by !== "month") return at + (by === "hour" ? hourMs : dayMs);
  return Date.UTC(new Date(at).getUTCFullYear(), new Date(at).getUTCMonth() + 1, 1);
}

function usageView(amounts: PricedUsage): Usage {
  const { chats, messages, ratings, tokens, firstText, refusals, tools, languages, cost, unpriced } = amounts;
  const ofOutcomes = outcomes.map((outcome) => [outcome, amounts.outcomes[outcome] ?? 0]);
  return {
    chats,
    messages,
    outcomes: Object.fromEntries(ofOutcomes),
    ratings,
    tokens,
    cost,
    unpriced,
    firstText,
    refusals,
    tools,
    languages,
  };
}
