import { ClientError } from "@servicechat/client";
import type { Turn } from "./after-posting.ts";

/** A position that cannot be resumed from is no failure: history has what it missed. @throws every other error */
export function whenUnresumable(error: unknown): false {
  if (error instanceof ClientError && error.code === "resume_unavailable") return false;
  throw error;
}

/** The service knows no such session: the token is of none, of one that ended, or was erased. */
export const isUnknownSession = (error: unknown): boolean =>
  error instanceof ClientError && error.code === "session_not_found";

/** The key, or the page's origin, is refused. Of who the visitor is, the page can bring a better proof. */
export const isShutOut = (error: unknown): boolean =>
  error instanceof ClientError &&
  (error.status === 401 || error.status === 403) &&
  error.code !== "user_token_rejected";

/** An answer that is refused as such came too late, and so did what cannot take a place any more: history knows what counts. */
export function cameLate({ messages }: Turn, error: unknown): boolean {
  return (
    error instanceof ClientError &&
    (error.code === "not_replaceable" ||
      (error.status === 400 && messages.some(({ message }) => message.type === "answer")))
  );
}
