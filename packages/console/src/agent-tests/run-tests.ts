import type { AgentTestResult, AgentTestRun } from "@servicechat/contract/admin";
import { ApiProblem } from "../api/api-problem.ts";
import type { Api } from "../api/create-api.ts";
import { postForLines } from "../api/read-lines.ts";

/** A line of the response; a service that reports no progress answers with the run itself. */
type Line =
  | { readonly step: string; readonly done: number; readonly total: number; readonly item?: AgentTestResult }
  | { readonly result: AgentTestRun }
  | AgentTestRun;

/**
 * Runs the stored tests of an agent, and stores the run.
 *
 * @param onResult receives each result as soon as it is there
 * @returns `undefined` if it was stopped: then nothing is stored
 * @throws ApiProblem if the service refuses it, or breaks off
 */
export async function runTests(
  api: Api,
  path: string,
  {
    onResult,
    signal,
  }: { readonly onResult: (result: AgentTestResult) => void; readonly signal: AbortSignal },
): Promise<AgentTestRun | undefined> {
  for await (const line of postForLines<Line>(api, { path: `${path}/run`, body: { keep: true }, signal })) {
    if ("result" in line) return line.result;
    if ("results" in line) return line;
    if (line.item) onResult(line.item);
  }
  if (signal.aborted) return undefined;
  throw new ApiProblem("network", { code: "network" });
}
