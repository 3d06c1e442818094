import { expect, test } from "vitest";
import { judgeArrival } from "../src/doctor/judge-arrival.ts";

const body = (texts: number, end = "done") =>
  ["start", ...Array.from({ length: texts }, () => "text"), end]
    .map((event) => `event: ${event}\ndata: {}\n\n`)
    .join("");

/** Chunks that arrived at these times, in milliseconds. */
const arrived = (...times: number[]) => ({
  pieces: times.map((at) => ({ at, bytes: 40 })),
  endedAt: times.at(-1) ?? 0,
});

const every50ms = [20, 70, 120, 170, 220, 270, 320];

test("chunks that arrive while the answer is written are fine", () => {
  const finding = judgeArrival("streaming", { body: body(5), ...arrived(...every50ms) }, 15);
  expect(finding).toEqual({
    check: "streaming",
    status: "ok",
    detail: "the first of 7 pieces arrived after 20 ms, the last after 320 ms",
  });
});

test("high latency is not the proxy's fault", () => {
  const late = every50ms.map((at) => at + 900);
  expect(judgeArrival("streaming", { body: body(5), ...arrived(...late) }, 900).status).toBe("ok");
});

test("if everything arrives at the end it was held back, in however many chunks", () => {
  expect(judgeArrival("streaming", { body: body(5), ...arrived(320, 321, 322) }, 15)).toMatchObject({
    status: "problem",
    detail: expect.stringContaining("the first of 1 pieces") as string,
  });
});

test("holding back the beginning until a buffer is full is a problem too", () => {
  const finding = judgeArrival("streaming", { body: body(5), ...arrived(250, 320) }, 15);
  expect(finding.status).toBe("problem");
});

test("a late beginning was not held back if the rest arrives chunk by chunk", () => {
  const times = [390, 430, 470, 510, 550, 590, 630];
  expect(judgeArrival("streaming", { body: body(5), ...arrived(...times) }, 15).status).toBe("ok");
});

test("an early first chunk followed by the rest at once is a warning", () => {
  const finding = judgeArrival("streaming", { body: body(20), ...arrived(20, 170, 320) }, 15);
  expect(finding).toMatchObject({
    status: "warning",
    detail: expect.stringContaining("in bursts") as string,
  });
});

test("an answer that ended immediately says nothing about the proxy", () => {
  const finding = judgeArrival("streaming", { body: body(1), ...arrived(60) }, 15);
  expect(finding).toMatchObject({
    status: "warning",
    detail: expect.stringContaining("too soon to tell") as string,
  });
});

test("a failed answer is not reported as fine", () => {
  const finding = judgeArrival("streaming", { body: body(5, "error"), ...arrived(...every50ms) }, 15);
  expect(finding).toMatchObject({
    status: "warning",
    detail: expect.stringContaining("the answer failed") as string,
  });
});
