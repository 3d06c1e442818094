import { z } from "zod";
import { listQuery, pageOf, revisionSchema, timeSchema } from "./list.ts";

const rateLimit = z.number().int().min(1).max(1_000_000);
// Entries are checked by the rules of the allowlist, which name what is wrong with one.
const allowed = z.array(z.string().max(300)).max(1_000);
const keyName = z.string().trim().max(100);

/** A key, without its secret. */
export const keySchema = z
  .object({
    id: z.string(),
    agent: z.string(),
    name: z.string().nullable(),
    /** The last four characters of the key. */
    lastFour: z.string(),
    allowed: z.array(z.string()),
    /** Requests in 60 seconds. */
    rateLimit: z.number().int(),
    /** Whether requests without an origin are accepted. */
    serverSide: z.boolean(),
    createdAt: timeSchema,
    revokedAt: timeSchema.nullable(),
    /** When a key that was replaced ends; null for one that was not. */
    endsAt: timeSchema.nullable(),
    /** Output tokens of the day in UTC, where the agent sets a budget; of items of a list alone. */
    outputTokensToday: z.object({ used: z.number().int(), of: z.number().int() }).nullable().exactOptional(),
    revision: revisionSchema,
  })
  .meta({ id: "Key" });
/** A key, without its secret. */
export type Key = z.infer<typeof keySchema>;
/** Answer of `GET keys`. */
export const keysSchema = pageOf(keySchema);
/** Query of `GET keys`. */
export const keysQuerySchema = z.strictObject({
  ...listQuery,
  agent: z.string().min(1).max(100).exactOptional(),
});

/** Answer of `POST keys`: the key is shown this once. */
export const newKeySchema = keySchema.extend({
  key: z.string(),
  /** The tag for the page. */
  tag: z.string(),
});
/** A key with its secret. */
export type NewKey = z.infer<typeof newKeySchema>;
/** Answer of `POST keys/{id}/rotate`. */
export const rotatedKeySchema = newKeySchema.extend({
  /** The id of the key that it replaces. */
  replaces: z.string(),
});

/** Body of `POST keys`. */
export const postKeySchema = z.object({
  agent: z.string().min(1).max(100),
  allowed,
  name: keyName.exactOptional(),
  rateLimit: rateLimit.exactOptional(),
  serverSide: z.boolean().exactOptional(),
});
/** Body of `PATCH keys/{id}`. */
export const patchKeySchema = z.object({
  allowed: allowed.exactOptional(),
  name: keyName.exactOptional(),
  rateLimit: rateLimit.exactOptional(),
});
/** Body of `POST keys/{id}/rotate`: hours for which the old key remains valid, by default 24. */
export const rotateKeySchema = z.object({ overlapHours: z.number().min(0).max(720).exactOptional() });

/** A site whose pages used a key, or tried to. */
export const keySiteSchema = z
  .object({
    /** A serialized origin, or `others` for all beyond the first hundred. */
    origin: z.string(),
    admitted: z.number().int(),
    refused: z.number().int(),
    lastAt: timeSchema,
  })
  .meta({ id: "KeySite" });
/** A site whose pages used a key, or tried to. */
export type KeySite = z.infer<typeof keySiteSchema>;
/** Answer of `GET keys/{id}/sites`. */
export const keySitesSchema = pageOf(keySiteSchema);

/** Answer of `GET health`: what `servicechat doctor` finds, and how the node that answers is doing. */
export const healthSchema = z
  .object({
    checks: z.array(
      z.object({
        /** The subject of the check, such as "database" or "agent shop". */
        name: z.string(),
        /** False for what keeps the service, or a part of it, from working. */
        ok: z.boolean(),
        message: z.string(),
        /** As `servicechat doctor` reports it: a `warning` deserves attention, but counts as `ok`. */
        status: z.enum(["ok", "warning", "problem"]),
        /** What to do about it, unless all is well. */
        advice: z.string().exactOptional(),
      }),
    ),
    /** What runs without a request, since the node that answers started. */
    tasks: z.array(
      z.object({
        /** As in the metrics. */
        name: z.string(),
        /** When its last round began; null before the first. */
        lastRunAt: timeSchema.nullable(),
        /** How long its last round took, in milliseconds; null while the first runs. */
        ms: z.number().nullable(),
        /** Rounds that failed. */
        failures: z.number().int(),
        /** Whether the last round failed. */
        failing: z.boolean(),
        /** The longest time that the event loop was blocked while it ran, in milliseconds. */
        longestBlockMs: z.number(),
      }),
    ),
    /** How late the event loop was within the last whole minute, in milliseconds: what each visitor waits in addition. */
    loopDelay: z.object({ p99Ms: z.number(), maxMs: z.number() }),
  })
  .meta({ id: "Health" });
/** The findings of `servicechat doctor`, and figures of the node that answers. */
export type Health = z.infer<typeof healthSchema>;
