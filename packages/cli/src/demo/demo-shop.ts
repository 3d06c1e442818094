import { fileURLToPath } from "node:url";
import { agentFileSchema } from "@servicechat/contract/agent-file";
import type { AgentDefinition } from "@servicechat/contract/agent-file";
import { shopBackEnd } from "./demo-back-end.ts";
import { filesPattern, shopDocuments } from "./demo-documents.ts";
import { demoLimits, type DemoModel } from "./demo-model.ts";
import type { Settings } from "../settings/settings.ts";

/** The shop's help pages, in Markdown. */
export const shopFolder = fileURLToPath(new URL("larkfield-help/", import.meta.url));

/** The id of the agent. */
export const shopAgentId = "demo-shop";

const instructions = `You are the assistant of Larkfield Coffee, a small coffee roastery with a bar and an online shop. It
is made up, for the demo of ServiceChat.

Help customers with coffees, the bar, orders and deliveries. Search the knowledge before you answer, and answer from what
you found; when it has no answer, say so and give the address hello@larkfield.example. For orders you need the order
number and the postcode of the delivery address: ask for both. Be brief and friendly.`;

const orderFields = {
  number: {
    type: "string",
    title: "Order number",
    pattern: "^[0-9]{4}$",
    description: "Four digits, such as 1042",
  },
  postcode: {
    type: "string",
    title: "Postcode",
    pattern: "^[0-9]{4}$",
    description: "For the delivery address: 4310 for that order",
  },
};

const lookUp = {
  title: "Looking up the order",
  inputSchema: {
    type: "object",
    properties: orderFields,
    required: ["number", "postcode"],
    additionalProperties: false,
  },
};

const change = {
  title: "Changing the delivery day",
  inputSchema: {
    type: "object",
    properties: {
      ...orderFields,
      day: {
        type: "string",
        title: "New day",
        enum: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"],
      },
    },
    required: ["number", "postcode", "day"],
    additionalProperties: false,
  },
};

/**
 * The fictional company's agent: it knows the shop's help pages and calls the shop's back end. Without a model,
 * visitors reach the back end through forms only.
 */
export function demoShop({ publicUrl }: Pick<Settings, "publicUrl">, model: DemoModel): AgentDefinition {
  const backEnd = shopBackEnd(publicUrl);
  const findOrder = { url: `${backEnd}orders/{number}?postcode={postcode}` };
  const moveDelivery = {
    method: "POST",
    url: `${backEnd}deliveries/{number}`,
    body: { postcode: "{postcode}", day: "{day}" },
  };
  const forModels = [
    {
      name: "order_status",
      description: "Looks up an order by its number and the postcode of the delivery address.",
      ...lookUp,
      http: findOrder,
    },
    {
      name: "change_delivery_day",
      description: "Moves the delivery of an order to another day of the week.",
      ...change,
      http: moveDelivery,
    },
  ];
  // The parser fills in the defaults, as for every agent file.
  return agentFileSchema.parse({
    id: shopAgentId,
    name: "Larkfield Coffee",
    welcomeMessage: "Welcome to Larkfield! How can we help?",
    instructions: model.provider === "extractive" ? "" : instructions,
    model,
    branding: { primaryColor: "#3f5b34", logo: `${publicUrl}/demo/lark.svg` },
    starters: ["When are you open?", "Which coffee is best for espresso?", "How much does delivery cost?"],
    tools: [
      "search_knowledge",
      "AskUserQuestion",
      ...(model.provider === "extractive" ? [] : [...forModels, "HandOver"]),
    ],
    handoff: {},
    followUps: model.provider !== "extractive",
    actions: [
      {
        id: "track-order",
        label: "Track my order",
        description: "Try order 1042 with postcode 4310",
        kind: "form",
        inputSchema: lookUp.inputSchema,
        http: findOrder,
      },
      {
        id: "change-delivery-day",
        label: "Change the delivery day",
        description: "See what will be sent, then confirm it",
        kind: "form",
        inputSchema: change.inputSchema,
        http: moveDelivery,
        confirm: true,
      },
    ],
    knowledge: {
      sources: [{ files: filesPattern("", shopDocuments), linkBase: `${publicUrl}/demo/shop/help/` }],
      embeddings: { provider: "local" },
    },
    limits: demoLimits,
  });
}
