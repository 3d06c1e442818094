import { expect, test } from "vitest";
import { askAgent, dataOf } from "./ask-agent.ts";
import { openLoopback } from "./back-end.ts";
import { startEverythingServer } from "./everything-server.ts";
import { startModelServer } from "./model-server.ts";
import type { ScriptedCall } from "./scripted-model.ts";
import { saying } from "./scripted-model.ts";

/** The protocol's own test server, whose tools an agent uses one by one. */
async function useTools(url: string, ...calls: readonly ScriptedCall[]) {
  await using outbound = openLoopback();
  await using model = await startModelServer(...calls.map((call) => saying("", call)), saying("Done."));
  const reply = await askAgent({
    url: model.url,
    agent: { tools: ["search_knowledge", { mcp: { url }, confirm: false }] },
    dependencies: { outbound },
  });
  const results = reply.outcome.transcript.filter((entry) => entry.role === "tool");
  const tools = model.requests[0]?.body["tools"] as { function: { name: string; parameters: object } }[];
  return { ...reply, results, tools: tools.map((tool) => tool.function) };
}

test("an agent uses the tools of a real server: texts, structured results, images, progress, refused input", async () => {
  await using server = await startEverythingServer();

  const { results, tools, events, text } = await useTools(
    server.url,
    { name: "echo", arguments: { message: "hello" } },
    { name: "get-structured-content", arguments: { location: "New York" } },
    { name: "get-tiny-image", arguments: {} },
    { name: "trigger-long-running-operation", arguments: { duration: 0.2, steps: 2 } },
    { name: "get-sum", arguments: { a: 1 } },
  );

  expect(tools.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["search_knowledge", "echo", "get-sum", "get-tiny-image"]),
  );
  expect(results.map(({ failed }) => failed)).toEqual([false, false, false, false, true]);
  const [echo, structured, image, , sum] = results;
  expect(echo?.result).toBe('{"content":["Echo: hello"]}');
  expect(JSON.parse(structured?.result ?? "")).toMatchObject({ conditions: "Cloudy" });
  expect(image?.result).toContain("An image.");
  expect(image?.result).not.toContain("iVBOR");
  expect(sum?.result).toContain("must have required property 'b'");
  const [, , , long] = dataOf(events, "tool_usage_start");
  const progress = dataOf(events, "tool_usage_progress").filter(({ id }) => id === long?.id);
  expect(progress.flatMap(({ rows }) => rows)).toEqual([
    { title: "Trigger Long Running Operation Tool", detail: "1 / 2", status: "running" },
    { title: "Trigger Long Running Operation Tool", detail: "2 / 2", status: "running" },
  ]);
  expect(text).toBe("Done.");
});
