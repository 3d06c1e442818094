import { expect, test } from "vitest";
import { longTasksOf } from "../../bench/long-tasks.ts";
import { scriptTimeOf } from "../../bench/script-time.ts";
import type { TraceEvent } from "../../bench/trace-event.ts";

const address = "https://chat.example/chat/";
const frame = { ph: "X", pid: 2, tid: 7 };
const commit = { ...frame, name: "CommitLoad", ts: 0, dur: 10, args: { data: { url: `${address}?key=1` } } };

/** An event of this many milliseconds that uses half as much processor time. */
function took(name: string, from: number, to: number, thread: Partial<TraceEvent> = {}): TraceEvent {
  return {
    ...frame,
    name,
    ts: from * 1000,
    dur: (to - from) * 1000,
    tdur: (to - from) * 500,
    ...thread,
  };
}

function spent(...events: readonly TraceEvent[]): number {
  return scriptTimeOf([commit, ...events], address).spentMs;
}

test("script time is what the document's main thread compiles, calls and does in microtasks", () => {
  expect(
    spent(
      took("v8.compileModule", 1, 2),
      took("v8.evaluateModule", 2, 5),
      took("RunMicrotasks", 6, 10),
      took("Paint", 11, 15),
      took("FunctionCall", 20, 40, { pid: 3 }),
      took("v8.compile", 20, 40, { tid: 8 }),
      took("FunctionCall", 50, 60, { ph: "B" }),
    ),
  ).toBe(8);
});

test("nested script events are counted once, in whatever order the trace contains them", () => {
  const events = [
    took("FunctionCall", 1, 2),
    took("RunMicrotasks", 2, 9),
    took("v8.callFunction", 1, 9),
    took("v8.callFunction", 9, 10),
  ];
  expect(spent(...events)).toBe(9);
  expect(spent(...events.toReversed())).toBe(9);
});

test("style and layout that a script forces is not script time; outside of scripts it does not count", () => {
  const events = [
    took("v8.callFunction", 0, 20),
    took("UpdateLayoutTree", 2, 5),
    took("Layout", 5, 8),
    took("Layout", 30, 90),
  ];
  expect(spent(...events)).toBe(14);
  expect(scriptTimeOf([commit, ...events], address).processorMs).toBe(7);
});

test("source positions that are collected for an attached debugger do not count as script time", () => {
  expect(spent(took("v8.callFunction", 0, 20), took("V8.CollectSourcePositions", 3, 6))).toBe(17);
});

test("the browser counts what it runs and calls itself, without compilation, promises, style and layout", () => {
  const events = [
    took("EvaluateScript", 0, 10),
    took("v8.compile", 1, 3),
    took("RunMicrotasks", 10, 30),
    took("FunctionCall", 12, 18),
    took("Layout", 14, 15),
    took("v8.compileModule", 40, 42),
    took("v8.evaluateModule", 42, 45),
  ];
  expect(scriptTimeOf([commit, ...events], address).countedMs).toBe(8 + 5 + 3);
});

test("modules loaded after the first one are lazy parts, with the layout that they cause; calls continue to count", () => {
  expect(
    spent(
      took("v8.compileModule", 1, 2),
      took("v8.evaluateModule", 2, 5),
      took("v8.compileModule", 10, 12),
      took("v8.evaluateModule", 12, 20),
      took("Layout", 13, 14),
      took("FunctionCall", 30, 33),
    ),
  ).toBe(7);
});

test("a trace without the document, with two of them or without its scripts is an error", () => {
  const call = took("FunctionCall", 1, 2);
  expect(() => scriptTimeOf([call], address)).toThrow("0 documents");
  expect(() => scriptTimeOf([commit, commit, call], address)).toThrow("2 documents");
  expect(() => scriptTimeOf([commit, took("FunctionCall", 1, 2, { pid: 3 })], address)).toThrow("no scripts");
});

test("long tasks are those of 50 ms or more after the document's first script, whatever they contain", () => {
  const task = (from: number, to: number, thread?: Partial<TraceEvent>) =>
    took("ThreadControllerImpl::RunTask", from, to, thread);
  const events = [
    task(0, 60),
    task(100, 160),
    took("EvaluateScript", 110, 112),
    task(200, 249),
    task(300, 350),
    task(400, 500, { tid: 8 }),
  ];
  expect(longTasksOf([commit, ...events], address)).toBe(2);
  expect(() => longTasksOf([commit, task(0, 60)], address)).toThrow("no scripts");
});
