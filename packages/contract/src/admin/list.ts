import { z } from "zod";
import { failures } from "../wire/failures.ts";
import { adminFailures } from "./failures.ts";

/** The default and maximum number of items per page. */
export const pageSizes = { usual: 50, max: 200 } as const;

/** An opaque word that changes whenever the item does: send it back in `If-Match` with a change. */
export const revisionSchema = z.string().min(1).max(100);

/** A time as the API writes it: RFC 3339, UTC, with milliseconds. */
export const timeSchema = z.iso.datetime({ precision: 3 });

/** One page of a list. `next` goes into `after` of the next request; it is null on the last page. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), next: z.string().nullable() });
}

/** A page of a list, as TypeScript sees it. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** Goes into `after` of the next request; null on the last page. */
  readonly next: string | null;
}

/** `limit` and `after` of every list. */
export const listQuery = {
  limit: z.coerce.number().int().min(1).max(pageSizes.max).exactOptional(),
  after: z.string().min(1).max(4_000).exactOptional(),
};

/** A moment in a query: RFC 3339, or a day, which is its beginning in UTC. */
export const momentSchema = z
  .union(
    [z.iso.date(), z.iso.datetime({ offset: true })],
    "must be a day such as 2026-11-24, or a time as in RFC 3339",
  )
  .transform((text) => Date.parse(text));

/** A filter that may be given once or several times: any of its values fits. */
export function anyOf<const Values extends readonly [string, ...string[]]>(values: Values) {
  const one = z.enum(values);
  return z.union([one.transform((value) => [value]), z.array(one).min(1)]);
}

/** All agents (null), or the ids of those to which something is limited. */
export const agentsSchema = z.array(z.string().min(1).max(100)).min(1).max(1_000).nullable();

const adminCodes = [...new Set([...Object.keys(failures), ...Object.keys(adminFailures)])];

/** A failure of the admin API as RFC 9457 writes it. */
export const adminProblemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    code: z.enum(adminCodes),
    retryable: z.boolean(),
    requestId: z.string(),
    /** What is wrong with a file; only for `agent_file_faulty` and `tests_faulty`. */
    faults: z.array(z.object({ line: z.number().int().nullable(), message: z.string() })).exactOptional(),
    /** Who holds the chat; only for `held_by_other`. */
    holder: z.object({ id: z.string(), name: z.string() }).exactOptional(),
    /** Which agents use it; only for `secret_in_use`. */
    agents: z.array(z.string()).exactOptional(),
  })
  .meta({ id: "Problem" });
