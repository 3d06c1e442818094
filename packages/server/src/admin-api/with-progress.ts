import { problemOf, ServiceError } from "@servicechat/contract";
import { AdminError } from "../response/admin-error.ts";
import { adminProblem } from "../response/send-admin-problem.ts";
import { resultOrThrow } from "./result-or-throw.ts";
import { answer, sent } from "./route.ts";
import type { AdminAnswer, AdminRequest } from "./route.ts";

/** The type of an answer that tells how far it is: one JSON value a line. */
export const progressType = "application/x-ndjson";

/** Hears how far a step is. */
type OnStep = (step: { readonly done: number; readonly total: number }) => void;

/**
 * Answers with the result of long work. Anyone who accepts `application/x-ndjson` hears of each step first, as `{step,
 * done, total}`; the last line is then `{result}`, or `{problem}` when it was refused halfway. Work without steps is
 * answered as it is to everybody else.
 */
export async function withProgress(
  { context }: Pick<AdminRequest<unknown, unknown>, "context">,
  work: (hear: (step: string) => OnStep) => Promise<unknown>,
): Promise<AdminAnswer | typeof sent> {
  const { request, response, head, requestId } = context;
  const isHeard = (request.headers.accept ?? "").includes(progressType);
  const write = (line: object): void => {
    if (response.destroyed) return;
    if (!response.headersSent) {
      head["Content-Type"] = progressType;
      head["X-Accel-Buffering"] = "no"; // nginx would keep the lines until the end
      response.writeHead(200, head);
    }
    response.write(`${JSON.stringify(line)}\n`);
  };
  const hear = (step: string): OnStep =>
    isHeard ? ({ done, total }) => write({ step, done, total }) : () => undefined;
  try {
    const result = resultOrThrow(await work(hear));
    if (!response.headersSent) return answer(result);
    write({ result });
  } catch (error) {
    if (!response.headersSent) throw error;
    if (error instanceof AdminError) write({ problem: adminProblem(error, requestId) });
    else if (error instanceof ServiceError) write({ problem: problemOf(error, requestId) });
    else throw error;
  }
  response.end();
  return sent;
}
