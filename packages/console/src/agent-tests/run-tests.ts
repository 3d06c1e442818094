import type { AgentTestResult, AgentTestRun } from "@servicechat/contract/admin";
import { ApiProblem, readProblem } from "../api/api-problem.ts";
import type { Api } from "../api/create-api.ts";

/** A line of the response. */
type Line =
  | { readonly step: string; readonly done: number; readonly total: number; readonly item?: AgentTestResult }
  | { readonly problem: { readonly code: string; readonly detail: string } }
  | { readonly result: AgentTestRun };

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
  try {
    const response = await fetch(api.address(`${path}/run`), {
      method: "POST",
      credentials: "same-origin",
      headers: { "Content-Type": "application/json", Accept: "application/json, application/x-ndjson" },
      body: JSON.stringify({ keep: true }),
      signal,
    });
    if (!response.ok) throw await readProblem(response);
    // A service that reports no progress answers at once, as one does whose tests were none.
    if (!response.headers.get("content-type")?.includes("ndjson"))
      return (await response.json()) as AgentTestRun;
    for await (const text of linesOf(response)) {
      const line = JSON.parse(text) as Line;
      if ("result" in line) return line.result;
      if ("problem" in line) throw new ApiProblem(line.problem.detail, { code: line.problem.code });
      if (line.item) onResult(line.item);
    }
  } catch (cause) {
    if (signal.aborted) return undefined;
    throw cause instanceof ApiProblem ? cause : new ApiProblem(String(cause), { code: "network" });
  }
  throw new ApiProblem("network", { code: "network" });
}

async function* linesOf({ body }: Response): AsyncGenerator<string> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    const lines = (rest + read.value).split("\n");
    rest = lines.pop() ?? "";
    yield* lines.filter((line) => line !== "");
  }
  if (rest.trim() !== "") yield rest;
}
