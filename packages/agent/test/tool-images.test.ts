import { expect, test } from "vitest";
import type { AgentEvent, Tool, ToolImage } from "../src/index.ts";
import { runTool } from "../src/tools/run-tool.ts";

const image = (alt: string): ToolImage => ({ bytes: Uint8Array.from([1]), alt });
const call = { id: "call_1", name: "draw", input: {} };

/** Uses a tool that made these images; those described as `broken` cannot be kept. */
async function use(images: readonly ToolImage[], options: { readonly canKeep?: boolean } = {}) {
  const events: AgentEvent[] = [];
  const controller = new AbortController();
  const tool: Tool = {
    name: "draw",
    title: "Drawing",
    description: "",
    inputSchema: { type: "object" },
    run: async () => ({ result: "Drawn.", images }),
  };
  const { result } = await runTool(call, tool, {
    emit: (event) => events.push(event),
    log: { warn: () => undefined, error: () => undefined },
    signal: controller.signal,
    keepImage:
      options.canKeep === false
        ? undefined
        : async ({ alt }) =>
            alt === "broken" ? undefined : { url: `/chat-bot/images/${alt}`, alt, mediaType: "image/png" },
    timeoutMs: 5000,
    maxResultLength: 1000,
  });
  return { result, types: events.map(({ type }) => type), events };
}

test("images of a tool are shown before its use stops, and the model is told how many", async () => {
  const { result, types, events } = await use([image("one"), image("broken"), image("two")]);
  expect(types).toEqual(["tool_usage_start", "image", "image", "tool_usage_stop"]);
  expect(events[1]).toEqual({
    type: "image",
    data: { url: "/chat-bot/images/one", alt: "one", mediaType: "image/png" },
  });
  expect(result).toBe("Drawn.\n(images: 3, of which the visitor was shown 2)");
});

test("no more than eight images of one use are shown, and none where they cannot be kept", async () => {
  const many = Array.from({ length: 12 }, (_, index) => image(`${index}`));
  expect((await use(many)).types.filter((type) => type === "image")).toHaveLength(8);
  expect((await use(many, { canKeep: false })).types).toEqual(["tool_usage_start", "tool_usage_stop"]);
});

test("a tool without images says nothing of any", async () => {
  expect((await use([])).result).toBe("Drawn.");
});
