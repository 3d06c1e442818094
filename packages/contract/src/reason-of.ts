/** The reason in an error, for the end of a sentence: the innermost cause is the most specific. */
export function reasonOf(error: unknown): string {
  let innermost = error;
  while (innermost instanceof Error && innermost.cause instanceof Error) innermost = innermost.cause;
  if (!(innermost instanceof Error)) return "unknown reason";
  return innermost.message.replace(/\.$/, "") || innermost.name;
}
