import type { RequestContext } from "../request-context.ts";

/**
 * Whether the asker has this version already. Tags are compared weakly, since a proxy that compresses weakens them
 * (RFC 9110, 13.1.2).
 *
 * @param etag a strong one, with its quotes and without a comma
 */
export function isUnchanged({ request }: RequestContext, etag: string): boolean {
  const known = request.headers["if-none-match"];
  if (known === undefined || known === etag) return known === etag;
  return known.split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === etag);
}
