import { agentSchema } from "@servicechat/contract/admin-schemas";
import type { AgentDefinition } from "@servicechat/contract/agent-file";
import type { z } from "zod";
import { asSent, segment } from "./admin-api.ts";
import type { AdminApi } from "./admin-api.ts";

const readSchema = agentSchema.extend({ definition: asSent<AgentDefinition>() });

/** An agent with its file. */
export type ReadAgent = z.output<typeof readSchema>;

/** An agent with its file. @throws AdminProblem `agent_not_found`, whose sentence lists those that exist */
export function readAgent(api: AdminApi, id: string): Promise<ReadAgent> {
  return api.ask("GET", `agents/${segment(id)}`, { answer: readSchema });
}
