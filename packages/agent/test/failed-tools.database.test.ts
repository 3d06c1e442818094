import { OutboundError } from "@servicechat/outbound";
import { describe, expect, test } from "vitest";
import { freePort } from "../../../test/servers/free-port.ts";
import { failedRows } from "../src/tools/run-tool.ts";
import { ToolError } from "../src/tools/tool-error.ts";
import { askAgent, dataOf } from "./ask-agent.ts";
import { json, startBackEnd } from "./back-end.ts";
import { startModelServer } from "./model-server.ts";
import { saying } from "./scripted-model.ts";

type Answer = Parameters<typeof startBackEnd>[0];

/** The visible rows at the end of one use of a tool. */
async function lastShown(
  answer: Answer,
  {
    method = "GET",
    input = {},
    path = "/",
    http = {},
  }: Readonly<Record<string, unknown>> & { path?: string } = {},
) {
  await using backEnd = await startBackEnd(answer);
  await using model = await startModelServer(
    saying("", { name: "order", arguments: input }),
    saying("All done."),
  );
  const inputSchema = { type: "object", properties: {}, additionalProperties: false };
  const tool = { name: "order", title: "Looking up the order", description: "Finds it.", inputSchema };
  const url = path.startsWith("http") ? path : backEnd.url + path;
  const { events } = await askAgent({
    url: model.url,
    agent: { tools: [{ ...tool, confirm: false, http: { url, method, ...(http as object) } }] },
    dependencies: { outbound: backEnd.outbound, environment: { MODEL_KEY: "k" } },
  });
  expect(dataOf(events, "tool_usage_stop")).toHaveLength(1);
  return dataOf(events, "tool_usage_stop")[0];
}

describe("a visitor sees of a tool that failed", () => {
  test("that the other side reported an error, and nothing of what it said", async () => {
    const stop = await lastShown(json({ trace: "at db-3.internal" }, 500));
    expect(stop).toMatchObject({
      status: "failed",
      rows: [{ title: "An error was reported", status: "failed" }],
    });
    expect(stop?.rows).toHaveLength(1);
    expect(JSON.stringify(stop)).not.toContain("db-3");
  });

  test("that it took too long", async () => {
    const stop = await lastShown(() => undefined, { http: { timeoutSeconds: 1 } });
    expect(stop?.rows).toEqual([{ title: "It took too long", status: "failed" }]);
  });

  test("that nobody answered, and no address", async () => {
    const stop = await lastShown(json({}), { path: `http://127.0.0.1:${await freePort()}/` });
    expect(stop?.rows).toEqual([{ title: "There was no answer", status: "failed" }]);
  });

  test("that nothing was sent when the input did not fit, or a secret is missing", async () => {
    const nothing = [{ title: "Nothing was sent", status: "failed" }];
    expect((await lastShown(json({}), { input: { order: 1 } }))?.rows).toEqual(nothing);
    const headers = { Authorization: "Bearer ${NO_SUCH_TOKEN}" };
    expect((await lastShown(json({}), { http: { headers } }))?.rows).toEqual(nothing);
  });
});

describe("the rows of a tool that failed", () => {
  const going = new AbortController().signal;
  const use = { shown: [], signal: going, mayChange: true };
  const unreachable = (nothingSent: boolean) => new OutboundError("unreachable", "", { nothingSent });

  test("say of one that may change things whether it may have, as far as that is known", () => {
    const rows: readonly (readonly [cause: unknown, title: string, detail?: string])[] = [
      [unreachable(true), "There was no answer", "Nothing was sent"],
      [unreachable(false), "There was no answer", "It may have taken effect"],
      [new OutboundError("timeout", ""), "It took too long", "It may have taken effect"],
      [new ToolError("", { toldModel: "" }), "An error was reported"],
      [
        new ToolError("", { toldModel: "", isUnsure: true }),
        "An error was reported",
        "It may have taken effect",
      ],
      [new ToolError("", { toldModel: "", nothingSent: true }), "Nothing was sent"],
      [new Error("at db-3.internal"), "An error was reported", "It may have taken effect"],
    ];
    for (const [cause, title, detail] of rows)
      expect(failedRows({ ...use, cause })).toEqual([{ title, ...(detail && { detail }), status: "failed" }]);
  });

  test("say that it was stopped when the reply was, and how far it had come, but no longer what it waits for", () => {
    const shown = [
      { title: "Page 1", status: "found" },
      { title: "Page 2", detail: "2 / 9", status: "running" },
      { title: "Waiting for an answer", status: "running" },
    ];
    const signal = AbortSignal.abort("stopped");
    expect(failedRows({ cause: "stopped", shown, signal, mayChange: false })).toEqual([
      { title: "It was stopped", status: "failed" },
      { title: "Page 1", status: "found" },
      { title: "Page 2", detail: "2 / 9", status: "failed" },
    ]);
  });
});
