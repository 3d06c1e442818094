import { problemOf, ServiceError } from "@servicechat/contract";
import type { RequestContext } from "../request-context.ts";
import { AdminError } from "../response/admin-error.ts";
import { adminProblem } from "../response/send-admin-problem.ts";

/** The type of an answer that reports progress: one JSON value a line. */
export const progressType = "application/x-ndjson";

/** Receives the progress of a step. `item` is what was just done, where that is worth showing at once. */
export type OnStep = (progress: {
  readonly done: number;
  readonly total: number;
  readonly item?: unknown;
}) => void;

/** The progress of a request's work. */
export interface Progress {
  readonly onStep: (step: string) => OnStep;
  /** Whether a step has been sent. Then `end` or `fail` sends the last line. */
  readonly hasBegun: () => boolean;
  readonly end: (result: unknown) => void;
  /** @throws the error itself if it is neither an AdminError nor a ServiceError */
  readonly fail: (error: unknown) => void;
}

/**
 * Reports the progress of long work to clients that accept `application/x-ndjson`: each step as `{step, done, total}`,
 * some with an `item`; the last line is then `{result}`, or `{problem}` if it was refused halfway. Work without steps gets a normal
 * response.
 */
export function reportProgress(context: RequestContext): Progress {
  const { request, response, requestId } = context;
  const isAccepted = (request.headers.accept ?? "").includes(progressType);
  const { write } = createLineWriter(context);
  let hasBegun = false;
  return {
    onStep:
      (step) =>
      ({ done, total, item }) => {
        if (!isAccepted) return;
        hasBegun = true;
        write({ step, done, total, ...(item !== undefined && { item }) });
      },
    hasBegun: () => hasBegun,
    end(result) {
      write({ result });
      response.end();
    },
    fail(error) {
      if (error instanceof AdminError) write({ problem: adminProblem(error, requestId) });
      else if (error instanceof ServiceError) write({ problem: problemOf(error, requestId) });
      else throw error;
      response.end();
    },
  };
}

/** Answers line by line. The first line begins the response, unless `begin` has sent its headers before. */
export function createLineWriter({ response, head }: RequestContext) {
  function begin(): void {
    if (response.destroyed || response.headersSent) return;
    head["Content-Type"] = progressType;
    head["X-Accel-Buffering"] = "no"; // nginx would keep the lines until the end
    response.writeHead(200, head);
    response.flushHeaders();
  }
  function write(line: object): void {
    begin();
    if (!response.destroyed) response.write(`${JSON.stringify(line)}\n`);
  }
  return { begin, write } as const;
}
