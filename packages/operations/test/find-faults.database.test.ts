import { expect, test } from "vitest";
import type { Expectations } from "@servicechat/contract/agent-file";
import { findFaults } from "../src/agent-tests/find-faults.ts";

const faultsOf = (expected: Expectations, text: string) =>
  findFaults(
    expected,
    {
      said: "",
      text,
      sources: [],
      calls: [],
      confirms: null,
      asks: "",
      sends: [],
      handsOver: null,
      unanswered: false,
      outputTokens: 1,
      failure: null,
    },
    [],
  );

test("a pattern is looked for in whatever case, whether it must be there or must not", () => {
  const wording = "/the (code|word) is \\w+/";
  expect(faultsOf({ contains: [wording] }, "THE WORD is out.")).toEqual([]);
  expect(faultsOf({ notContains: [wording] }, "No code.")).toEqual([]);
  expect(faultsOf({ contains: [wording] }, "No code.")).toEqual([`does not contain: ${wording}`]);
  expect(faultsOf({ notContains: [wording] }, "THE WORD is out.")).toEqual([
    `contains what it must not: ${wording}`,
  ]);
});

test("a text that is too long for a pattern neither has nor lacks it", () => {
  const wording = "/the (code|word) is \\w+/";
  const text = `${"Well. ".repeat(50_000)}The code is 7.`;
  const fault = [`is too long to be searched for: ${wording}`];
  expect(faultsOf({ notContains: [wording] }, text)).toEqual(fault);
  expect(faultsOf({ contains: [wording] }, text)).toEqual(fault);
  expect(faultsOf({ notContains: ["The code is 8"], contains: ["The code is 7"] }, text)).toEqual([]);
});
