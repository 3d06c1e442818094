import { asObject } from "@servicechat/contract";
import { agentViewSchema } from "@servicechat/contract/schemas";
import type { Check } from "../check.ts";
import { readFields } from "../conversation.ts";
import { must, mustBe, needs } from "../expect.ts";
import { mustAnswer } from "../problem.ts";

const specified = { source: "specification", section: "GET /chat-bot/agent" } as const;

/** What visitors learn about the agent. */
export const agentChecks: readonly Check[] = [
  {
    id: "agent/fields",
    sentence: "The agent view has id, name and the list of actions.",
    ...specified,
    async run({ evidence }) {
      const exchange = await evidence.agent();
      mustAnswer(exchange, 200);
      const { id, name, actions } = readFields(exchange);
      mustBe("the types of id and name", [typeof id, typeof name], ["string", "string"]);
      must(Array.isArray(actions), "a list of actions", actions);
    },
  },
  {
    id: "agent/agrees",
    sentence: "The configuration and the agent view agree on the name, and on whether there are actions.",
    ...specified,
    async run({ evidence }) {
      const { name, actions } = readFields(await evidence.agent());
      const { agent, features } = readFields(await evidence.config());
      needs(Array.isArray(actions), "the agent view has no list of actions");
      mustBe("agent.name of the configuration", asObject(agent)?.["name"], name);
      mustBe("features.actions of the configuration", asObject(features)?.["actions"], actions.length > 0);
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
      const body = readFields(await evidence.agent());
      const { data, error } = agentViewSchema.safeParse(body);
      const fault = error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ");
      must(data !== undefined, "actions and starters as described", fault);
      mustBe("no other fields of actions than", body["actions"], data.actions);
    },
  },
];
