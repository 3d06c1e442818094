import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { newOperator } from "./run-program.ts";

const examples = fileURLToPath(new URL("../../../examples/agents/", import.meta.url));

test("the example's tests pass, with the same results each time", async () => {
  await using operator = await newOperator();
  await operator.json("agent", "apply", `${examples}acme-support.yaml`);
  const tests = `${examples}acme-support.tests.yaml`;
  const { code, out } = await operator.run("agent", "test", tests);
  expect(out).toContain("4 of 4 tests passed.");
  expect(code).toBe(0);
  const first = await operator.json("agent", "test", tests, "--repeat", "2");
  expect(await operator.json("agent", "test", tests, "--repeat", "2")).toEqual(first);
});

const failing = [
  "agent: acme-support",
  "tests:",
  "  - {name: right, say: How do returns work?, expect: {cites: returns.md}}",
  "  - name: wrong <page>",
  "    say: How do returns work?",
  "    expect: {cites: delivery.md, notContains: /within \\d+ days/, answers: false, language: de}",
].join("\n");

test("a failing test shows what was expected and what was said, and the command exits with 1", async () => {
  await using operator = await newOperator();
  await operator.json("agent", "apply", `${examples}acme-support.yaml`);
  await operator.write("own.tests.yaml", failing);
  const { code, out, err } = await operator.run("agent", "test", "own.tests.yaml", "--junit", "report.xml");
  expect(code).toBe(1);
  expect(err).toContain("1 of 2 tests failed.");
  expect(out).toContain("ok      right");
  expect(out).toContain("FAILED  wrong <page>");
  for (const fault of [
    "does not cite: delivery.md",
    "contains what it must not: /within \\d+ days/",
    "answers a question that nothing in the knowledge answers",
    "is written in en, not de",
  ])
    expect(out).toContain(fault);
  expect(out).toContain("> How do returns work?");
  const report = await readFile(join(operator.folder, "report.xml"), "utf8");
  expect(report).toContain('<testsuites tests="2" failures="1">');
  expect(report).toContain('<testcase classname="acme-support" name="right"/>');
  expect(report).toMatch(/name="wrong &lt;page&gt;">\s*<failure message="contains what it must not/);
});

test("tests can be selected by name, and a name that matches none is reported", async () => {
  await using operator = await newOperator();
  await operator.json("agent", "apply", `${examples}acme-support.yaml`);
  await operator.write("own.tests.yaml", failing);
  const run = await operator.json("agent", "test", "own.tests.yaml", "--only", "ri");
  expect(run).toMatchObject({ results: [{ name: "right", passed: true }] });
  const none = await operator.run("agent", "test", "own.tests.yaml", "--only", "x");
  expect(none).toMatchObject({ code: 1, err: expect.stringContaining("No test in") as string });
});

test("a draft is tested without being applied", async () => {
  await using operator = await newOperator();
  await operator.json("agent", "apply", `${examples}acme-support.yaml`);
  const text = await readFile(`${examples}acme-support.yaml`, "utf8");
  await operator.write("draft.yaml", text.replace("id: acme-support", "id: other"));
  await operator.write("own.tests.yaml", failing);
  const other = await operator.run("agent", "test", "own.tests.yaml", "--draft", "draft.yaml");
  expect(other.err).toContain("id: must be acme-support, but is other");
  await operator.write("draft.yaml", text.replace("Hi! How can we help?", "Hello"));
  const run = await operator.json(
    "agent",
    "test",
    "own.tests.yaml",
    "--draft",
    "draft.yaml",
    "--only",
    "right",
  );
  expect(run).toMatchObject({ version: null, results: [{ passed: true }] });
  expect(await operator.json("agent", "versions", "acme-support")).toHaveLength(1);
});

test("faults in a test file are reported with their lines, and no test is run", async () => {
  await using operator = await newOperator();
  await operator.write("bad.tests.yaml", "agent: shop\ntests:\n  - {name: a, say: b, expect: {cites: 7}}\n");
  const { code, err } = await operator.run("agent", "test", "bad.tests.yaml");
  expect(code).toBe(1);
  expect(err).toMatch(/bad\.tests\.yaml is not a valid test file:\n {2}line 3: tests\[0\]\.expect\.cites/);
});

test("the schema of a test file is printed", async () => {
  await using operator = await newOperator();
  expect(await operator.json("agent", "schema", "--tests")).toMatchObject({
    properties: { tests: { type: "array" } },
  });
});

test("runs are stored on request, and one can be a baseline by its number", async () => {
  await using operator = await newOperator();
  await operator.json("agent", "apply", `${examples}acme-support.yaml`);
  const tests = `${examples}acme-support.tests.yaml`;
  expect(await operator.json("agent", "test", tests)).toMatchObject({ number: null });
  expect(await operator.json("agent", "test", tests, "--keep")).toMatchObject({ number: 1 });
  const compared = await operator.json("agent", "test", tests, "--keep", "--baseline", "1");
  expect(compared).toMatchObject({ number: 2, flips: [] });
  const unknown = await operator.run("agent", "test", tests, "--baseline", "7");
  expect(unknown).toMatchObject({ code: 1, err: expect.stringContaining("has no run 7") as string });
  expect(JSON.stringify(await operator.json("audit"))).toContain("tests.change");
});
