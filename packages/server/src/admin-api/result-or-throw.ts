import { ServiceError } from "@servicechat/contract";
import { isRefused } from "@servicechat/operations";
import type { Refused } from "@servicechat/operations";
import { AdminError } from "../response/admin-error.ts";
import { malformed } from "../request/malformed.ts";

/** The result of an operation. @throws AdminError, or ServiceError for malformed input, if it was refused */
export function resultOrThrow<Result>(result: Result): Exclude<Result, Refused> {
  if (isRefused(result)) throw errorOf(result);
  return result as Exclude<Result, Refused>;
}

function errorOf(refused: Refused): Error {
  switch (refused.kind) {
    case "role_needed":
    case "person_needed":
    case "agent_not_found":
    case "version_not_found":
    case "test_run_not_found":
    case "key_not_found":
    case "chat_not_found":
    case "gap_not_found":
    case "answer_not_found":
    case "operator_not_found":
    case "token_not_found":
    case "webhook_not_found":
    case "delivery_not_found":
    case "push_not_found":
    case "canned_not_found":
    case "price_not_found":
    case "canned_full":
    case "answers_full":
    case "name_taken":
    case "last_owner":
    case "password_rejected":
    case "confirmation_rejected":
    case "passkey_not_found":
    case "passkey_taken":
    case "passkeys_unavailable":
      return new AdminError(refused.kind);
    case "held_by_other":
      return new AdminError("held_by_other", { members: { holder: { ...refused.holder } } });
    case "handoff_unavailable":
      return new AdminError("handoff_unavailable");
    case "idempotency_mismatch":
      return new ServiceError("idempotency_mismatch");
    case "reply_not_found":
      return new ServiceError("reply_not_found");
    case "session_not_found":
      return new AdminError("console_session_not_found");
    case "too_many_attempts":
      return new AdminError("too_many_attempts", { retryAfter: refused.retryAfter });
    case "tests_faulty":
    case "agent_file_faulty":
      return new AdminError(refused.kind, {
        members: { faults: refused.faults.map(({ line, message }) => ({ line, message })) },
      });
    case "tests_running":
      return new ServiceError("rate_limited", {
        detail: "The tests of this agent are already running. Try again when they have finished.",
        retryAfter: 30,
      });
    case "key_revoked":
      return new AdminError("key_ended");
    case "revision_outdated":
      return new AdminError("precondition_failed");
    case "pattern_invalid":
      return malformed(`allowed: ${JSON.stringify(refused.pattern)}: ${refused.reason}`);
    case "pattern_not_listed":
      return malformed(`allowed: ${JSON.stringify(refused.entry)} is not in the list`);
    case "key_setting_invalid":
      return malformed(`${refused.setting}: ${refused.reason}`);
    case "person_invalid":
    case "webhook_invalid":
    case "price_invalid":
    case "letter_invalid":
    case "passkey_invalid":
      return malformed(`${refused.field}: ${refused.reason}`);
    case "cursor_invalid":
      return malformed("after: must be the 'next' value of a page of this list");
    case "role_missing":
      return malformed("role: is missing");
    case "operator_unnamed":
      return malformed("operator: is missing");
    case "role_differs":
      return malformed(`role: ${refused.name} has the role ${refused.role}`);
    case "knowledge_empty":
      return malformed("The agent has no documents.");
    case "embedding_failed":
      return malformed(refused.reason);
  }
}
