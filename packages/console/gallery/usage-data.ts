import type { MonthCost, Price, RepliesReport, Usage, UsageReport } from "@servicechat/contract/admin";
import { galleryNow } from "./chats-data.ts";
import { lists, says, type Scene } from "./scene.ts";

const days = 30;

/** A day of a company whose site is quieter at weekends. */
function dayOf(index: number): Usage {
  const chats = 18 + Math.round(9 * Math.sin(index * 0.9) + index / 3) - (index % 7 > 4 ? 9 : 0);
  return {
    chats,
    messages: { visitor: chats * 3, agent: chats * 3 - 1, person: chats % 5 },
    outcomes: {
      confirmed: Math.round(chats * 0.3),
      assumed: Math.round(chats * 0.4),
      unanswered: Math.round(chats * 0.08),
      handed_over: Math.round(chats * 0.06),
      abandoned: 1,
      open: 2,
    },
    ratings: { up: Math.round(chats * 0.2), down: chats % 3 },
    tokens: { in: chats * 7_400, out: chats * 410, cached: chats * 3_900 },
    cost: chats * 0.021,
    unpriced: 0,
    firstText: { p50: 610 + ((index * 37) % 140), p95: 1_700 + ((index * 91) % 600) },
    refusals: {},
    tools: {},
    languages: {},
  };
}

const items = Array.from({ length: days }, (_, index) => ({
  at: new Date(Date.parse("2026-10-26T00:00:00.000Z") + index * 86_400_000).toISOString(),
  ...dayOf(index),
}));
const sum = (of: (usage: Usage) => number): number => items.reduce((total, item) => total + of(item), 0);

const total: Usage = {
  chats: sum(({ chats }) => chats),
  messages: {
    visitor: sum(({ messages }) => messages.visitor),
    agent: sum(({ messages }) => messages.agent),
    person: sum(({ messages }) => messages.person),
  },
  outcomes: {
    confirmed: sum(({ outcomes }) => outcomes.confirmed),
    assumed: sum(({ outcomes }) => outcomes.assumed),
    unanswered: sum(({ outcomes }) => outcomes.unanswered),
    handed_over: sum(({ outcomes }) => outcomes.handed_over),
    abandoned: sum(({ outcomes }) => outcomes.abandoned),
    open: sum(({ outcomes }) => outcomes.open),
  },
  ratings: { up: sum(({ ratings }) => ratings.up), down: sum(({ ratings }) => ratings.down) },
  tokens: {
    in: sum(({ tokens }) => tokens.in),
    out: sum(({ tokens }) => tokens.out),
    cached: sum(({ tokens }) => tokens.cached),
  },
  cost: sum(({ cost }) => cost ?? 0),
  unpriced: 18_400,
  firstText: { p50: 640, p95: 1_920 },
  refusals: { origin_not_allowed: 41, rate_limited: 7 },
  tools: { Search: { succeeded: 1_402, failed: 3 }, FindOrder: { succeeded: 188, failed: 12 } },
  languages: { en: 1_034, de: 402, fr: 61 },
};

/** A month of usage. */
export const usageReport: UsageReport = {
  from: "2026-10-26T00:00:00.000Z",
  to: galleryNow,
  by: "day",
  items,
  total,
  currency: "EUR",
  unpricedModels: ["<b>local</b>-7b"],
};

/** The same by the hour: visitors ask in the day, most of all before noon and in the evening. */
const hourlyReport = (from: string): UsageReport => ({
  ...usageReport,
  by: "hour",
  items: Array.from(
    { length: Math.floor((Date.parse(galleryNow) - Date.parse(from)) / 3_600_000) },
    (_, index) => {
      const at = new Date(Date.parse(from) + index * 3_600_000);
      const hour = at.getUTCHours();
      const isWeekend = at.getUTCDay() % 6 === 0;
      const wave =
        Math.max(0, Math.sin(((hour - 6) / 16) * Math.PI)) * 5 + (hour === 10 || hour === 19 ? 3 : 0);
      return {
        at: at.toISOString(),
        ...nothing,
        chats: Math.round(isWeekend ? wave / 2 : wave + (index % 3)),
      };
    },
  ),
});

/** A month with activity on a single day in the middle. */
export const oneDayReport = (): UsageReport => ({
  ...usageReport,
  items: items.map((item, at) => (at === 20 ? item : { at: item.at, ...nothing })),
});

const nothing: Usage = {
  chats: 0,
  messages: { visitor: 0, agent: 0, person: 0 },
  outcomes: { confirmed: 0, assumed: 0, unanswered: 0, handed_over: 0, abandoned: 0, open: 0 },
  ratings: { up: 0, down: 0 },
  tokens: { in: 0, out: 0, cached: 0 },
  cost: null,
  unpriced: 0,
  firstText: { p50: null, p95: null },
  refusals: {},
  tools: {},
  languages: {},
};

/** A month for which no prices are entered. */
export const unpricedReport: UsageReport = {
  ...usageReport,
  items: items.map((item) => ({ ...item, cost: null })),
  total: { ...total, cost: null },
  currency: null,
};

/** A month without activity. */
export const emptyReport: UsageReport = {
  ...usageReport,
  items: items.map(({ at }) => ({ at, ...nothing })),
  total: nothing,
};

const month: MonthCost = {
  from: "2026-11-01T00:00:00.000Z",
  to: "2026-12-01T00:00:00.000Z",
  cost: 9.61,
  unpriced: 18_400,
  currency: "EUR",
  unpricedModels: ["<b>local</b>-7b"],
  forecast: 12.84,
  budget: 15,
};

const replies: RepliesReport = {
  from: usageReport.from,
  to: usageReport.to,
  items: [
    {
      of: "gpt-5-mini",
      replies: 1_402,
      inputTokens: 4_180_000,
      outputTokens: 231_000,
      cost: 10.92,
      unpriced: 0,
    },
    {
      of: "<b>local</b>-7b",
      replies: 9,
      inputTokens: 17_000,
      outputTokens: 1_400,
      cost: null,
      unpriced: 18_400,
    },
    { of: "extractive", replies: 88, inputTokens: 0, outputTokens: 0, cost: 0, unpriced: 0 },
  ],
  total: { replies: 1_499, inputTokens: 4_197_000, outputTokens: 232_400, cost: 10.92, unpriced: 18_400 },
  currency: "EUR",
  unpricedModels: ["<b>local</b>-7b"],
};

const price: Price = {
  id: "price_1",
  model: "gpt-5-mini",
  from: "2026-10-01",
  currency: "EUR",
  in: 0.25,
  out: 2,
  cached: 0.025,
  createdAt: "2026-10-01T09:00:00.000Z",
  revision: "1",
};

/** Usage and what it cost. */
export const usageScene: Scene = {
  "GET usage": ({ query }) =>
    says(
      query.get("by") === "hour"
        ? hourlyReport(query.get("from") ?? galleryNow)
        : query.has("to")
          ? {
              ...usageReport,
              total: { ...total, chats: 571, messages: { visitor: 1_721, agent: 1_690, person: 61 } },
            }
          : usageReport,
    ),
  "GET usage/month": says(month),
  "GET usage/replies": says(replies),
  "GET prices": lists([price, { ...price, id: "price_0", from: "2026-01-01", in: 0.3, cached: null }]),
  "POST prices": says(price, 201),
  "GET budget": says({ amount: 15, revision: "1" }),
};
