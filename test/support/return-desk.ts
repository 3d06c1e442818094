import type { ModelAsk, ModelScript } from "./model-server.ts";

const orderInput = {
  type: "object",
  properties: { orderId: { type: "string", pattern: "^[0-9]+$" } },
  required: ["orderId"],
  additionalProperties: false,
};
const headers = { Authorization: "Bearer ${SHOP_TOKEN}" };

/** The secret that is sent to the shop's back end, and nowhere else. */
export const shopToken = "canary-shop-5b1e";

/** A shop's tools over its back end: looking up an order, and returning it, which must be confirmed. */
export function returnTools(url: string) {
  return [
    "AskUserQuestion",
    {
      name: "order_status",
      title: "Looking up the order",
      description: "Status of one order.",
      inputSchema: orderInput,
      http: { url: `${url}/orders/{orderId}`, headers },
    },
    {
      name: "return_order",
      title: "Requesting the return",
      description: "Returns one order.",
      inputSchema: orderInput,
      http: { method: "POST", url: `${url}/orders/{orderId}/returns`, headers },
    },
  ] as const;
}

/** A form whose request the service makes. */
export function returnForm(url: string, changes: object = {}) {
  return {
    id: "return",
    label: "Return an order",
    kind: "form",
    inputSchema: orderInput,
    http: { method: "POST", url: `${url}/orders/{orderId}/returns`, headers, body: { by: "form" } },
    ...changes,
  };
}

/** The model's last input, from whomever. */
export const lastOf = ({ messages }: ModelAsk) => {
  const last = messages.at(-1);
  return { role: last?.role, text: String(last?.content) };
};

/** A model that returns the order that a visitor names, and repeats whatever a tool says. */
export const returning: ModelScript = (asked) => {
  const { role, text } = lastOf(asked);
  if (role === "tool") return [`Heard: ${text}`];
  const orderId = /return (\d+)/.exec(text)?.[1];
  return orderId === undefined ? ["As you like."] : [{ tool: "return_order", input: { orderId } }];
};
