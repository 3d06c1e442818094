import type { FileFault } from "@servicechat/contract/admin";

/** Somebody who holds a chat, by the name that visitors see. */
export interface ChatHolderName {
  readonly id: string;
  readonly name: string;
}

/** A request that did not succeed: what the service said of it, or that it could not be reached. */
export class ApiProblem extends Error {
  /** The permanent name of the failure; `network` when no answer came. */
  readonly code: string;
  readonly status: number;
  /** Seconds after which to try again, where the service said so. */
  readonly retryAfter: number | undefined;
  /** What is wrong with an agent file, line by line. */
  readonly faults: readonly FileFault[];
  /** Who holds the chat; of `held_by_other` alone. */
  readonly holder: ChatHolderName | undefined;

  constructor(
    message: string,
    about: Partial<Pick<ApiProblem, "code" | "status" | "retryAfter" | "faults" | "holder">>,
  ) {
    super(message);
    this.name = "ApiProblem";
    this.code = about.code ?? "network";
    this.status = about.status ?? 0;
    this.retryAfter = about.retryAfter;
    this.faults = about.faults ?? [];
    this.holder = about.holder;
  }
}

/** Any thrown value as a problem: what is not one came from a request that got no answer. */
export function asProblem(thrown: unknown): ApiProblem {
  return thrown instanceof ApiProblem ? thrown : new ApiProblem(String(thrown), {});
}

/** Reads the problem document of an answer (RFC 9457); a proxy's page has none. */
export async function readProblem(response: Response): Promise<ApiProblem> {
  const body: unknown = await response.json().catch(() => undefined);
  const { code, detail, faults, holder } = (typeof body === "object" && body !== null ? body : {}) as Record<
    string,
    unknown
  >;
  const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
  return new ApiProblem(typeof detail === "string" ? detail : `HTTP ${response.status}`, {
    status: response.status,
    code: typeof code === "string" ? code : "unexpected_answer",
    retryAfter: Number.isFinite(seconds) ? seconds : undefined,
    faults: Array.isArray(faults) ? (faults as FileFault[]) : [],
    holder: typeof holder === "object" && holder !== null ? (holder as ChatHolderName) : undefined,
  });
}
