import type { FileFault } from "../agent-file/file-fault.ts";
import type { Person } from "@servicechat/storage";
import type { Role } from "./actor.ts";

/** Why an operation was not carried out. The caller puts it into words. Nothing was changed. */
export type Refused =
  /** The caller's role is too low. */
  | { readonly kind: "role_needed"; readonly role: Role }
  /** There is none, or it is outside the caller's scope. `known`: the agents within it. */
  | { readonly kind: "agent_not_found"; readonly id: string; readonly known: readonly string[] }
  | { readonly kind: "version_not_found"; readonly id: string; readonly version: number }
  | { readonly kind: "key_not_found"; readonly id: string }
  | { readonly kind: "chat_not_found"; readonly id: string }
  | { readonly kind: "reply_not_found"; readonly id: string }
  | { readonly kind: "gap_not_found"; readonly id: string }
  | { readonly kind: "answer_not_found"; readonly id: string }
  | { readonly kind: "agent_file_faulty"; readonly faults: readonly FileFault[] }
  /** The key is revoked, or already has an end: nothing about it can change. */
  | { readonly kind: "key_revoked"; readonly id: string }
  /** `reason` ends the sentence "The pattern is refused: ...". */
  | { readonly kind: "pattern_invalid"; readonly pattern: string; readonly reason: string }
  | {
      readonly kind: "pattern_not_listed";
      readonly entry: string;
      readonly keyId: string;
      readonly allowed: readonly string[];
    }
  /** `reason` follows the name of the setting in a sentence. */
  | { readonly kind: "key_setting_invalid"; readonly setting: KeySetting; readonly reason: string }
  /** The item has changed since the caller last saw it. */
  | { readonly kind: "revision_outdated"; readonly revision: string }
  /** `after` is not a cursor of this list. */
  | { readonly kind: "cursor_invalid" }
  /** The agent has no documents that could answer. */
  | { readonly kind: "knowledge_empty"; readonly agentId: string }
  /** It needs a person, and the caller is not one. */
  | { readonly kind: "person_needed" }
  | { readonly kind: "operator_not_found"; readonly id: string }
  | { readonly kind: "token_not_found"; readonly id: string }
  | { readonly kind: "webhook_not_found"; readonly id: string }
  | { readonly kind: "delivery_not_found"; readonly id: string }
  | { readonly kind: "push_not_found"; readonly id: string }
  /** `reason` follows the name of the field in a sentence. */
  | { readonly kind: "webhook_invalid"; readonly field: string; readonly reason: string }
  /** `reason` follows the name of the field in a sentence. */
  | { readonly kind: "letter_invalid"; readonly field: string; readonly reason: string }
  | { readonly kind: "canned_not_found"; readonly id: string }
  | { readonly kind: "price_not_found"; readonly id: string }
  /** `reason` follows the name of the field in a sentence. */
  | { readonly kind: "price_invalid"; readonly field: string; readonly reason: string }
  /** The maximum number is reached. */
  | { readonly kind: "canned_full"; readonly most: number }
  | { readonly kind: "answers_full"; readonly most: number }
  /** Nobody has this name, and no role was given for a new person. */
  | { readonly kind: "role_missing"; readonly name: string }
  /** People exist, and it was not said who is meant. `owners`: the names of the owners. */
  | { readonly kind: "operator_unnamed"; readonly owners: readonly string[] }
  /** The person's role differs from the one that was given. */
  | { readonly kind: "role_differs"; readonly name: string; readonly role: Role }
  | { readonly kind: "name_taken"; readonly name: string }
  | { readonly kind: "last_owner" }
  | { readonly kind: "test_run_not_found"; readonly id: string; readonly number: number }
  /** A file of tests is not valid. */
  | { readonly kind: "tests_faulty"; readonly faults: readonly FileFault[] }
  /** Tests of this agent are being run in this process. */
  | { readonly kind: "tests_running"; readonly id: string }
  /** `reason` follows the name of the field in a sentence. */
  | { readonly kind: "person_invalid"; readonly field: string; readonly reason: string }
  | { readonly kind: "session_not_found"; readonly id: string }
  | { readonly kind: "passkey_not_found"; readonly id: string }
  /** The authenticator's credential is already registered. */
  | { readonly kind: "passkey_taken" }
  /** Browsers support no passkeys at the address that the console was opened at. */
  | { readonly kind: "passkeys_unavailable" }
  /** `reason` follows the name of the field in a sentence. */
  | { readonly kind: "passkey_invalid"; readonly field: "answer" | "challengeId"; readonly reason: string }
  /** The password is not the one that is set. */
  | { readonly kind: "password_rejected" }
  /** The confirmation of the person's identity failed. */
  | { readonly kind: "confirmation_rejected" }
  /** Too many attempts failed; the next is accepted after this many seconds. */
  | { readonly kind: "too_many_attempts"; readonly retryAfter: number }
  /** A colleague holds the chat. */
  | { readonly kind: "held_by_other"; readonly holder: Person }
  /** The agent cannot hand over chats. */
  | { readonly kind: "handoff_unavailable"; readonly id: string }
  /** An idempotency key was already used for a different message. */
  | { readonly kind: "idempotency_mismatch" }
  /** No vectors can be computed. */
  | { readonly kind: "embedding_failed"; readonly reason: string };

/** A setting of a key that can be given a wrong value. */
export type KeySetting = "allowed" | "name" | "rateLimit" | "overlapHours";

/** The refusals with these names. */
export type RefusedAs<Kind extends Refused["kind"]> = Extract<Refused, { readonly kind: Kind }>;

/** Tells a refusal from a result. No result has a `kind`. */
export function isRefused(result: unknown): result is Refused {
  return typeof result === "object" && result !== null && "kind" in result;
}
