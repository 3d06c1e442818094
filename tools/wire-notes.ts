import type { headers, StreamEvent } from "@servicechat/contract";

/** When each event is sent. The compiler sees to it that none is missing. */
export const eventNotes: Readonly<Record<StreamEvent["type"], string>> = {
  start: "First, always: the message is saved and a reply has begun.",
  text: "The next piece of the answer. Append pieces in the order they come.",
  progress:
    "One line for the visitor about what is going on. It replaces the line before and is not part of the answer.",
  tool_usage_start: "The agent began to use a tool. `title` is a line for the visitor.",
  tool_usage_progress:
    "What the tool has found so far. The rows replace those sent before under the same `id`.",
  tool_usage_stop:
    "The tool is through; `status` is `succeeded` or `failed`, also when the reply ends before the tool does. A failed tool does not end the reply; its `rows` say what is known of the failure.",
  image:
    "An image of the answer. `url` is on the service itself and is fetched with the headers of any other request.",
  ask_user_question:
    "The agent asks the visitor. The reply then ends; the answer is an `answer` block of a later message. With `confirm`, it asks [whether a request may be made](#confirming-a-request).",
  follow_ups:
    "What the visitor may want to ask next: one to three short lines of plain text. Comes at most once, directly before `done`, and only after an answer that is whole; see [follow-ups](#follow-ups).",
  holder:
    "Who speaks from now on: the agent, nobody yet, or a person. After `person`, nothing of the agent comes. Belongs to no reply where its id begins with `evt_`.",
  person_message: "What a person has written, whole. Plain text.",
  typing:
    "A person is writing. At most once in three seconds, without an id of its own, and never sent again.",
  error: "Last, instead of `done`: the reply failed. `code` is one of the errors below.",
  done: "Last: the reply is complete, or was stopped by the visitor.",
};

/** Who sends each header, and what for. */
export const headerNotes: Readonly<
  Record<keyof typeof headers, { readonly from: string; readonly what: string }>
> = {
  sessionToken: {
    from: "both",
    what: "Names the chat. Issued with the first message; send it with every later request.",
  },
  embedTicket: {
    from: "both",
    what: "States which page the chat is embedded in. Comes with the configuration; the frame sends it.",
  },
  requestId: { from: "service", what: "Names this request in the service's log. On every answer." },
  idempotencyKey: {
    from: "client",
    what: "Makes a message safe to send again. Optional, honoured for 24 hours.",
  },
  idempotencyReplayed: {
    from: "service",
    what: "`true` when the message was known already and no second one was made.",
  },
  userToken: {
    from: "client",
    what: "By which the site says who the visitor is, sent with a message. See [who the visitor is](#who-the-visitor-is).",
  },
  lastEventId: { from: "client", what: "The `id` of the last event received: a stream goes on after it." },
  rateLimit: {
    from: "service",
    what: "How many requests of the key are left. On every answer to a request with a good key, see [rate](#rate).",
  },
  rateLimitPolicy: { from: "service", what: "The key's limit and its window, beside it." },
  retryAfter: { from: "service", what: "After how many seconds a refused request may be sent again." },
};
