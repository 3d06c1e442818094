const [minuteMs, dayMs] = [60_000, 86_400_000];

/** When visitors get emails, and how long the links in them are valid. */
export const visitorMailRules = {
  awayMs: 2 * minuteMs,
  maxMessageAgeMs: 7 * dayMs,
  linkMs: 7 * dayMs,
  perDay: 10,
};
