import type { FileFault } from "../agent-file/file-fault.ts";
import type { Person } from "@servicechat/storage";
import type { Role } from "./asker.ts";

/** Why an operation was not carried out. Whoever asked finds the sentence for it. Nothing was changed. */
export type Refused =
  /** The asker's role is too low. */
  | { readonly kind: "role_needed"; readonly role: Role }
  /** There is none, or it is out of the asker's scope. `known`: the agents within it. */
  | { readonly kind: "agent_not_found"; readonly id: string; readonly known: readonly string[] }
  | { readonly kind: "version_not_found"; readonly id: string; readonly version: number }
  | { readonly kind: "key_not_found"; readonly id: string }
  | { readonly kind: "chat_not_found"; readonly id: string }
  | { readonly kind: "reply_not_found"; readonly id: string }
  | { readonly kind: "gap_not_found"; readonly id: string }
  | { readonly kind: "answer_not_found"; readonly id: string }
  | { readonly kind: "agent_file_faulty"; readonly faults: readonly FileFault[] }
  /** The key is revoked, or already on its way out: nothing of it can change. */
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
  /** What was to be changed is not any more as the asker last saw it. */
  | { readonly kind: "revision_outdated"; readonly revision: string }
  /** `after` is no cursor of this list. */
  | { readonly kind: "cursor_invalid" }
  /** The agent knows no documents that could be asked for. */
  | { readonly kind: "knowledge_empty"; readonly agentId: string }
  /** It concerns a person, and no person asks. */
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
  /** There are as many as can be kept. */
  | { readonly kind: "canned_full"; readonly most: number }
  | { readonly kind: "answers_full"; readonly most: number }
  /** There is nobody who was to be found by a name, and nothing says what a new person may do. */
  | { readonly kind: "role_missing"; readonly name: string }
  /** Somebody is there, and it was not said who is meant. `owners`: names of those who may do everything. */
  | { readonly kind: "operator_unnamed"; readonly owners: readonly string[] }
  /** The person has another role than the one that was named. */
  | { readonly kind: "role_differs"; readonly name: string; readonly role: Role }
  | { readonly kind: "name_taken"; readonly name: string }
  | { readonly kind: "last_owner" }
  | { readonly kind: "test_run_not_found"; readonly id: string; readonly number: number }
  /** A file of tests is not right. */
  | { readonly kind: "tests_faulty"; readonly faults: readonly FileFault[] }
  /** Tests of this agent are being run in this process. */
  | { readonly kind: "tests_running"; readonly id: string }
  /** `reason` follows the name of the field in a sentence. */
  | { readonly kind: "person_invalid"; readonly field: string; readonly reason: string }
  | { readonly kind: "session_not_found"; readonly id: string }
  | { readonly kind: "passkey_not_found"; readonly id: string }
  /** The authenticator's credential is known already. */
  | { readonly kind: "passkey_taken" }
  /** No browser has passkeys for the address that the console was opened at. */
  | { readonly kind: "passkeys_unavailable" }
  /** `reason` follows the name of the field in a sentence. */
  | { readonly kind: "passkey_invalid"; readonly field: "answer" | "challengeId"; readonly reason: string }
  /** The password is not the one that is set. */
  | { readonly kind: "password_rejected" }
  /** The confirmation of the person's identity failed. */
  | { readonly kind: "confirmation_rejected" }
  /** Too many attempts failed; more are looked at after so many seconds. */
  | { readonly kind: "too_many_attempts"; readonly retryAfter: number }
  /** A colleague holds the chat. */
  | { readonly kind: "held_by_other"; readonly holder: Person }
  /** The agent hands no chat over. */
  | { readonly kind: "handoff_unavailable"; readonly id: string }
  /** An idempotency key has stood for another message. */
  | { readonly kind: "idempotency_mismatch" }
  /** No vectors can be had. */
  | { readonly kind: "embedding_failed"; readonly reason: string };

/** A setting of a key that can be given a wrong value. */
export type KeySetting = "allowed" | "name" | "rateLimit" | "overlapHours";

/** The refusals with these names. */
export type RefusedAs<Kind extends Refused["kind"]> = Extract<Refused, { readonly kind: Kind }>;

/** Tells a refusal from a result. No result has a `kind`. */
export function isRefused(result: unknown): result is Refused {
  return typeof result === "object" && result !== null && "kind" in result;
}
