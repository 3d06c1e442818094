import type { FormAction } from "@servicechat/contract/agent-file";
import type { Outbound } from "@servicechat/outbound";
import type { Tool } from "../agent.ts";
import { createHttpTool } from "./http/http-tool.ts";

interface Dependencies {
  /** Without it, no form makes a request. */
  readonly outbound: Outbound | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/**
 * Turns a form's request into a tool, which runs when a visitor sends the form and which no model knows. Sending it is
 * consent enough, unless the action says otherwise.
 */
export function createActionOpener({ outbound, environment }: Dependencies) {
  return function openAction({
    id,
    label,
    description,
    inputSchema,
    http,
    confirm,
  }: FormAction): Tool | undefined {
    if (!outbound || !http) return undefined;
    return createHttpTool(
      { name: id, title: label, description, inputSchema, http, confirm },
      { outbound, environment },
    );
  };
}
