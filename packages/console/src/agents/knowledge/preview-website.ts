import type { PreviewedPage, PreviewLine } from "@servicechat/contract/admin";
import type { Api } from "../../api/create-api.ts";
import { postForLines } from "../../api/read-lines.ts";

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
  const request = { path: "knowledge/preview", body: { source }, signal };
  for await (const line of postForLines<PreviewLine>(api, request)) {
    if ("end" in line) return line.end;
    onPage(line.page);
  }
  return undefined;
}
