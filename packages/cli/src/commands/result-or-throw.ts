import { faultText, isRefused } from "@servicechat/operations";
import type { FileFault, Refused } from "@servicechat/operations";
import { CommandError } from "../input/command-error.ts";
import { invalidPattern } from "./check-pattern.ts";

/** The result of an operation. @throws CommandError with a sentence for any refusal */
export function resultOrThrow<Result>(result: Result): Exclude<Result, Refused> {
  if (isRefused(result)) throw new CommandError(sentenceOf(result));
  return result as Exclude<Result, Refused>;
}

/** Describes what is wrong with a file, one line for each fault. */
export function faultyFile(beginning: string, faults: readonly FileFault[]): CommandError {
  return new CommandError([beginning, ...faults.map((fault) => `  ${faultText(fault)}`)].join("\n"));
}

function sentenceOf(refused: Refused): string {
  switch (refused.kind) {
    case "role_needed":
      return `You need the role '${refused.role}' for this.`;
    case "agent_not_found":
      return `There is no agent '${refused.id}'. ${whichThereAre(refused.known)}`;
    case "version_not_found":
      return `Agent '${refused.id}' has no version ${refused.version}. See: servicechat agent versions ${refused.id}`;
    case "key_not_found":
      return `There is no key '${refused.id}'. See: servicechat key list`;
    case "chat_not_found":
      return `There is no chat '${refused.id}'. See: servicechat session list`;
    case "reply_not_found":
      return `The chat has no reply '${refused.id}'.`;
    case "gap_not_found":
      return `There is no gap '${refused.id}'. See: servicechat gap list`;
    case "answer_not_found":
      return `There is no approved answer '${refused.id}'. See: servicechat knowledge answers list`;
    case "agent_file_faulty":
      return faultyFile("The agent file was not applied:", refused.faults).message;
    case "test_run_not_found":
      return `Agent '${refused.id}' has no run ${refused.number}.`;
    case "tests_faulty":
      return faultyFile("The tests were not run:", refused.faults).message;
    case "tests_running":
      return `The tests of agent '${refused.id}' are already running. Try again when they have finished.`;
    case "key_revoked":
      return `Key ${refused.id} is revoked. Issue a new one.`;
    case "pattern_invalid":
      return invalidPattern(refused.pattern, refused.reason);
    case "pattern_not_listed":
      return `'${refused.entry}' is not on the list of key ${refused.keyId}: ${refused.allowed.join(", ") || "it is empty"}.`;
    case "key_setting_invalid":
      return `The key's ${refused.setting} ${refused.reason}.`;
    case "revision_outdated":
      return "Somebody else has changed this in the meantime. Check it, then try again.";
    case "cursor_invalid":
      return "This is not a valid position in this list.";
    case "knowledge_empty":
      return `Agent '${refused.agentId}' has no documents. First run: servicechat knowledge sync ${refused.agentId}`;
    case "embedding_failed":
      return refused.reason;
    case "operator_not_found":
      return `There is nobody called '${refused.id}'. See: servicechat operator list`;
    case "token_not_found":
      return `There is no token '${refused.id}'. See: servicechat token list`;
    case "webhook_not_found":
      return `There is no webhook '${refused.id}'. See: servicechat webhook list`;
    case "delivery_not_found":
      return `The webhook has no delivery '${refused.id}', or no longer receives that event or that agent. See: servicechat webhook log`;
    case "push_not_found":
      return "Notifications are not turned on in this browser.";
    case "webhook_invalid":
      return `The ${refused.field} ${refused.reason}.`;
    case "canned_not_found":
      return `There is no canned answer '${refused.id}'.`;
    case "price_not_found":
      return `There is no price '${refused.id}'. See: servicechat price list`;
    case "price_invalid":
    case "letter_invalid":
      return `The ${refused.field} ${refused.reason}.`;
    case "held_by_other":
      return `${refused.holder.name} holds this chat.`;
    case "handoff_unavailable":
      return `Agent '${refused.id}' cannot hand over chats. Add 'handoff' to its file first.`;
    case "idempotency_mismatch":
      return "This Idempotency-Key was already used for a different message.";
    case "operator_unnamed":
      return `People can already sign in. Say who this link is for: ${refused.owners.map((name) => `--operator ${/^[\w.-]+$/.test(name) ? name : JSON.stringify(name)}`).join(" or ") || "--operator NAME"}.`;
    case "role_missing":
      return `There is nobody called '${refused.name}'. To invite them, choose a role with --role.`;
    case "role_differs":
      return `${refused.name} has the role '${refused.role}'. Leave out --role, or change it in the console.`;
    case "answers_full":
      return `The agent has ${refused.most} approved answers, which is the limit. Remove one first.`;
    case "canned_full":
      return `The limit of ${refused.most} canned answers has been reached. Remove one first.`;
    case "name_taken":
      return `The name '${refused.name}' is already taken.`;
    case "last_owner":
      return "At least one owner must remain. Make somebody else an owner first.";
    case "person_invalid":
      return `The ${refused.field} ${refused.reason}.`;
    case "person_needed":
      return "Only a person who is signed in can do this.";
    case "session_not_found":
      return `There is no session '${refused.id}'.`;
    case "passkey_not_found":
      return `There is no passkey '${refused.id}'.`;
    case "passkey_taken":
      return "This passkey is already in use.";
    case "passkeys_unavailable":
      return "Passkeys need an https address with a host name, or http://localhost.";
    case "passkey_invalid":
      return `The ${refused.field} ${refused.reason}.`;
    case "password_rejected":
      return "The current password is wrong.";
    case "confirmation_rejected":
      return "We could not confirm that it's you.";
    case "too_many_attempts":
      return `Too many failed attempts. Try again in ${refused.retryAfter} seconds.`;
  }
}

function whichThereAre(agents: readonly string[]): string {
  if (agents.length === 0) return "There are none yet: see 'servicechat agent apply'.";
  return `Known agents: ${agents.join(", ")}.`;
}
