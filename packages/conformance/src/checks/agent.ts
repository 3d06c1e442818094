import { agentViewSchema } from "@servicechat/contract/schemas";
import type { Check } from "../check.ts";
import { readJson } from "../conversation.ts";
import { must, mustBe, needs } from "../expect.ts";
import { mustAnswer } from "../problem.ts";
import type { Exchange } from "../visitor.ts";

const specified = { source: "specification", section: "GET /chat-bot/agent" } as const;

/** What visitors learn of the agent. */
export const agentChecks: readonly Check[] = [
  {
    id: "agent/fields",
    sentence: "The agent view has id, name and the list of actions.",
    ...specified,
    async run({ evidence }) {
      const exchange = await evidence.agent();
      mustAnswer(exchange, 200);
      const { id, name, actions } = viewOf(exchange);
      mustBe("the types of id and name", [typeof id, typeof name], ["string", "string"]);
      must(Array.isArray(actions), "a list of actions", actions);
    },
  },
  {
    id: "agent/agrees",
    sentence: "Configuration and agent view tell the same name, and the same of whether there are actions.",
    ...specified,
    async run({ evidence }) {
      const { name, actions } = viewOf(await evidence.agent());
      const { agent, features } = (readJson((await evidence.config()).text) ?? {}) as {
        agent?: { name?: unknown };
        features?: { actions?: unknown };
      };
      needs(Array.isArray(actions), "the agent view has no list of actions");
      mustBe("agent.name of the configuration", agent?.name, name);
      mustBe("features.actions of the configuration", features?.actions, actions.length > 0);
    },
  },
  {
    id: "agent/nothing-hidden",
    sentence: "No action says that it is for administrators or hidden: those are not sent at all.",
    ...specified,
    async run({ evidence }) {
      const { text } = await evidence.agent();
      const found = /"[^"]*(?:admin_?only|hide_?in_?chat)[^"]*":/i.exec(text)?.[0];
      must(found === undefined, "no field for administrators or hiding", found);
    },
  },
  {
    id: "agent/actions",
    sentence: "Every action has the described fields, and no other.",
    source: "wire",
    section: "At a glance",
    async run({ evidence }) {
      const body = readJson((await evidence.agent()).text);
      const { data, error } = agentViewSchema.safeParse(body);
      const fault = error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ");
      must(data !== undefined, "actions and starters as described", fault);
      mustBe("no other fields of actions than", (body as { actions: unknown }).actions, data.actions);
    },
  },
];

function viewOf({ text }: Exchange): {
  readonly id?: unknown;
  readonly name?: unknown;
  readonly actions?: unknown;
} {
  return (readJson(text) ?? {}) as object;
}
