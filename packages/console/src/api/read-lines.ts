import { ApiProblem, readProblem } from "./api-problem.ts";
import type { Api } from "./create-api.ts";

/** Where a request that is answered step by step goes, and what it brings. */
interface LinesRequest {
  readonly path: string;
  readonly body: unknown;
  readonly signal: AbortSignal;
}

/**
 * Posts what the service answers line by line (`application/x-ndjson`), and yields each line as soon as it is there. A
 * service that has no steps to report answers with one object, which is then the only line.
 *
 * @returns early if the signal is aborted
 * @throws ApiProblem if the service refuses it, reports a problem in a line, or breaks off
 */
export async function* postForLines<Line extends object>(
  api: Api,
  { path, body, signal }: LinesRequest,
): AsyncGenerator<Line, void> {
  try {
    const response = await fetch(api.address(path), {
      method: "POST",
      credentials: "same-origin",
      headers: { "Content-Type": "application/json", Accept: "application/json, application/x-ndjson" },
      body: JSON.stringify(body),
      signal,
    });
    if (!response.ok) throw await readProblem(response);
    if (!response.headers.get("content-type")?.includes("ndjson")) return yield await response.json();
    for await (const text of linesOf(response)) {
      const line = JSON.parse(text) as
        | Line
        | { readonly problem: { readonly code: string; readonly detail: string } };
      if ("problem" in line) throw new ApiProblem(line.problem.detail, { code: line.problem.code });
      yield line;
    }
  } catch (cause) {
    if (signal.aborted) return;
    throw cause instanceof ApiProblem ? cause : new ApiProblem(String(cause), { code: "network" });
  }
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
