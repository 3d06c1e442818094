import { failures } from "../wire/failures.ts";
import type { FileFault } from "./agents.ts";
import { notFoundFailures } from "./not-found.ts";
import type { AdminFailureRow, Sentence, WithId } from "./not-found.ts";
import type { Role } from "./vocabulary.ts";

/** What is wrong with a file: the lines that follow the sentence. */
type Faulty = Readonly<Record<"faults", readonly FileFault[]>>;

/** The current revision of what was to be changed. */
type Outdated = Readonly<Record<"revision", string>>;

/**
 * The failures of the admin API: those that only it knows, and those of the wire that its operations have too. They
 * stand apart from the others of the wire because the chat must not load them. Codes are permanent: add new ones, never
 * rename one.
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
    sentence: ({ role }: { readonly role: Role }) => `You need the role '${role}' for this.`,
  },
  person_needed: {
    status: 403,
    retryable: false,
    title: "Person needed",
    message: "Only a person can do this: sign in, or use a token that was created with '--operator NAME'.",
    sentence: () => "Only a person who is signed in can do this.",
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
  ...notFoundFailures,
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
    sentence: ({ holder }: { readonly holder: { readonly id: string; readonly name: string } }) =>
      `${holder.name} holds this chat.`,
  },
  handoff_unavailable: {
    status: 409,
    retryable: false,
    title: "No handoff",
    message: "This chat's agent cannot hand over to people. Add 'handoff' to its agent file first.",
    sentence: ({ id }: WithId) => `Agent '${id}' cannot hand over chats. Add 'handoff' to its file first.`,
  },
  answers_full: {
    status: 409,
    retryable: false,
    title: "Too many approved answers",
    message: "This agent has reached its limit of approved answers. Remove one first.",
    sentence: ({ most }: { readonly most: number }) =>
      `The agent has ${most} approved answers, which is the limit. Remove one first.`,
  },
  documents_full: {
    status: 409,
    retryable: false,
    title: "Too many documents",
    message: "The limit of documents has been reached. Remove some first.",
    sentence: ({ detail }: { readonly detail: string }) => detail,
  },
  tags_full: {
    status: 409,
    retryable: false,
    title: "Too many tags",
    message: "This chat has as many tags as a chat can have. Remove one first.",
    sentence: ({ most }: { readonly most: number }) =>
      `A chat can have at most ${most} tags. Remove one first.`,
  },
  canned_full: {
    status: 409,
    retryable: false,
    title: "Too many canned answers",
    message: "The limit of canned answers has been reached. Remove one first.",
    sentence: ({ most }: { readonly most: number }) =>
      `The limit of ${most} canned answers has been reached. Remove one first.`,
  },
  name_taken: {
    status: 409,
    retryable: false,
    title: "Name taken",
    message: "This name is in use. Choose another one.",
    sentence: ({ name }: { readonly name: string }) => `The name '${name}' is already taken.`,
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
    sentence: ({ id }: WithId) => `Key ${id} is revoked. Issue a new one.`,
  },
  secret_in_use: {
    status: 409,
    retryable: false,
    title: "Secret in use",
    message: "Agents use this secret. Change them first, or send 'force=true' to remove it all the same.",
    sentence: ({ agents }: { readonly agents: readonly string[] }) =>
      `These agents use the secret: ${agents.join(", ")}. Change them first, or remove it all the same with --force.`,
  },
  model_unreachable: {
    status: 502,
    retryable: true,
    title: "Model unreachable",
    message: "The provider of the model did not give its list.",
    sentence: ({ detail }: { readonly detail: string }) => detail,
  },
  precondition_failed: {
    status: 412,
    retryable: false,
    title: "Changed in the meantime",
    message: "Somebody else has changed this since you read it. Read it again, then repeat your change.",
    sentence: (() =>
      "Somebody else has changed this in the meantime. Check it, then try again.") as Sentence<Outdated>,
  },
  precondition_required: {
    status: 428,
    retryable: false,
    title: "Revision needed",
    message: "Send the revision that you read in 'If-Match', so that nobody's changes are lost.",
  },
  document_path: {
    status: 400,
    retryable: false,
    title: "Document path is not valid",
    message:
      "A document's path has 1 to 500 bytes and names separated by '/'. It must not contain empty names, '.', '..', backslashes or control characters.",
  },
  empty_document: {
    status: 400,
    retryable: false,
    title: "Document is empty",
    message: "The document is empty: it has 0 bytes. Upload the file again.",
  },
  document_too_large: {
    status: 413,
    retryable: false,
    title: "Document is too large",
    message: "The document is larger than 20 MB. Divide it, or leave out its pictures.",
  },
  unsupported_document: {
    status: 415,
    retryable: false,
    title: "Type of document is not supported",
    message:
      "This type of document cannot be read. Supported are Markdown, text, HTML, PDF, Word (.docx) and CSV.",
  },
  tests_faulty: {
    status: 400,
    retryable: false,
    title: "Tests are not valid",
    message: "The test file is not valid. No tests were run.",
    sentence: (() => "The tests were not run:") as Sentence<Faulty>,
  },
  agent_file_faulty: {
    status: 400,
    retryable: false,
    title: "Agent file is not valid",
    message: "The agent file is not valid.",
    sentence: (() => "The agent file was not applied:") as Sentence<Faulty>,
  },
  too_many_attempts: {
    status: 429,
    retryable: true,
    title: "Too many attempts",
    message: "Too many failed attempts. Please wait, then try again.",
    sentence: ({ retryAfter }: { readonly retryAfter: number }) =>
      `Too many failed attempts. Try again in ${retryAfter} seconds.`,
  },
  idempotency_mismatch: {
    ...failures.idempotency_mismatch,
    sentence: () => "This Idempotency-Key was already used for a different message.",
  },
  rate_limited: {
    ...failures.rate_limited,
    message: "You have sent too many requests. Please wait, then try again.",
    sentence: ({ detail }: { readonly detail: string; readonly retryAfter: number }) => detail,
  },
} as const satisfies Record<string, AdminFailureRow>;

/** The permanent name of a failure of the admin API. */
export type AdminFailureCode = keyof typeof adminFailures;

/** What an operation that fails returns beside the code. */
export type FailureMembers<Code extends AdminFailureCode> = (typeof adminFailures)[Code] extends {
  readonly sentence: Sentence<infer Members>;
}
  ? Members
  : unknown;
