import type { ReplyRecord, StoredPart, TurnRecord } from "@servicechat/storage";
import { expect, test } from "vitest";
import { createReplyComposer } from "../src/reply/reply-outlet.ts";
import { historyView } from "../src/views/history-view.ts";

const tool = { type: "tool", id: "t1", name: "order", title: "Looking up the order" } as const;
const waiting = { title: "Waiting for an answer", status: "running" };

test("when a reply ends while a tool runs, the tool and what it was at have failed, live and as it is kept", () => {
  const composer = createReplyComposer();
  const { id, name, title } = tool;
  composer.take({ type: "tool_usage_start", data: { id, name, title } });
  composer.take({ type: "tool_usage_progress", data: { id, rows: [waiting] } });
  const failed = { status: "failed", rows: [{ ...waiting, status: "failed" }] };
  expect(composer.closeTools()).toEqual([{ type: "tool_usage_stop", data: { id, ...failed } }]);
  expect(composer.parts).toEqual([{ ...tool, ...failed }]);
});

function toldTool(status: ReplyRecord["status"], part: Partial<StoredPart>) {
  const reply = {
    id: "rep_1",
    content: "",
    createdAt: 0,
    status,
    failure: null,
    parts: [{ ...tool, ...part }],
  };
  const turn = { messages: [], reply, replaced: false } as unknown as TurnRecord;
  return historyView([turn])[0]?.parts[0];
}

test("history tells of no row that is still running once its tool or its reply has ended, however it was stored", () => {
  const rows = [waiting];
  const ended = (status: string) => [{ ...waiting, status }];
  expect(toldTool("complete", { status: "failed", rows })).toMatchObject({ rows: ended("failed") });
  expect(toldTool("complete", { status: "succeeded", rows })).toMatchObject({
    status: "succeeded",
    rows: ended("done"),
  });
  const cutOff = { title: "It was stopped", detail: "It may have taken effect", status: "failed" };
  expect(toldTool("incomplete", { status: "running", rows })).toMatchObject({
    status: "failed",
    rows: [cutOff],
  });
  const search = { name: "search_knowledge", status: "running", rows } as const;
  expect(toldTool("incomplete", search)).toMatchObject({ status: "failed", rows: ended("failed") });
  expect(toldTool("streaming", { status: "running", rows })).toMatchObject({ status: "running", rows });
});
