import type { PreviewedPage, PreviewLine } from "@servicechat/contract/admin";
import { ApiProblem, readProblem } from "../../api/api-problem.ts";
import type { Api } from "../../api/create-api.ts";

/** The end of a look at a website. */
export interface PreviewEnd {
  readonly pages: number;
  readonly more: boolean;
}

/**
 * Reads some pages of a website, without storing any.
 *
 * @param onPage gets each page as soon as it is read
 * @returns `undefined` if it was stopped, or broke off
 * @throws ApiProblem if the service refuses it or cannot be reached
 */
export async function previewWebsite(
  api: Api,
  source: Readonly<Record<string, unknown>>,
  { onPage, signal }: { readonly onPage: (page: PreviewedPage) => void; readonly signal: AbortSignal },
): Promise<PreviewEnd | undefined> {
  const response = await fetch(api.address("knowledge/preview"), {
    method: "POST",
    credentials: "same-origin",
    headers: { "Content-Type": "application/json", Accept: "application/x-ndjson" },
    body: JSON.stringify({ source }),
    signal,
  }).catch((cause: unknown) => {
    if (signal.aborted) return undefined;
    throw new ApiProblem(String(cause), { code: "network" });
  });
  if (!response) return undefined;
  if (!response.ok) throw await readProblem(response);
  try {
    for await (const line of linesOf(response)) {
      const read = JSON.parse(line) as PreviewLine | { readonly problem: { code: string; detail: string } };
      if ("page" in read) onPage(read.page);
      else if ("end" in read) return read.end;
      else throw new ApiProblem(read.problem.detail, { code: read.problem.code });
    }
  } catch (cause) {
    if (signal.aborted) return undefined;
    if (cause instanceof ApiProblem) throw cause;
    throw new ApiProblem(String(cause), { code: "network" });
  }
  return undefined;
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
