import type { HttpCall } from "@servicechat/contract/agent-file";
import { ToolError } from "../tool-error.ts";
import { renderRequest } from "./render-request.ts";

/** Why an input makes no request that may be sent, such as a slash in a field of the path; `undefined` when it makes one. */
export function findRequestIssue(call: HttpCall, input: unknown): string | undefined {
  try {
    renderRequest(call, input);
    return undefined;
  } catch (thrown) {
    if (thrown instanceof ToolError) return thrown.message;
    throw thrown;
  }
}
