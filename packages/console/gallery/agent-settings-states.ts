import { agent } from "./agents-data.ts";
import { ago } from "./chats-data.ts";
import type { ConsoleState } from "./console-state.ts";
import { lists, says, type Scene } from "./scene.ts";

const file = `# The assistant of the shop.
id: larkfield
name: Larkfield
instructions: |
  You help customers of Larkfield, who sell bags.
  Be brief, and name your sources.
model: { provider: openai, name: gpt-5-mini, apiKeyEnv: OPENAI_API_KEY, temperature: 0.3 }
fallbackModels:
  - { provider: anthropic, name: claude-haiku-4-5, apiKeyEnv: ANTHROPIC_API_KEY }
  - provider: extractive
tools:
  - search_knowledge
  - HandOver
  - name: order_status # by the shop's own system
    title: Looking up the order
    description: Looks up an order by its number.
    inputSchema:
      type: object
      properties:
        order: { type: string, title: Order, pattern: "^L-[0-9]{4}$", minLength: 6 }
        reason: { type: string, title: Reason, enum: [Does not fit, Damaged] }
      required: [order]
      additionalProperties: false
    http:
      url: https://shop.larkfield.example/api/orders/{order}
      headers: { Authorization: "Bearer \${SHOP_TOKEN}" }
      body: { order: "{order}" }
  - mcp:
      url: https://tools.larkfield.example/mcp
      only: [stock]
    confirm: [put_aside]
actions:
  - id: return
    label: Return a bag
    kind: form
    inputSchema:
      type: object
      properties:
        order: { type: string, title: Order }
    prompt: I want to return order {order}.
  - { id: shop, label: Go to the shop, kind: link, url: https://larkfield.example }
knowledge:
  - url: https://larkfield.example/help
    depth: 2
handoff:
  hours:
    zone: Europe/Berlin
    mon: ["09:00-17:00"]
    tue: ["09:00-12:00", "13:00-17:30"]
    fri: ["09:00-14:00"]
    closed: ["2026-12-25"]
uploads: {}
notice: { text: { en: Our assistant is an AI., de: Unser Assistent ist eine KI. } }
limits: { dailyOutputTokens: 200000, addressRequestsPerMinute: 30 }
`;

const scene: Scene = {
  "GET agents/{id}": says({ ...agent, file }),
  "GET secrets": lists([
    {
      name: "OPENAI_API_KEY",
      lastFour: "x7Qa",
      origins: ["https://api.openai.com"],
      agents: null,
      usedBy: ["larkfield"],
      setAt: ago(9000),
      by: { kind: "operator", name: "Alma Berg" },
      shadowed: false,
    },
  ]),
  "POST models/list": says({ items: [{ name: "gpt-5-mini" }, { name: "gpt-5" }] }),
  "POST models/try": says({ ok: true, text: "Hello! I am ready.", ms: 840, outputTokens: 6 }),
};

const path = (section: string): string => `agents/larkfield/settings/${section}`;

/** The forms for an agent's settings. */
export const agentSettingsStates: readonly ConsoleState[] = [
  {
    name: "agent-settings-model",
    title: "Instructions and model, of which one was tried",
    path: path("model"),
    scene,
    press: [".settings-body .setting-group .setting-extra:last-child > .button"],
    shows: ".tried.good",
  },
  {
    name: "agent-settings-key",
    title: "A key is set, with the places that it may go to",
    path: path("model"),
    scene,
    press: [".settings-body .setting-group .field .setting-extra > .button"],
    shows: ".dialog",
  },
  {
    name: "agent-settings-actions",
    title: "A form that visitors fill in",
    path: path("actions"),
    scene,
    press: [".setting-toggle"],
    shows: ".schema-field",
  },
  {
    name: "agent-settings-tools",
    title: "A request as a tool, with something that the form does not show",
    path: path("tools"),
    scene,
    press: ["[data-item='3'] .setting-toggle", "[data-item='2'] .setting-toggle"],
    shows: ".as-it-is",
  },
  {
    name: "agent-settings-curl",
    title: "A tool from a curl command",
    path: path("tools"),
    scene,
    press: [".setting-additions > :nth-child(2)"],
    fill: [
      ".dialog textarea",
      "curl -X POST https://api.larkfield.example/returns -H 'Authorization: Bearer abcdef' -d '{\"order\": \"$ORDER\"}'",
    ],
    shows: ".dialog .hint + .hint, .dialog [role=status] .hint",
  },
  {
    name: "agent-settings-handoff",
    title: "Opening hours as a week",
    path: path("handoff"),
    scene,
    shows: ".day-span",
  },
  {
    name: "agent-settings-limits",
    title: "Limits, uploads and the notice",
    path: path("limits"),
    scene,
    shows: ".language-text",
  },
  {
    name: "agent-settings-more",
    title: "Sources and follow-ups",
    path: path("more"),
    scene,
    shows: ".setting-item",
  },
  {
    name: "agent-settings-fault",
    title: "An issue at its field, and one at the page's name",
    path: path("limits"),
    scene: {
      ...scene,
      "POST agents/check": says({
        valid: false,
        faults: [
          { line: 62, message: "limits.replySeconds: must be at least 4" },
          { line: 9, message: "fallbackModels[0].name: must not be empty" },
        ],
        id: "larkfield",
        result: "updated",
        changed: [],
        knowledge: false,
        notes: [],
      }),
    },
    fill: [".limit-fields > :first-child > input", "1"],
    shows: ".settings-nav .badge",
  },
];
