import { headers } from "@servicechat/contract";
import type { RequestContext } from "../request-context.ts";

/** A problem document (RFC 9457), with what its answer's head says beside it. */
interface Written {
  readonly problem: { readonly status: number };
  /** Seconds to wait before trying again. */
  readonly retryAfter: number | undefined;
  /** The challenge of a 401 (RFC 9110, 15.5.2). */
  readonly challenge?: string;
}

/** Answers with a problem document. Where an answer has begun already, its connection is cut instead. */
export function writeProblem(
  { response, head }: RequestContext,
  { problem, retryAfter, challenge = "Bearer" }: Written,
): void {
  if (response.headersSent || response.destroyed) return void response.destroy();
  const body = Buffer.from(JSON.stringify(problem));
  head["Content-Type"] = "application/problem+json";
  head["Content-Length"] = body.byteLength;
  head["Cache-Control"] = "no-store";
  if (problem.status === 401) head["WWW-Authenticate"] = challenge;
  if (retryAfter !== undefined) head[headers.retryAfter] = retryAfter;
  response.writeHead(problem.status, head);
  response.end(body);
}
