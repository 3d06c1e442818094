import type { JSONRPCMessage, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { asObject } from "@servicechat/contract";

interface Dependencies {
  /** Whether the protocol allows it as a tool. */
  readonly isTool: (value: unknown) => boolean;
  readonly onLeftOut: (tool: unknown) => void;
}

/**
 * Removes tools that break the protocol from lists. The library would refuse the whole list for a single one of them.
 */
export function skipBrokenTools(
  transport: StreamableHTTPClientTransport,
  { isTool, onLeftOut }: Dependencies,
): void {
  const hear = transport.onmessage;
  const isKept = (tool: unknown) => {
    const isSound = isTool(tool);
    if (!isSound) onLeftOut(tool);
    return isSound;
  };
  transport.onmessage = (message: JSONRPCMessage) => {
    const result = "result" in message ? asObject(message.result) : undefined;
    if (!("result" in message) || !Array.isArray(result?.["tools"])) return hear?.(message);
    hear?.({ ...message, result: { ...message.result, tools: result["tools"].filter(isKept) } });
  };
}
