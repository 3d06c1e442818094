import type { TestRun } from "@servicechat/operations";
import type { CommandOperations } from "../command-operations.ts";
import { segment } from "./admin-api.ts";
import type { AdminApi } from "./admin-api.ts";
import { asSent } from "./as-sent.ts";
import { agentRefusals } from "./remote-agents.ts";
import { orRefused } from "./remote-problem.ts";

/** Tests of the agents of a service elsewhere. Nothing is heard of them until they are done. */
export function remoteTests(api: AdminApi): CommandOperations["tests"] {
  return {
    run: (_, { agent, file, draft, only, repeat, hostile }) =>
      orRefused(
        () =>
          api.ask("POST", `agents/${segment(agent)}/tests/run`, {
            body: {
              file,
              ...(draft && { draft: draft.text }),
              ...(only && { only }),
              ...(hostile && { hostile }),
              ...(repeat !== undefined && { repeat }),
            },
            answer: asSent<TestRun>(),
          }),
        agentRefusals(api, agent),
      ),
  };
}
