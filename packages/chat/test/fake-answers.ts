import { eventId, encodeEvent, type HistoryMessage, type StreamEvent } from "@servicechat/contract";

/** One step of a scripted reply: an event, or a pause in milliseconds. */
export type Step = StreamEvent | number;

const searching = (rows = true): Step[] => [
  {
    type: "tool_usage_start",
    data: { id: "t1", name: "search_knowledge", title: "Searching the documentation" },
  },
  300,
  {
    type: "tool_usage_stop",
    data: {
      id: "t1",
      status: "succeeded",
      ...(rows
        ? {
            rows: [
              {
                title: "Returns and refunds",
                detail: "You can return any item within 30 days of delivery, unused and in its box.",
                url: "https://acme.example/help/returns",
              },
              {
                title: "Shipping costs",
                detail: "Return labels are free inside the EU.",
                url: "https://acme.example/help/shipping",
              },
              { title: "Orders API", url: "https://developers.acme.example/orders" },
            ],
          }
        : {}),
    },
  },
];

const longList = [
  "Desk lamp",
  "Two chairs",
  "A table \u202Ewith a trick",
  "Carpet",
  "Curtain",
  "Shelf",
  "Mirror",
  "Vase",
];

/** Text as it streams: in pieces of a few letters. */
export const said = (text: string, pause = 0): Step[] =>
  (text.match(/[\s\S]{1,7}/g) ?? []).flatMap((data) => [
    { type: "text", data } as const,
    ...(pause ? [pause] : []),
  ]);

const finished = `You can return **any item within 30 days** of delivery. Here is what happens next:

1. Start the return in [your orders](https://acme.example/orders).
2. Print the label, which is free inside the EU.
3. Drop the parcel off. Refunds take 3 to 5 days.

| Reason | Label | Refund |
|:--|:-:|--:|
| Changed your mind | free | 100% |
| Damaged on arrival | free | 100% |
| After 30 days | you pay | 80% |

To do it from your own system, ask the orders API:

\`\`\`js
const answer = await fetch("/api/returns", {
  method: "POST",
  body: JSON.stringify({ order: "A-1027" }),
});
\`\`\`

> Gift cards cannot be returned.

- [x] Order found
- [ ] Label printed`;

const question: StreamEvent = {
  type: "ask_user_question",
  data: {
    id: "q1",
    questions: [
      {
        header: "Order",
        question: "Which order is it about?",
        multiSelect: false,
        options: [
          { label: "A-1027", description: "Desk lamp, delivered on Tuesday" },
          { label: "A-0994", description: "Two chairs, on their way" },
        ],
      },
      {
        header: "Problem",
        question: "What is wrong with it?",
        multiSelect: true,
        options: [
          { label: "It is damaged", description: "" },
          { label: "Something is missing", description: "" },
        ],
      },
    ],
  },
};

/** Asks to confirm a request; `body` is what it will send. */
export const confirmation = (body: string): StreamEvent => ({
  type: "ask_user_question",
  data: {
    id: "q_confirm",
    questions: [
      {
        header: "Confirm",
        question: "Shall I send this?",
        multiSelect: false,
        options: [
          { label: "Confirm", description: "" },
          { label: "Cancel", description: "" },
        ],
      },
    ],
    confirm: { title: "Return the order A-1027", request: "POST https://shop.example/api/returns", body },
  },
});

/** An answer from right to left, with all that keeps its own direction in it. */
const arabic = `يمكنك إرجاع **أي منتج خلال 30 يومًا** من الاستلام عبر [صفحة الطلبات](https://acme.example/orders).

1. افتح \`orders/A-1027\` في حسابك.
2. اطبع الملصق (PDF).

- مصباح مكتب، 25.50 €

- كرسيان

> الإرجاع مجاني داخل الاتحاد الأوروبي.

You can also write to us in English.

\`\`\`sh
curl https://shop.example/api/returns
\`\`\`

| المنتج | السعر |
|---|---|
| مصباح | 25.50 € |
| Desk lamp | 30 € |
`;

/** Sources as a search of the knowledge numbers them. */
export const sources = [
  {
    title: "Returns",
    detail: "Returns › How long",
    url: "https://acme.example/help/returns#how-long",
    number: 1,
  },
  { title: "Shipping costs and delivery times", url: "https://acme.example/help/shipping", number: 2 },
  { title: "Terms of the shop", detail: "Terms of the shop › Gift cards", number: 3 },
  { title: "Orders API", url: "https://developers.acme.example/orders", number: 4 },
];

export const citing =
  "You can return any item within 30 days of delivery.[1] The label is free [2], unless it is a gift card [^3]. " +
  "See [Returns](https://acme.example/help/returns#how-long), not [7] and not `list[2]`.";

/** The reply to a visitor's text: its first word chooses. */
export function replyTo(text: string): Step[] {
  if (/\p{Script=Arabic}/u.test(text)) {
    const found: Step[] = searching().map((step) => {
      if (typeof step === "number") return step;
      if (step.type === "tool_usage_start")
        return { ...step, data: { ...step.data, title: "Searching the knowledge" } };
      return step.type === "tool_usage_stop"
        ? { ...step, data: { ...step.data, summary: "3 passages found" } }
        : step;
    });
    return [...found, ...said(arabic), { type: "done", data: {} }];
  }
  if (text.startsWith("Cite")) {
    const stop = { id: "t1", status: "succeeded", summary: "4 passages found", rows: sources } as const;
    return [
      ...searching(false).slice(0, 1),
      { type: "tool_usage_stop", data: stop },
      ...said(citing),
      { type: "done", data: {} },
    ];
  }
  if (text.startsWith("Again")) return [...said("As I said [2]."), { type: "done", data: {} }];
  if (text.startsWith("Slow")) return [...searching(), ...said(finished, 40), { type: "done", data: {} }];
  if (text.startsWith("Fail")) {
    const error = {
      message: "The assistant cannot be reached right now. Please try again.",
      retryable: true,
      code: "model_unavailable",
    };
    return [200, { type: "error", data: error }];
  }
  if (text.startsWith("Ask"))
    return [
      ...said("I can help with that. Two quick questions first:"),
      question,
      { type: "done", data: {} },
    ];
  if (text.startsWith("Return")) {
    const body = JSON.stringify({ order: "A-1027", reason: "It is damaged", items: longList }, undefined, 2);
    return [...said("I can register that for you."), confirmation(body), { type: "done", data: {} }];
  }
  if (text.startsWith("Tool"))
    return [
      { type: "progress", data: "Reading your question" },
      400,
      ...searching(false).slice(0, 1),
      60_000,
    ];
  if (text.startsWith("Picture")) {
    const image = {
      url: "/chat-bot/images/img_1",
      alt: "A desk lamp",
      mediaType: "image/png",
      width: 640,
      height: 400,
    };
    return [...said("Here it is:"), { type: "image", data: image }, { type: "done", data: {} }];
  }
  return [...searching(), ...said(finished), { type: "done", data: {} }];
}

/** A stream's text for an array of steps without pauses, as the service writes it. */
export const encoded = (replyId: string, events: readonly StreamEvent[]): string[] =>
  events.map((event, index) => encodeEvent(event, eventId(replyId, index + 1)));

/** A conversation of `turns` turns, as history tells it. */
export function longHistory(turns: number): HistoryMessage[] {
  return Array.from({ length: turns }, (_, turn) => {
    const common = { created_at: "2026-11-21T05:00:00.000Z", status: "complete" } as const;
    const asked = `Question number ${turn + 1}: how long does delivery take?`;
    const answer = `Delivery **${turn + 1}** takes two to four days. See [the page](https://acme.example/help/${turn}).`;
    return [
      { ...common, id: `msg_u${turn}`, role: "user", content: asked, parts: [{ type: "text", text: asked }] },
      {
        ...common,
        id: `msg_a${turn}`,
        role: "assistant",
        content: answer,
        parts: [{ type: "text", text: answer }],
      },
    ] satisfies HistoryMessage[];
  }).flat();
}
