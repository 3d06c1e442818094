import type { AgentTestResult, KeptAgentTestRun, KeptAgentTests } from "@servicechat/contract/admin";
import { ago } from "./chats-data.ts";
import { lists, says, type Scene } from "./scene.ts";

const file = `# What the shop's assistant must know and do.
agent: larkfield
tests:
  - name: an order is looked up
    say: Where is my order A-1002?
    expect:
      calls: { tool: order_status, input: { order: A-1002 } }
      contains: [Friday, /on its way/]

  - name: returns within 30 days
    say: Can I return a bag?
    expect: { cites: returns, contains: 30 days }

  - name: nothing about dogs
    say: Do you sell coats for dogs?
    expect: { answers: false, notContains: We sell, language: en }
`;

const tests: KeptAgentTests = { agent: "larkfield", file, changedAt: ago(60 * 30), revision: "2" };

const reply: AgentTestResult["replies"][number] = {
  said: "Can I return a bag?",
  text: "You may return a bag **within 30 days**, unused and with its tags. [1]",
  sources: [],
  calls: [{ tool: "search_knowledge", input: { query: "return a bag" } }],
  confirms: null,
  asks: "",
  sends: [],
  handsOver: null,
  unanswered: false,
  outputTokens: 24,
  failure: null,
};
const good: AgentTestResult = {
  name: "returns within 30 days",
  passed: true,
  faults: [],
  doubts: [],
  runs: 1,
  passes: 1,
  replies: [reply],
};
const bad: AgentTestResult = {
  ...good,
  passed: false,
  faults: ["does not cite: returns", "does not contain: 30 days"],
  passes: 0,
  replies: [{ ...reply, text: "Of course! Just send it back to us whenever you like.", calls: [] }],
};
const order: AgentTestResult = {
  ...good,
  name: "an order is looked up",
  doubts: ["the judge says: NO. It does not name the day."],
  replies: [
    {
      ...reply,
      said: "Where is my order A-1002?",
      text: "It is on its way and arrives on Friday.",
      calls: [{ tool: "order_status", input: { order: "A-1002" } }],
      sends: [{ tool: "order_status", method: "GET", url: "https://larkfield.example/api/orders/A-1002" }],
    },
  ],
};

const run = (number: number, version: number, results: AgentTestResult[]): KeptAgentTestRun => ({
  number,
  agent: "larkfield",
  at: ago(60 * (3 - number) * 20 + 9),
  version,
  model: "openai gpt-5-mini",
  passed: results.filter(({ passed }) => passed).length,
  failed: results.filter(({ passed }) => !passed).length,
  author: { kind: "operator", name: "Alma Berg" },
  results,
});
const runs = [run(2, 14, [order, bad]), run(1, 13, [order, good])];

/** Tests of the shop's agent, one of which its newest version breaks. */
export const agentTestsScene: Scene = {
  "GET agents/{id}/tests": says(tests),
  "PUT agents/{id}/tests": says({ ...tests, revision: "3" }),
  "POST agents/{id}/tests/run": says({ ...runs[0], number: 3 }),
  "POST agents/{id}/tests/suggest": says({
    items: [
      {
        question: "How long does delivery to Ireland take?",
        mustSay: ["4 days"],
        mustCite: ["delivery.html"],
      },
      { question: "Can I pay by invoice?", mustSay: ["14 days"], mustCite: ["payment.html"] },
      { question: "Are the bags waterproof?", mustSay: [], mustCite: ["materials.html"] },
    ],
    from: "model",
  }),
  "GET agents/{id}/tests/runs": lists(runs),
  "GET agents/{id}/tests/runs/1": says(runs[1]),
  "GET agents/{id}/tests/runs/2": says(runs[0]),
};
