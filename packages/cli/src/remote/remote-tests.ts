import { keptTestRunSchema } from "@servicechat/contract/admin-schemas";
import type { KeptTestRun, NumberedTestRun } from "@servicechat/operations";
import type { CommandOperations } from "../command-operations.ts";
import { segment } from "./admin-api.ts";
import type { AdminApi } from "./admin-api.ts";
import { asSent } from "./as-sent.ts";
import { agentRefusals } from "./remote-agents.ts";
import { orRefused } from "./remote-problem.ts";
import { msOf } from "./times.ts";

/** Tests of a remote service's agents. Their results arrive only when all are done. */
export function remoteTests(api: AdminApi): CommandOperations["tests"] {
  return {
    run: (_, { agent, file, draft, only, repeat, hostile, keep }) =>
      orRefused(
        () =>
          api.ask("POST", `agents/${segment(agent)}/tests/run`, {
            body: {
              ...(file !== undefined && { file }),
              ...(draft && { draft: draft.text }),
              ...(only && { only }),
              ...(hostile && { hostile }),
              ...(keep && { keep }),
              ...(repeat !== undefined && { repeat }),
            },
            answer: asSent<NumberedTestRun>(),
          }),
        agentRefusals(api, agent),
      ),
    findRun: (_, { agent, number }) =>
      orRefused(
        async () => {
          const path = `agents/${segment(agent)}/tests/runs/${number}`;
          const { at, agent: agentId, ...run } = await api.ask("GET", path, { answer: keptTestRunSchema });
          // The results are only compared and printed.
          return { ...run, agentId, at: msOf(at) } as unknown as KeptTestRun;
        },
        {
          ...agentRefusals(api, agent),
          test_run_not_found: () => ({ kind: "test_run_not_found" as const, id: agent, number }),
        },
      ),
  };
}
