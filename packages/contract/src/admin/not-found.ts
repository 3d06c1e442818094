import { failures } from "../wire/failures.ts";
import type { Failure } from "../wire/failures.ts";

/** The id of what a failure is about. */
export type WithId = Readonly<Record<"id", string>>;

/** Makes a sentence of what is known about a failure. */
export type Sentence<Members> = (members: Members) => string;

/** A failure of the admin API, as its table describes it. */
export interface AdminFailureRow extends Failure {
  /**
   * The sentence for the command line, with details that problem documents do not repeat. Its parameter defines what an
   * operation that fails this way returns beside the code. Absent: there is nothing to add to `message`.
   */
  readonly sentence?: Sentence<never>;
}

/** The failures for what does not exist, or is outside the caller's scope. */
export const notFoundFailures = {
  chat_not_found: {
    status: 404,
    retryable: false,
    title: "Chat not found",
    message: "There is no such chat.",
    sentence: ({ id }: WithId) => `There is no chat '${id}'.`,
  },
  reply_not_found: {
    ...failures.reply_not_found,
    sentence: ({ id }: WithId) => `The chat has no reply '${id}'.`,
  },
  answer_not_found: {
    status: 404,
    retryable: false,
    title: "Approved answer not found",
    message: "There is no such approved answer.",
    sentence: ({ id }: WithId) => `There is no approved answer '${id}'.`,
  },
  document_not_found: {
    status: 404,
    retryable: false,
    title: "Document not found",
    message: "There is no such document.",
    sentence: ({ path }: { readonly path: string }) => `There is no document '${path}'.`,
  },
  canned_not_found: {
    status: 404,
    retryable: false,
    title: "Canned answer not found",
    message: "There is no such canned answer.",
    sentence: ({ id }: WithId) => `There is no canned answer '${id}'.`,
  },
  price_not_found: {
    status: 404,
    retryable: false,
    title: "Price not found",
    message: "There is no such price.",
    sentence: ({ id }: WithId) => `There is no price '${id}'.`,
  },
  agent_not_found: {
    status: 404,
    retryable: false,
    title: "Agent not found",
    message: "There is no such agent.",
    sentence: ({ id, known }: WithId & { readonly known: readonly string[] }) =>
      `There is no agent '${id}'. ${listAgents(known)}`,
  },
  version_not_found: {
    status: 404,
    retryable: false,
    title: "Version not found",
    message: "The agent has no such version.",
    sentence: ({ id, version }: WithId & { readonly version: number }) =>
      `Agent '${id}' has no version ${version}.`,
  },
  key_not_found: {
    status: 404,
    retryable: false,
    title: "Key not found",
    message: "There is no such key.",
    sentence: ({ id }: WithId) => `There is no key '${id}'.`,
  },
  tag_not_kept: {
    status: 404,
    retryable: false,
    title: "Tag not stored",
    message:
      "The tag of this key cannot be shown again: keys for servers are shown once, and so were keys of earlier versions. Replace the key to get a new one.",
    sentence: ({ id }: WithId) =>
      `The tag of key ${id} cannot be shown again: keys for servers are shown once, and so were keys of earlier versions. Create a new key, or replace this one in the console.`,
  },
  draft_not_found: {
    status: 404,
    retryable: false,
    title: "Draft not found",
    message: "You have no draft of this agent.",
    sentence: ({ id }: WithId) => `You have no draft of agent '${id}'.`,
  },
  gap_not_found: {
    status: 404,
    retryable: false,
    title: "Gap not found",
    message: "There is no such gap.",
    sentence: ({ id }: WithId) => `There is no gap '${id}'.`,
  },
  operator_not_found: {
    status: 404,
    retryable: false,
    title: "Operator not found",
    message: "There is no such operator.",
    sentence: ({ id }: WithId) => `There is nobody called '${id}'.`,
  },
  token_not_found: {
    status: 404,
    retryable: false,
    title: "Token not found",
    message: "There is no such token.",
    sentence: ({ id }: WithId) => `There is no token '${id}'.`,
  },
  webhook_not_found: {
    status: 404,
    retryable: false,
    title: "Webhook not found",
    message: "There is no such webhook.",
    sentence: ({ id }: WithId) => `There is no webhook '${id}'.`,
  },
  secret_not_found: {
    status: 404,
    retryable: false,
    title: "Secret not found",
    message: "There is no such secret.",
    sentence: ({ id }: WithId) => `There is no secret '${id}'.`,
  },
  delivery_not_found: {
    status: 404,
    retryable: false,
    title: "Delivery not found",
    message: "The webhook has no such delivery, or no longer receives that event or that agent.",
    sentence: ({ id }: WithId) =>
      `The webhook has no delivery '${id}', or no longer receives that event or that agent.`,
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
    sentence: ({ id }: WithId) => `There is no session '${id}'.`,
  },
  passkey_not_found: {
    status: 404,
    retryable: false,
    title: "Passkey not found",
    message: "You have no such passkey.",
    sentence: ({ id }: WithId) => `There is no passkey '${id}'.`,
  },
  test_run_not_found: {
    status: 404,
    retryable: false,
    title: "Not found",
    message: "There is no such test run.",
    sentence: ({ id, number }: WithId & { readonly number: number }) => `Agent '${id}' has no run ${number}.`,
  },
} as const satisfies Record<string, AdminFailureRow>;

function listAgents(known: readonly string[]): string {
  if (known.length === 0) return "There are none yet: see 'servicechat agent apply'.";
  return `Known agents: ${known.join(", ")}.`;
}
