/** The first pause, and the longest that is not asked for; in milliseconds. */
const [firstMs, longestMs] = [1_000, 30_000];
/** The longest pause that the service can ask for, in milliseconds: a page that is looked at must not sleep for hours. */
const longestAskedMs = 300_000;

/**
 * How long to wait before something that the service refused is tried again, in milliseconds. The pauses grow, and are
 * scattered so that not everybody who was refused returns at the same moment.
 *
 * @param refusals how often in a row it has been refused, from 1
 * @param retryAfter the seconds that the service asks for; never less than that, up to five minutes
 * @param random from 0 to 1
 */
export function retryWait(
  refusals: number,
  retryAfter: number | undefined,
  random: number = Math.random(),
): number {
  const growing = Math.min(longestMs, firstMs * 2 ** (refusals - 1));
  const asked = Math.min(longestAskedMs, (retryAfter ?? 0) * 1_000);
  return Math.max(growing, asked) * (1 + random / 2);
}
