import type { Failure } from "../wire/failures.ts";

/**
 * The failures that only the admin API knows, beside those of the wire. They stand apart because the chat must not load
 * them. Codes are permanent: add new ones, never rename one.
 */
export const adminFailures = {
  sign_in_needed: {
    status: 401,
    retryable: false,
    title: "Sign-in needed",
    message: "Sign in first, or send an API token as 'Authorization: Bearer <TOKEN>'.",
  },
  session_ended: {
    status: 401,
    retryable: false,
    title: "Session ended",
    message: "Your session has ended. Sign in again.",
  },
  token_rejected: {
    status: 401,
    retryable: false,
    title: "Token rejected",
    message:
      "The API token is unknown, expired or revoked. Create a new one with 'servicechat token create'.",
  },
  link_rejected: {
    status: 401,
    retryable: false,
    title: "Link rejected",
    message:
      "This link is not valid. Links work once and expire. Run 'servicechat console link' on the server for a new one.",
  },
  sign_in_rejected: {
    status: 401,
    retryable: false,
    title: "Sign-in rejected",
    message: "The name or password is wrong.",
  },
  cross_site: {
    status: 403,
    retryable: false,
    title: "Cross-site request",
    message: "Requests with a session must come from the console itself.",
  },
  role_needed: {
    status: 403,
    retryable: false,
    title: "Role needed",
    message: "Your role does not allow this. Ask an owner.",
  },
  person_needed: {
    status: 403,
    retryable: false,
    title: "Person needed",
    message: "Only a person can do this: sign in, or use a token that was created with '--operator NAME'.",
  },
  password_rejected: {
    status: 403,
    retryable: false,
    title: "Password rejected",
    message: "The current password is wrong.",
  },
  confirmation_needed: {
    status: 403,
    retryable: false,
    title: "Confirmation needed",
    message:
      "Confirm that it's you with a passkey or your password, then try again. If you have neither, sign in with a new link.",
  },
  confirmation_rejected: {
    status: 403,
    retryable: false,
    title: "Confirmation rejected",
    message: "We could not confirm that it's you. Try again.",
  },
  chat_not_found: {
    status: 404,
    retryable: false,
    title: "Chat not found",
    message: "There is no such chat.",
  },
  answer_not_found: {
    status: 404,
    retryable: false,
    title: "Approved answer not found",
    message: "There is no such approved answer.",
  },
  canned_not_found: {
    status: 404,
    retryable: false,
    title: "Canned answer not found",
    message: "There is no such canned answer.",
  },
  price_not_found: {
    status: 404,
    retryable: false,
    title: "Price not found",
    message: "There is no such price.",
  },
  agent_not_found: {
    status: 404,
    retryable: false,
    title: "Agent not found",
    message: "There is no such agent.",
  },
  version_not_found: {
    status: 404,
    retryable: false,
    title: "Version not found",
    message: "The agent has no such version.",
  },
  key_not_found: { status: 404, retryable: false, title: "Key not found", message: "There is no such key." },
  gap_not_found: { status: 404, retryable: false, title: "Gap not found", message: "There is no such gap." },
  operator_not_found: {
    status: 404,
    retryable: false,
    title: "Operator not found",
    message: "There is no such operator.",
  },
  token_not_found: {
    status: 404,
    retryable: false,
    title: "Token not found",
    message: "There is no such token.",
  },
  webhook_not_found: {
    status: 404,
    retryable: false,
    title: "Webhook not found",
    message: "There is no such webhook.",
  },
  delivery_not_found: {
    status: 404,
    retryable: false,
    title: "Delivery not found",
    message: "The webhook has no such delivery, or no longer receives that event or that agent.",
  },
  push_not_found: {
    status: 404,
    retryable: false,
    title: "Notifications are off",
    message: "Notifications are not turned on in this browser. Turn them on again.",
  },
  console_session_not_found: {
    status: 404,
    retryable: false,
    title: "Session not found",
    message: "You have no such session.",
  },
  passkey_not_found: {
    status: 404,
    retryable: false,
    title: "Passkey not found",
    message: "You have no such passkey.",
  },
  passkey_taken: {
    status: 409,
    retryable: false,
    title: "Passkey in use",
    message: "This passkey is already in use. Create another one.",
  },
  passkeys_unavailable: {
    status: 409,
    retryable: false,
    title: "Passkeys unavailable",
    message:
      "Passkeys need an https address with a host name, or http://localhost on the machine itself. Open the console there, or sign in another way.",
  },
  last_owner: {
    status: 409,
    retryable: false,
    title: "Last owner",
    message: "At least one owner must remain. Make somebody else an owner first.",
  },
  held_by_other: {
    status: 409,
    retryable: false,
    title: "Held by somebody else",
    message: "A colleague holds this chat. Take it over first, naming them in 'from'.",
  },
  handoff_unavailable: {
    status: 409,
    retryable: false,
    title: "No handoff",
    message: "This chat's agent cannot hand over to people. Add 'handoff' to its agent file first.",
  },
  answers_full: {
    status: 409,
    retryable: false,
    title: "Too many approved answers",
    message: "This agent has reached its limit of approved answers. Remove one first.",
  },
  canned_full: {
    status: 409,
    retryable: false,
    title: "Too many canned answers",
    message: "The limit of canned answers has been reached. Remove one first.",
  },
  name_taken: {
    status: 409,
    retryable: false,
    title: "Name taken",
    message: "This name is in use. Choose another one.",
  },
  agent_exists: {
    status: 412,
    retryable: false,
    title: "Agent exists",
    message:
      "There is already an agent with this id. Leave out 'If-None-Match' and send its revision in 'If-Match'.",
  },
  key_ended: {
    status: 409,
    retryable: false,
    title: "Key revoked",
    message: "This key is revoked and cannot be changed. Create a new one.",
  },
  precondition_failed: {
    status: 412,
    retryable: false,
    title: "Changed in the meantime",
    message: "Somebody else has changed this since you read it. Read it again, then repeat your change.",
  },
  precondition_required: {
    status: 428,
    retryable: false,
    title: "Revision needed",
    message: "Send the revision that you read in 'If-Match', so that nobody's changes are lost.",
  },
  test_run_not_found: {
    status: 404,
    retryable: false,
    title: "Not found",
    message: "There is no such test run.",
  },
  tests_faulty: {
    status: 400,
    retryable: false,
    title: "Tests are not valid",
    message: "The test file is not valid. No tests were run.",
  },
  agent_file_faulty: {
    status: 400,
    retryable: false,
    title: "Agent file is not valid",
    message: "The agent file is not valid.",
  },
  too_many_attempts: {
    status: 429,
    retryable: true,
    title: "Too many attempts",
    message: "Too many failed attempts. Please wait, then try again.",
  },
} as const satisfies Record<string, Failure>;

/** The permanent name of a failure that only the admin API knows. */
export type AdminFailureCode = keyof typeof adminFailures;
