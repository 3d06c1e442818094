import { StorageUnavailable } from "@servicechat/storage";

/**
 * What a line of the log says of a cause. While the database is away everything fails for the same reason: that alone,
 * since a stack for each would be a flood. Anything else is told with all that it carries.
 */
export function causeOf(cause: unknown): { readonly reason: string } | { readonly err: unknown } {
  if (!(cause instanceof StorageUnavailable)) return { err: cause };
  let innermost: Error = cause;
  while (innermost.cause instanceof Error) innermost = innermost.cause;
  return { reason: innermost.message };
}
