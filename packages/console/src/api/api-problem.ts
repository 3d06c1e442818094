import type { FileFault } from "@servicechat/contract/admin";

/** The person who holds a chat, by the name that visitors see. */
export interface ChatHolderName {
  readonly id: string;
  readonly name: string;
}

/** A failed request: the service's problem, or that the service could not be reached. */
export class ApiProblem extends Error {
  /** The permanent name of the failure; `network` if there was no response. */
  readonly code: string;
  readonly status: number;
  /** Seconds after which to try again, if the service said so. */
  readonly retryAfter: number | undefined;
  /** What is wrong with an agent file, line by line. */
  readonly faults: readonly FileFault[];
  /** Who holds the chat; only for `held_by_other`. */
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

/** Turns any thrown value into a problem: other errors come from a request without a response. */
export function asProblem(thrown: unknown): ApiProblem {
  return thrown instanceof ApiProblem ? thrown : new ApiProblem(String(thrown), {});
}

/** Reads the problem document of a response (RFC 9457); a proxy's error page has none. */
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
