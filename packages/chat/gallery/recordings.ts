import type { ConfirmRequest, Question, StreamEvent, ToolRow } from "@servicechat/contract";
import type { Step } from "./scene.ts";

export const done: StreamEvent = { type: "done", data: {} };

/** Text as it streams: in pieces of a few letters. */
export const said = (text: string, pause = 0): Step[] =>
  (text.match(/[\s\S]{1,7}/g) ?? []).flatMap((data) => [
    { type: "text", data } as const,
    ...(pause ? [pause] : []),
  ]);

export const toolStarted: StreamEvent = {
  type: "tool_usage_start",
  data: { id: "t1", name: "search_knowledge", title: "Searching the documentation" },
};

const found: readonly ToolRow[] = [
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
];

export const toolSucceeded: StreamEvent = {
  type: "tool_usage_stop",
  data: { id: "t1", status: "succeeded", rows: found },
};

/** The same search in the words that the service has for it, which the chat translates. */
export const searchOfService: readonly StreamEvent[] = [
  {
    type: "tool_usage_start",
    data: { id: "t1", name: "search_knowledge", title: "Searching the knowledge base" },
  },
  {
    type: "tool_usage_stop",
    data: { id: "t1", status: "succeeded", summary: "3 passages found", rows: found },
  },
];

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

/** An answer that cites them, among numbers that cite nothing. */
export const citing =
  "You can return any item within 30 days of delivery.[1] The label is free [2], unless it is a gift card [^3]. " +
  "See [Returns](https://acme.example/help/returns#how-long), not [7] and not `list[2]`.";

/** The search that found these sources, and the answer. */
export const citedAnswer: readonly Step[] = [
  toolStarted,
  {
    type: "tool_usage_stop",
    data: { id: "t1", status: "succeeded", summary: "4 passages found", rows: sources },
  },
  ...said(citing),
  done,
];

/** An answer that links to what it is taken from, and to what may help besides. */
export const linkingAnswer: readonly Step[] = [
  ...citedAnswer.slice(0, 2),
  ...said(
    "You can return any item within 30 days of delivery, unused and in its box.\n\n" +
      "Source: [Returns › How long](https://acme.example/help/returns#how-long)\n\n" +
      "Related:\n\n- [Shipping costs and delivery times](https://acme.example/help/shipping)\n" +
      "- [Orders API](https://developers.acme.example/orders)",
  ),
  done,
];

/** An answer that people have approved: it has a name, but no page. */
export const approvedAnswer: readonly Step[] = [
  toolStarted,
  {
    type: "tool_usage_stop",
    data: {
      id: "t1",
      status: "succeeded",
      summary: "1 passage found",
      rows: [
        { title: "Answer by the team", detail: "How much is a flat tyre?", status: "found", number: 1 },
        { title: "Repairs", url: "https://acme.example/help/repairs", status: "found", number: 2 },
      ],
    },
  },
  ...said("A flat tyre costs €15, and you can wait for it [1]. For anything else, see what we repair [2]."),
  done,
];

/** A search that found something, and an answer that could not use it. */
export const emptyHandedAnswer: readonly Step[] = [
  ...citedAnswer.slice(0, 2),
  ...said("I could not find anything about that. Perhaps other words help."),
  done,
];

/** What may be asked next: short, and as long as it gets. */
export const nextQuestions: StreamEvent = {
  type: "follow_ups",
  data: {
    questions: [
      "How long do refunds take?",
      "Can I return a gift that somebody else ordered for me, without its receipt?",
      "Where do I find my order number?",
    ],
  },
};

/** Formulas, prices that are none, and code in two languages. */
export const formulas = String.raw`With \(a \neq 0\), the solutions of $ax^2 + bx + c = 0$ are

$$
x = \frac{-b \pm \sqrt{b^2 - 4ac}}{2a}
$$

A lamp costs $25 and a chair $40. Formulas may lead nowhere: $\href{https://evil.example}{x_1}$.

\[ \sum_{n=1}^{\infty} \frac{1}{n^2} = \frac{\pi^2}{6} \qquad A = \begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix} \]

~~~python
# Both solutions
def solve(a, b, c):
    root = (b * b - 4 * a * c) ** 0.5
    return [(-b + sign * root) / (2 * a) for sign in (1, -1)]
~~~

~~~ts
const answer: Answer = await fetch("/api/returns", { method: "POST" }); // done
~~~`;

/** A tool of the operator's that was waited for in vain. */
export const toolFailed: readonly StreamEvent[] = [
  { type: "tool_usage_start", data: { id: "t1", name: "order_status", title: "Looking up the order" } },
  {
    type: "tool_usage_progress",
    data: { id: "t1", rows: [{ title: "Waiting for an answer", status: "running" }] },
  },
  {
    type: "tool_usage_stop",
    data: { id: "t1", status: "failed", rows: [{ title: "It took too long", status: "failed" }] },
  },
];

/** An answer with a list, a table, code, a quotation and tasks. */
export const returnsAnswer = `You can return **any item within 30 days** of delivery. Here is what happens next:

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

/** An answer from right to left, with all that keeps its own direction in it. */
export const arabicAnswer = `يمكنك إرجاع **أي منتج خلال 30 يومًا** من الاستلام عبر [صفحة الطلبات](https://acme.example/orders).

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

export const whichOrder: Question = {
  header: "Order",
  question: "Which order is it about?",
  multiSelect: false,
  options: [
    { label: "A-1027", description: "Desk lamp, delivered on Tuesday" },
    { label: "A-0994", description: "Two chairs, on their way" },
  ],
};

export const whatIsWrong: Question = {
  header: "Problem",
  question: "What is wrong with it?",
  multiSelect: true,
  options: [
    { label: "It is damaged", description: "" },
    { label: "Something is missing", description: "" },
  ],
};

export const asking = (...questions: Question[]): StreamEvent => ({
  type: "ask_user_question",
  data: { id: "q1", questions },
});

const request = {
  title: "Return the order A-1027",
  request: "POST https://shop.example/api/returns",
};

/** What a service since 0.1.0 says of that request besides. */
export const readableRequest: Omit<ConfirmRequest, "title" | "request" | "body"> = {
  host: "shop.example",
  fields: [
    { label: "Order number", value: "A-1027" },
    { label: "Reason", value: "It arrived damaged" },
    { label: "Pick-up", value: "2027-01-31", format: "date" },
    { label: "Pieces", value: ["Desk lamp", "Chair"] },
    { label: "Refund to the card", value: true },
  ],
  headers: [
    { name: "accept", value: "application/json" },
    { name: "content-type", value: "application/json" },
    { name: "authorization" },
    { name: "x-customer", value: "{user.id}" },
  ],
};

/** Asks to confirm a request; `body` is what it will send. */
export const confirmation = (body: string, more: Partial<ConfirmRequest> = {}): StreamEvent => ({
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
    confirm: { ...request, body, ...more },
  },
});

/** The one image that the fake service has. */
export const lampImage: StreamEvent = {
  type: "image",
  data: {
    url: "/chat-bot/images/img_1",
    alt: "A desk lamp",
    mediaType: "image/png",
    width: 640,
    height: 400,
  },
};

export const failing = (code: string, message: string, retryable: boolean): StreamEvent => ({
  type: "error",
  data: { code, message, retryable },
});
