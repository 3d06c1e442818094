import { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Step } from "@servicechat/agent";
import type { AgentRecord } from "@servicechat/storage";
import { expect, test } from "vitest";
import type { Log } from "../src/dependencies.ts";
import type { RequestContext } from "../src/request-context.ts";
import { logSteps } from "../src/telemetry/log-steps.ts";
import type { Tracing } from "../src/telemetry/tracing.ts";

const step: Step = { name: "chat m", isRemote: true, attributes: { model: "m" } };

/** A tracing that records its calls. */
function recordedTracing() {
  const asked: unknown[] = [];
  const run = <Result>(work: () => Result): Result => work();
  const tracing: Tracing = {
    request: (_context, door) => {
      asked.push(["request", door]);
      const ids = { traceId: "t", spanId: "s", traceFlags: 1 };
      return { ids, run, fail: (code) => void asked.push(["request failed", code]) };
    },
    reply: ({ replyId }, askedBy) => {
      asked.push(["reply", replyId, askedBy?.ids?.traceId]);
      return {
        run,
        trace: {
          step: (begun, work) => {
            asked.push(["step", begun.name]);
            return work({
              set: (attributes) => void asked.push(["set", attributes]),
              note: (event) => void asked.push(["note", event]),
              fail: (type) => void asked.push(["step failed", type]),
            });
          },
        },
        end: ({ status }) => void asked.push(["end", status]),
      };
    },
  };
  return { asked, tracing };
}

/** One request that is refused, and one reply whose only step fails. */
async function live(tracing: Tracing | undefined) {
  const lines: object[] = [];
  const debug: Log["debug"] = (detail, message) => void lines.push({ ...detail, message });
  const told = logSteps({ debug } as Log, tracing);
  const response = Object.assign(new EventEmitter(), { headersSent: true, statusCode: 409 });
  const requestContext = {
    request: { method: "GET" } as IncomingMessage,
    response: response as unknown as ServerResponse,
    requestId: "r1",
  } as RequestContext;
  const asking = told.request(requestContext, "/chat-bot/stream");
  expect(asking.run(() => "done")).toBe("done");
  asking.fail("resume_unavailable");
  response.emit("close");
  const agent = { definition: { id: "acme" } } as AgentRecord;
  const reply = told.reply({ replyId: "rep_1", requestId: "r1", agent }, asking);
  expect(reply.run(() => "done")).toBe("done");
  const failing = reply.trace.step(step, async (span) => {
    span.set({ tokens: 3 });
    span.note("servicechat.retry", {});
    span.fail("reply_cut");
    throw new Error("cut");
  });
  await expect(failing).rejects.toThrow("cut");
  reply.end({ status: "failed", failure: "reply_cut" });
  return lines;
}

const ids = { requestId: "r1", replyId: "rep_1" };
const expectedLines = [
  {
    requestId: "r1",
    method: "GET",
    door: "/chat-bot/stream",
    status: 409,
    code: "resume_unavailable",
    message: "a request was answered",
  },
  { ...ids, agentId: "acme", message: "a reply begins" },
  { ...ids, step: "chat m", model: "m", tokens: 3, "error.type": "reply_cut" },
  { ...ids, status: "failed", code: "reply_cut", message: "a reply ended" },
];

test("requests, replies and their steps are logged, failed ones with their code", async () => {
  expect(await live(undefined)).toMatchObject(expectedLines);
});

test("where spans are made, they are made as without the log, and the log tells the same", async () => {
  const { asked, tracing } = recordedTracing();
  expect(await live(tracing)).toMatchObject(expectedLines);
  expect(asked).toEqual([
    ["request", "/chat-bot/stream"],
    ["request failed", "resume_unavailable"],
    ["reply", "rep_1", "t"],
    ["step", "chat m"],
    ["set", { tokens: 3 }],
    ["note", "servicechat.retry"],
    ["step failed", "reply_cut"],
    ["end", "failed"],
  ]);
});

test("a visitor who leaves before the answer has a line without a status", () => {
  const lines: object[] = [];
  const debug: Log["debug"] = (detail) => void lines.push(detail);
  const response = Object.assign(new EventEmitter(), { headersSent: false, statusCode: 200 });
  const requestContext = { request: {}, response, requestId: "r1" } as unknown as RequestContext;
  logSteps({ debug } as Log, undefined).request(requestContext, "/chat-bot/");
  response.emit("close");
  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toHaveProperty("status");
});
