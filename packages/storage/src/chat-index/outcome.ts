/** How chats end, the same for all places that show it. */
export const chatOutcomes = [
  "confirmed",
  "assumed",
  "unanswered",
  "handed_over",
  "abandoned",
  "open",
] as const;

/** One of `chatOutcomes`. */
export type ChatOutcome = (typeof chatOutcomes)[number];

/** A chat in which nothing happens for this long is over, in milliseconds. */
export const settledMs = 30 * 60_000;

/** The inputs of a chat's outcome. Replaced turns are left out. */
export interface OutcomeInput {
  /** A reply of the agent is being written. */
  readonly isRunning: boolean;
  /** The newest reply of the agent. */
  readonly newest: { readonly status: string; readonly isUnanswered: boolean } | undefined;
  /** The newest rating of a reply. */
  readonly rating: string | undefined;
  /** The newest reply asks something that the visitor has not answered. */
  readonly hasOpenQuestion: boolean;
  readonly isHandedOff: boolean;
  /** An operator has closed it, and nothing was said since. */
  readonly isClosed: boolean;
  readonly lastAt: number;
  readonly now: number;
}

/**
 * The outcome of a chat. The first rule that holds decides:
 *
 * 1. `handed_over`: a person has taken part.
 * 2. `open`: a reply runs, or something happened within the last 30 minutes and nobody has closed it since.
 * 3. `unanswered`: the newest rating is `down`, or the newest reply failed, broke off, or looked for an answer and found none.
 * 4. `confirmed`: the newest rating is `up`.
 * 5. `abandoned`: the visitor stopped the newest reply or never answered its question.
 * 6. `assumed`: the chat was answered, and nobody said anything of it.
 */
export function outcomeOf({
  isRunning,
  newest,
  rating,
  hasOpenQuestion,
  isHandedOff,
  isClosed,
  lastAt,
  now,
}: OutcomeInput): ChatOutcome {
  if (isHandedOff) return "handed_over";
  if (isRunning || (!isClosed && now - lastAt < settledMs)) return "open";
  const isFailed = newest?.status === "failed" || newest?.status === "incomplete";
  if (rating === "down" || isFailed || newest?.isUnanswered) return "unanswered";
  if (rating === "up") return "confirmed";
  if (!newest || newest.status === "stopped" || hasOpenQuestion) return "abandoned";
  return "assumed";
}
