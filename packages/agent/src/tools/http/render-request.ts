import type { HttpCall } from "@servicechat/contract/agent-file";
import { asObject } from "@servicechat/contract";
import { fillAddress } from "./fill-address.ts";
import { fillBody } from "./fill-body.ts";

/** A request as it will be sent, but for its headers: these hold secrets, and nothing of the input. */
export interface RenderedRequest {
  readonly method: HttpCall["method"];
  readonly url: string;
  /** JSON text. */
  readonly body?: string;
}

/**
 * Makes the exact request out of a template and an input. The same two always give the same request.
 *
 * @throws ToolError when the input does not make an address
 */
export function renderRequest(call: HttpCall, input: unknown): RenderedRequest {
  const fields = asObject(input) ?? {};
  const hasBody = call.method !== "GET" && (call.body !== undefined || call.method !== "DELETE");
  const body = call.body === undefined ? fields : (fillBody(call.body, fields) ?? null);
  return {
    method: call.method,
    url: fillAddress(call.url, fields),
    ...(hasBody && { body: JSON.stringify(body) }),
  };
}
