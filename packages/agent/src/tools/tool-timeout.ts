import { OutboundError } from "@servicechat/outbound";

/** A tool that gave no result in time. */
export class ToolTimeout extends Error {
  override readonly name = "ToolTimeout";
}

/** Whether time ran out, for the tool or for its request. */
export const isTimeout = (cause: unknown): boolean =>
  cause instanceof ToolTimeout || (cause instanceof OutboundError && cause.kind === "timeout");
