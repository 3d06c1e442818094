import type { Entry } from "./conversation.ts";
import type { ChatCommandDependencies } from "./chat-commands.ts";

/**
 * Tells the page how the answer at the end has ended.
 *
 * @param isUnsent whether the service may not have accepted what it answers, which was already reported
 * @returns whether the key was revoked in the meantime
 */
export function tellAnswer(
  last: Entry | undefined,
  { tell, isUnsent }: Pick<ChatCommandDependencies, "tell"> & { readonly isUnsent: boolean },
): boolean {
  if (last?.from !== "agent" || last.status === "waiting" || (last.error && isUnsent)) return false;
  if (last.error) {
    const { code, retryable } = last.error;
    tell("error", { code, retryable });
    return code === "key_revoked";
  }
  tell("message:received", { status: last.status });
  return false;
}
