import { expect, test } from "vitest";
import { readAgentTests } from "../src/agent-tests/read-agent-tests.ts";

const faultsOf = (text: string) => {
  const read = readAgentTests(text);
  return "faults" in read ? read.faults.map(({ line, message }) => `${line ?? "-"}: ${message}`) : [];
};

test("a file of tests is read with its defaults", () => {
  const read = readAgentTests(
    "agent: shop\ntests:\n  - name: open\n    say: When do you open?\n    expect: {contains: at nine, cites: [hours.md]}\n",
  );
  expect(read).toMatchObject({
    tests: {
      agent: "shop",
      today: "2026-01-15",
      tests: [{ name: "open", expect: { contains: ["at nine"], cites: ["hours.md"] } }],
    },
  });
});

test("faults name the line and the field", () => {
  const text = [
    "agent: shop",
    "tests:",
    "  - name: one",
    "    say: When?",
    "    expect:",
    "      contians: nine",
    "  - name: one",
    "    turns:",
    "      - {say: When?, agree: true}",
    "    expect: {language: german}",
    "  - name: nothing expected",
    "    say: When?",
    "  - name: silent",
    "    expect: {answers: true}",
  ].join("\n");
  expect(faultsOf(text)).toEqual([
    expect.stringMatching(/^5: tests\[0\]\.expect: unknown field "contians"; allowed: cites, contains/),
    "9: tests[1].turns[0]: must have exactly one of say, choose, agree",
    "10: tests[1].expect.language: must be a language such as en or de",
    "11: tests[2]: must expect something",
    "13: tests[3]: must have either say or turns",
    "7: tests[1].name: 'one' is used twice",
  ]);
});

test("a regular expression must be decidable in linear time", () => {
  const text = (pattern: string) =>
    `agent: shop\ntests:\n  - name: a\n    say: b\n    expect: {contains: ${JSON.stringify(`/${pattern}/`)}}\n`;
  expect(faultsOf(text("(a+)\\1"))).toEqual([
    expect.stringMatching(/^5: tests\[0\]\.expect\.contains: cannot be checked in linear time/),
  ]);
  expect(faultsOf(text("nine|ten"))).toEqual([]);
});

test("invalid YAML is reported with its line", () => {
  expect(faultsOf("agent: [")).toEqual([expect.stringMatching(/^\d+: /)]);
});

test("a stand-in must be named and described as tools are, wherever it stands", () => {
  const text = [
    "agent: shop",
    "tools:",
    "  orders.get: {result: 1}",
    "  search_knowledge: {result: 1}",
    "  stock:",
    "    - {result: 1}",
    "    - result: 2",
    "      inputSchema: {type: string}",
    "tests:",
    "  - name: one",
    "    say: When?",
    "    expect: {answers: true}",
    "    tools:",
    "      suggest_follow_ups: {result: 1}",
    "      price:",
    "        inputSchema:",
    "          properties:",
    "            at: {type: strin}",
    "      cost: {inputSchema: {properties: {at: {type: string}}}}",
  ].join("\n");
  expect(faultsOf(text)).toEqual([
    "3: tools.orders.get: use letters, digits, '_' and '-', up to 64 characters",
    "4: tools.search_knowledge: is the name of a built-in tool",
    "8: tools.stock[1].inputSchema: must be a JSON Schema with type: object",
    "14: tests[0].tools.suggest_follow_ups: is the name of a built-in tool",
    expect.stringMatching(/^18: tests\[0\]\.tools\.price\.inputSchema\.properties\.at\.type: must be /),
  ]);
});
