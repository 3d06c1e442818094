import type { headers, StreamEvent } from "@servicechat/contract";

/** When each event is sent. The compiler reports missing ones. */
export const eventNotes: Readonly<Record<StreamEvent["type"], string>> = {
  start: "First, always: the message is saved and a reply has begun.",
  text: "The next piece of the answer. Append pieces in the order they come.",
  progress:
    "One line that tells the visitor what is happening. It replaces the previous line and is not part of the answer.",
  tool_usage_start: "The agent has begun to use a tool. `title` is a line for the visitor.",
  tool_usage_progress:
    "What the tool has found so far. The rows replace any sent earlier under the same `id`.",
  tool_usage_stop:
    "The tool has finished; `status` is `succeeded` or `failed`, also when the reply ends before the tool does. A failed tool does not end the reply; its `rows` say what is known about the failure.",
  image:
    "An image in the answer. `url` is on the service itself and is fetched with the headers of any other request.",
  ask_user_question:
    "The agent asks the visitor. The reply then ends; the answer is an `answer` block of a later message. With `confirm`, it asks [whether a request may be made](#confirming-a-request).",
  follow_ups:
    "What the visitor may want to ask next: one to three short lines of plain text. Comes at most once, directly before `done`, and only after a complete answer; see [follow-ups](#follow-ups).",
  holder:
    "Who speaks from now on: the agent, nobody yet, or a person. After `person`, nothing from the agent follows. If its id begins with `evt_`, it belongs to no reply.",
  queue:
    "How many visitors of this agent have been waiting for a person for longer, while the visitor waits. Sent when that changes, without an id; far from the front at most every ten seconds.",
  person_message: "A whole message from a person, in plain text.",
  typing: "A person is writing. Sent at most once every three seconds, without an id, and never repeated.",
  error: "Last, instead of `done`: the reply failed. `code` is one of the errors below.",
  done: "Last: the reply is complete, or was stopped by the visitor. `ending` says what ended it before all was said: `length`, the output limit, or `filtered`, the content filter of the model's provider. Absent otherwise.",
};

/** Who sends each header, and why. */
export const headerNotes: Readonly<
  Record<keyof typeof headers, { readonly from: string; readonly what: string }>
> = {
  sessionToken: {
    from: "both",
    what: "Identifies the chat. Issued with the first message; send it with every later request.",
  },
  embedTicket: {
    from: "both",
    what: "States which page the chat is embedded in. Comes with the configuration; the frame sends it.",
  },
  requestId: { from: "service", what: "Identifies this request in the service's log. On every response." },
  idempotencyKey: {
    from: "client",
    what: "Makes a message safe to send again. Optional, honored for 24 hours.",
  },
  idempotencyReplayed: {
    from: "service",
    what: "`true` if the message was already known and no second one was created.",
  },
  userToken: {
    from: "client",
    what: "Sent with a message: the site's statement of who the visitor is. See [who the visitor is](#who-the-visitor-is).",
  },
  lastEventId: {
    from: "client",
    what: "The `id` of the last event received: the stream continues after it.",
  },
  rateLimit: {
    from: "service",
    what: "How many requests the key has left. On every response to a request with a valid key, see [rate](#rate).",
  },
  rateLimitPolicy: { from: "service", what: "The key's limit and its window; sent with `RateLimit`." },
  retryAfter: {
    from: "service",
    what: "The number of seconds after which a refused request may be sent again.",
  },
};
