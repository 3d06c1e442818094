import { malformed } from "../request/malformed.ts";

/**
 * Whether anybody sees what is read: `seen=false` comes from a page that is hidden.
 *
 * @throws ServiceError `malformed_request` for other values
 */
export function readSeen(query: URLSearchParams): boolean {
  const seen = query.get("seen");
  if (seen !== null && seen !== "false" && seen !== "true")
    throw malformed("seen: must be 'true' or 'false'");
  return seen !== "false";
}
