import { ApiProblem, readProblem } from "../../api/api-problem.ts";
import type { Api } from "../../api/create-api.ts";
import type { Uploaded } from "./upload-queue.ts";

/** The address of a document of an agent in the API. */
export const documentAddress = (agent: string, path: string): string =>
  `agents/${encodeURIComponent(agent)}/documents/${path.toWellFormed().split("/").map(encodeURIComponent).join("/")}`;

/**
 * Sends a file as a document of an agent. Only an XMLHttpRequest says how much it has sent.
 *
 * @throws ApiProblem if the service refuses it or cannot be reached
 */
export function uploadDocument(
  api: Api,
  { agent, path, file }: { readonly agent: string; readonly path: string; readonly file: File },
  { onSent, signal }: { readonly onSent: (bytes: number) => void; readonly signal: AbortSignal },
): Promise<Uploaded> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = (): void => request.abort();
    request.open("PUT", api.address(documentAddress(agent, path)));
    // Without a type, the browser would send that of the file, which may be one that the service does not know.
    request.setRequestHeader("Content-Type", file.type || "application/octet-stream");
    request.upload.addEventListener("progress", ({ loaded }) => onSent(loaded));
    request.addEventListener("load", () => {
      if (request.status === 200 || request.status === 201)
        return resolve(request.status === 201 ? "added" : "updated");
      readProblem(responseOf(request)).then(reject, reject);
    });
    request.addEventListener("error", () => reject(new ApiProblem("network", { code: "network" })));
    request.addEventListener("abort", () => reject(new ApiProblem("stopped", { code: "stopped" })));
    request.addEventListener("loadend", () => signal.removeEventListener("abort", stop));
    signal.addEventListener("abort", stop);
    request.send(file);
  });
}

function responseOf(request: XMLHttpRequest): Response {
  const retryAfter = request.getResponseHeader("Retry-After");
  const status = request.status >= 200 && request.status < 600 ? request.status : 502;
  return new Response(request.responseText || null, {
    status,
    ...(retryAfter !== null && { headers: { "Retry-After": retryAfter } }),
  });
}
