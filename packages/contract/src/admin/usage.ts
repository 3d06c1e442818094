import { z } from "zod";
import { tokenCountsSchema } from "./chats.ts";
import { costFields, currencyFields } from "./costs.ts";
import { momentSchema, timeSchema } from "./list.ts";
import { outcomes, usagePeriods } from "./vocabulary.ts";

const count = z.number().int();

/** The counts of a period. */
export const usageSchema = z
  .object({
    /** Chats that began. */
    chats: count,
    messages: z.object({ visitor: count, agent: count, person: count }),
    outcomes: z.record(z.enum(outcomes), count),
    ratings: z.object({ up: count, down: count }),
    tokens: tokenCountsSchema,
    ...costFields,
    /** Milliseconds to the first text; null where there was none. */
    firstText: z.object({ p50: z.number().nullable(), p95: z.number().nullable() }),
    /** Requests refused, by the failure's code. */
    refusals: z.record(z.string(), count),
    /** Uses of tools, by name. */
    tools: z.record(z.string(), z.object({ succeeded: count, failed: count })),
    /** Replies, by BCP 47 language. */
    languages: z.record(z.string(), count),
  })
  .meta({ id: "Usage" });
/** The counts of a period. */
export type Usage = z.infer<typeof usageSchema>;

/** Answer of `GET usage`. */
export const usageReportSchema = z
  .object({
    from: timeSchema,
    to: timeSchema,
    by: z.enum(usagePeriods),
    /** Oldest first; `at` is the beginning of the period in UTC. A period in which nothing happened is there too. */
    items: z.array(usageSchema.extend({ at: timeSchema })),
    total: usageSchema,
    ...currencyFields,
  })
  .meta({ id: "UsageReport" });
/** Answer of `GET usage`. */
export type UsageReport = z.infer<typeof usageReportSchema>;

/** Query of `GET usage`: by default the last 30 days, by day. */
export const usageQuerySchema = z.strictObject({
  from: momentSchema.exactOptional(),
  to: momentSchema.exactOptional(),
  by: z.enum(usagePeriods).exactOptional(),
  agent: z.string().min(1).max(100).exactOptional(),
  key: z.string().min(1).max(100).exactOptional(),
});

/** Query of `GET usage/replies`: by default the last 30 days. */
export const repliesQuerySchema = z.strictObject({
  by: z.enum(["day", "agent", "key", "model"]),
  from: momentSchema.exactOptional(),
  to: momentSchema.exactOptional(),
  agent: z.string().min(1).max(100).exactOptional(),
});
const replySum = z.object({ replies: count, inputTokens: count, outputTokens: count, ...costFields });
/** Answer of `GET usage/replies`. */
export const repliesSchema = z.object({
  from: timeSchema,
  to: timeSchema,
  /** `of` is the id of an agent or key, the name of a model, or the beginning of a day. */
  items: z.array(replySum.extend({ of: z.string() })),
  total: replySum,
  ...currencyFields,
});
/** Answer of `GET usage/replies`. */
export type RepliesReport = z.infer<typeof repliesSchema>;

/** Answer of `GET usage/month`: the present month in UTC, up to now. */
export const monthSchema = z
  .object({
    from: timeSchema,
    to: timeSchema,
    ...costFields,
    ...currencyFields,
    /** The forecast cost of the month, by the last seven days; null before there is a whole one. */
    forecast: z.number().nullable(),
    /** The monthly budget; null if there is none, and for people who are limited to some agents. */
    budget: z.number().nullable(),
  })
  .meta({ id: "MonthCost" });
/** The cost and forecast of the current month. */
export type MonthCost = z.infer<typeof monthSchema>;

/** Answer of `GET service`. */
export const serviceSchema = z.object({
  /** The base address that visitors use, without a trailing slash. */
  publicUrl: z.string(),
});
