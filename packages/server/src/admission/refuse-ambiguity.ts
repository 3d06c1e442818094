import type { IncomingMessage } from "node:http";
import { headers } from "@servicechat/contract";
import { malformed } from "../request/malformed.ts";

const critical = new Set(["authorization", "origin", headers.sessionToken.toLowerCase(), "host"]);

/**
 * Refuses what two readers could understand differently: a critical header sent twice (node keeps the first or joins
 * them), a target in absolute form, whose host may contradict `Host`, and a body with more codings than `chunked`, which
 * say differently where it ends (RFC 9112, 6.1).
 */
export function refuseAmbiguity(request: IncomingMessage): void {
  if (!request.url?.startsWith("/") && request.url !== "*") {
    throw malformed("The request target must be a path.");
  }
  if (request.httpVersion === "1.1" && request.headers.host === undefined) {
    throw malformed("The request must have a Host header.");
  }
  const coding = request.headers["transfer-encoding"];
  if (coding !== undefined && coding.toLowerCase() !== "chunked") {
    throw malformed("The Transfer-Encoding header must be 'chunked' or absent.");
  }
  const { rawHeaders } = request;
  // As many names as lines: none is sent twice, and none needs a look.
  if (Object.keys(request.headers).length * 2 === rawHeaders.length) return;
  let seen = "";
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase() ?? "";
    if (!critical.has(name)) continue;
    if (seen.includes(`${name};`)) {
      throw malformed(`The header ${rawHeaders[at]} is sent more than once.`);
    }
    seen += `${name};`;
  }
}
