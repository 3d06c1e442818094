import { z } from "zod";

/** Days of the week, as hours name them. */
export const weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;

/** Why an agent hands a chat over, as its tool `HandOver` says it. */
export const handoffReasons = [
  "customer_request",
  "missing_knowledge",
  "unsupported_request",
  "policy_restriction",
  "tool_failure",
  "other",
] as const;
/** Why an agent hands a chat over. */
export type HandoffReason = (typeof handoffReasons)[number];

/** Times of one day, such as `09:00-17:00`; `24:00` is its end. */
const span = z
  .string()
  .regex(
    /^(?:[01]\d|2[0-3]):[0-5]\d-(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/,
    "must be two times such as '09:00-17:00'",
  )
  .refine(
    (text) => text.slice(0, 5) < text.slice(6),
    "must end after it begins; split hours past midnight between two days",
  );
const spans = z.array(span).max(10).optional();

const day = z.iso.date("must be a day such as '2026-12-25'");

const hoursSchema = z.strictObject({
  /** Of the IANA database, such as `Europe/Berlin`. */
  zone: z.string().max(100).refine(isZone, "must be a time zone such as 'Europe/Berlin'"),
  mon: spans,
  tue: spans,
  wed: spans,
  thu: spans,
  fri: spans,
  sat: spans,
  sun: spans,
  /** Days of `zone` on which no person is available. */
  closed: z.array(day).max(400).default([]),
});

const minutes = z.number().gt(0).max(1440);

/** `handoff` of an agent file: people take part in its chats. Absent: they do not. */
export const handoffSchema = z.strictObject({
  /** Whether visitors have a button that asks for a person. */
  button: z.boolean().default(true),
  /** After this time a waiting visitor learns that no one is available, and the agent continues. */
  waitMinutes: minutes.default(3),
  /** After which a silent person loses the chat to the agent. */
  silentMinutes: minutes.default(30),
  /** Whether the agent keeps answering while the visitor waits. */
  whileWaiting: z.enum(["answer", "quiet"]).default("answer"),
  /** When people are there; absent: at any time. Days that are not listed are closed. */
  hours: hoursSchema.optional(),
  offline: z
    .strictObject({
      /** Whether an address is asked for when no person is available. */
      email: z.boolean().default(true),
    })
    .prefault({}),
});

/** How an agent hands chats over, defaults filled in. */
export type HandoffDefinition = z.output<typeof handoffSchema>;

function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone });
    // Offsets such as +01:00 know no summer.
    return /^[A-Za-z]/.test(zone);
  } catch {
    return false;
  }
}
