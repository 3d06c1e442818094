import { expect, test } from "vitest";
import type { AgentEvent, Tool, ToolContext } from "../src/index.ts";
import { runTool } from "../src/tools/run-tool.ts";

const call = { id: "call_1", name: "look", input: {} };

/** Has the tool run, for a visitor whom `keepImage` may make leave. */
async function use(
  run: Tool["run"],
  {
    stopsAtImage = false,
    timeoutMs = 5000,
    mayAct,
  }: {
    readonly stopsAtImage?: boolean;
    readonly timeoutMs?: number;
    readonly mayAct?: () => Promise<boolean>;
  } = {},
) {
  const events: AgentEvent[] = [];
  const kept: string[] = [];
  const visitor = new AbortController();
  const tool: Tool = {
    name: "look",
    title: "Looking",
    description: "",
    inputSchema: { type: "object" },
    confirm: () => undefined,
    run,
  };
  const report = await runTool(call, tool, {
    emit: (event) => events.push(event),
    log: { warn: () => undefined, error: () => undefined },
    signal: visitor.signal,
    keepImage: async ({ alt }) => {
      kept.push(alt);
      if (stopsAtImage) visitor.abort("stopped");
      return { url: `/chat-bot/images/${alt}`, alt, mediaType: "image/png" };
    },
    ...(mayAct && { mayAct }),
    timeoutMs,
    maxResultLength: 1000,
  });
  return { report, events, kept };
}

const rows = [{ title: "Half of it" }];

test("what a tool reports while it runs is shown, and nothing once its use is over", async () => {
  let late: ToolContext | undefined;
  const { report, events } = await use(
    (_, context) => {
      context.progress(rows);
      late = context;
      return new Promise(() => undefined); // a tool that never hears that its time is up
    },
    { timeoutMs: 20 },
  );
  late?.progress(rows);
  expect(events.map(({ type }) => type)).toEqual([
    "tool_usage_start",
    "tool_usage_progress",
    "tool_usage_stop",
  ]);
  expect(report).toEqual({
    result: "The tool took too long and was stopped. It may have taken effect.",
    failed: true,
  });
});

test("once the visitor has stopped the reply, no further image of a tool is kept", async () => {
  const images = ["one", "two", "three"].map((alt) => ({ bytes: Uint8Array.of(1), alt }));
  const { kept } = await use(async () => ({ result: "Drawn.", images }), { stopsAtImage: true });
  expect(kept).toEqual(["one"]);
});

test.each([
  ["when it begins", [false], []],
  ["right before its request leaves", [true, false], ["begun"]],
])("a tool whose reply is over %s sends nothing, and says so", async (_, answers, done) => {
  const deeds: string[] = [];
  const left = [...answers];
  const { report, events } = await use(
    async (_input, { beforeSending }) => {
      deeds.push("begun");
      await beforeSending?.();
      deeds.push("sent");
      return { result: "Done." };
    },
    { mayAct: async () => left.shift() ?? true },
  );
  expect(deeds).toEqual(done);
  expect(report).toEqual({ result: "The tool failed. Nothing was sent.", failed: true });
  expect(events.at(-1)).toMatchObject({ data: { status: "failed", rows: [{ detail: "Nothing was sent" }] } });
});

test("of a tool that has sent something, nobody says that nothing was sent", async () => {
  const left = [true, true, false];
  const { report } = await use(
    async (_input, { beforeSending }) => {
      await beforeSending?.();
      await beforeSending?.();
      return { result: "Done." };
    },
    { mayAct: async () => left.shift() ?? true },
  );
  expect(report.result).toBe("The tool failed. It may have taken effect.");
});
