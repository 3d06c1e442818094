import type { ActionView } from "@servicechat/contract";

const plain = { description: "", confirm: false } as const;

/** One action of each kind, and a form with a field of each kind. */
export const formActions: readonly ActionView[] = [
  {
    ...plain,
    id: "return",
    name: "return",
    label: "Return an order",
    description: "We need a few details",
    kind: "form",
    inputSchema: {
      type: "object",
      required: ["order", "email", "reason"],
      properties: {
        order: {
          type: "string",
          title: "Order number",
          description: "It stands at the top of your bill.",
          pattern: "^A-\\d+$",
        },
        email: { type: "string", title: "Your email address", format: "email" },
        reason: { type: "string", title: "Reason", enum: ["It is damaged", "It does not fit", "Other"] },
        pieces: { type: "integer", title: "How many pieces", minimum: 1, maximum: 9, default: 1 },
        bought: { type: "string", title: "Bought on", format: "date" },
        story: { type: "string", title: "What happened", maxLength: 500 },
        box: { type: "boolean", title: "I have kept the box", description: "Then the way back is free." },
      },
    },
  },
  {
    ...plain,
    id: "order",
    name: "order",
    label: "Track an order",
    kind: "prompt",
    inputSchema: {
      type: "object",
      properties: { order: { type: "string", title: "Order number" } },
      required: ["order"],
    },
  },
  { ...plain, id: "pick", name: "pickProduct", label: "Choose a product on this page", kind: "host" },
  { ...plain, id: "clear", name: "clearCart", label: "Empty my cart", kind: "host", confirm: true },
  { ...plain, id: "help", name: "help", label: "Help pages", kind: "link", url: "https://shop.example/help" },
];
