import { ClientError } from "@servicechat/client";
import type { Turn } from "./after-posting.ts";

/** A position that cannot be resumed from is not a failure: history has what it missed. @throws every other error */
export function whenUnresumable(error: unknown): false {
  if (error instanceof ClientError && error.code === "resume_unavailable") return false;
  throw error;
}

/** The service knows no such session: the token is unknown, expired, or erased. */
export const isUnknownSession = (error: unknown): boolean =>
  error instanceof ClientError && error.code === "session_not_found";

/** The key, or the page's origin, is refused. For the visitor's identity, the page can provide a new token. */
export const isShutOut = (error: unknown): boolean =>
  error instanceof ClientError &&
  (error.status === 401 || error.status === 403) &&
  error.code !== "user_token_rejected";

/**
 * An answer that is refused came too late, and so did one that can no longer replace anything: the history is
 * authoritative.
 */
export function cameLate({ messages }: Turn, error: unknown): boolean {
  return (
    error instanceof ClientError &&
    (error.code === "not_replaceable" ||
      (error.status === 400 && messages.some(({ message }) => message.type === "answer")))
  );
}
