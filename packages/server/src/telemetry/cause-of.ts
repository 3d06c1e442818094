import { StorageUnavailable } from "@servicechat/storage";

/**
 * The logged form of a cause. While the database is away everything fails for the same reason: then only the reason,
 * since a stack for each would be a flood. Anything else is logged with all its fields.
 */
export function causeOf(cause: unknown): { readonly reason: string } | { readonly err: unknown } {
  if (!(cause instanceof StorageUnavailable)) return { err: cause };
  let innermost: Error = cause;
  while (innermost.cause instanceof Error) innermost = innermost.cause;
  return { reason: innermost.message };
}
